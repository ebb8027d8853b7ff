import { CandorError } from "../common/errors.js";
import type { Attribute } from "../common/types.js";
import { asked, drawn, type Law } from "../verify/forms.js";
import type { Asked } from "./encode.js";

/** The questions of every label of a plan, where a device asks only what it draws. */
export class Questions {
  readonly #law: Law;
  readonly #attributes: readonly Attribute[];
  readonly #labels = new WeakMap<readonly Attribute[], number>();

  constructor(law: Law, attributes: readonly Attribute[]) {
    this.#law = law;
    this.#attributes = attributes;
  }

  /** The questions of a label, in the order of the plan. */
  of(label: number): readonly Attribute[] {
    const asked = this.asked(label);
    const questions = Object.freeze(this.#attributes.filter((_, i) => asked.has(i)));
    this.#labels.set(questions, label);
    return questions;
  }

  /** The label of a list of questions that `of` returned. */
  label(questions: readonly Attribute[]): number {
    const label = this.#labels.get(questions);
    if (label !== undefined) return label;
    throw new CandorError("invalid-options", "these questions are not of this plan");
  }

  asked(label: number): Asked {
    const form = drawn(this.#law, label);
    if (form === undefined) throw broken();
    return asked(this.#law, form.units);
  }
}

export function broken(): CandorError {
  return new CandorError(
    "kept-report-broken",
    "the report kept on this device cannot be read; forget it to draw another",
  );
}

import { canonical } from "../common/canonical.js";
import type { PlanDocument, Question } from "../common/types.js";
import { invalid } from "../verify/document.js";
import type { Mechanism } from "./mechanism.js";
import type { PlainColumns } from "./plain.js";

const FINGERPRINT = /^sha256:[\da-f]{64}$/;

/** The plans that a plan corrects, and a digest by which reports of two plans are known to mean the same. */
export class Revision {
  /** The fingerprints of the plans that it corrects, the latest first. */
  readonly plans: readonly string[];
  readonly #digest: () => string;
  #known: string | undefined;

  constructor({ ask, forms, revises = [] }: PlanDocument, mechanism: Mechanism, { columns }: PlainColumns) {
    if (!revises.every((plan, i) => FINGERPRINT.test(plan) && revises.indexOf(plan) === i))
      throw invalid('"revises" is no list of fingerprints, each once');
    this.plans = revises;
    // Names, values and bins in their order, and the law: everything that decides what a report means, and no text that people
    // read.
    this.#digest = () => {
      const attributes = mechanism.questions.map(answered);
      const rules = mechanism.compounds.map(({ order, question, ...rule }) => rule);
      const compounds = rules.length > 0 ? rules : undefined;
      const scores = mechanism.law.scores.length > 0 ? mechanism.law.scores : undefined;
      const plain = columns.map(answered);
      return mechanism.digest(canonical({ ask, attributes, compounds, forms, plain, scores }));
    };
  }

  /** The SHA-256 of everything that decides what a report means. */
  get digest(): string {
    this.#known ??= this.#digest();
    return this.#known;
  }
}

function answered({ categories, order, question, ...rule }: Question) {
  return { ...rule, categories: categories.map(({ value }) => value) };
}

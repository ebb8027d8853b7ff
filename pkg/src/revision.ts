import { canonical } from "./canonical.js";
import { CandorError } from "./errors.js";
import type { Mechanism } from "./mechanism.js";
import type { PlainColumns } from "./plain.js";
import type { PlanDocument, Question } from "./types.js";

const FINGERPRINT = /^sha256:[\da-f]{64}$/;

/** What a plan corrects, and by which its reports are known to say what reports of those plans do. */
export class Revision {
  /** The fingerprints of the plans that it corrects, the latest first. */
  readonly plans: readonly string[];
  readonly #digest: () => string;
  #known: string | undefined;

  constructor({ ask, forms, revises = [] }: PlanDocument, mechanism: Mechanism, { columns }: PlainColumns) {
    if (!revises.every((plan, i) => FINGERPRINT.test(plan) && revises.indexOf(plan) === i))
      throw new CandorError("invalid-plan", '"revises" is no list of fingerprints, each once');
    this.plans = revises;
    // Names, values and bins in their order, and the law: whatever decides what a report says of a person, and nothing that people read.
    this.#digest = () => {
      const attributes = mechanism.questions.map(answered);
      return mechanism.digest(canonical({ ask, attributes, forms, plain: columns.map(answered) }));
    };
  }

  /** SHA-256 of that. */
  get digest(): string {
    this.#known ??= this.#digest();
    return this.#known;
  }
}

function answered({ bins, categories, name, optional }: Question) {
  return { bins, categories: categories.map(({ value }) => value), name, optional };
}

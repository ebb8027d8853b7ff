import { CandorError } from "../common/errors.js";
import type { PlainValues, Question, Report, ToldPlain } from "../common/types.js";
import { Encoder } from "./encode.js";

/** The plain columns of a plan, which reports carry without noise. The mechanism does not read them. */
export class PlainColumns {
  readonly #encoder: Encoder;

  constructor(readonly columns: readonly Question[]) {
    this.#encoder = new Encoder(columns);
  }

  /** Returns the category of every column. Throws `unknown-attribute`, `missing-answer` and `unknown-category`. */
  encode(values: PlainValues): readonly number[] {
    return Object.freeze([...this.#encoder.settled(this.#encoder.given(values))]);
  }

  /** The value of every column in a report. */
  told({ plain = [] }: Report): readonly ToldPlain[] {
    if (!Array.isArray(plain) || plain.length !== this.columns.length)
      throw misfit(`its plan has ${this.columns.length} plain columns`);
    const told = this.columns.map(({ name, categories }, i) => {
      const category = categories[plain[i]!];
      if (category !== undefined) return Object.freeze({ name, value: category.value });
      throw outOfRange(name, categories.length);
    });
    return Object.freeze(told);
  }
}

/** Adds the plain columns to a report, with the members in the order in which they are sent. */
export function carrying({ id, perturbed, plan }: Report, plain: readonly number[]): Report {
  return Object.freeze({ id, perturbed, ...(plain.length > 0 && { plain }), plan });
}

/** The error for what is no report of its plan. */
export function misfit(rule: string): CandorError {
  return new CandorError("invalid-report", `not a report: ${rule}`);
}

/** The error for a category that a question, score or plain column does not have. */
export function outOfRange(name: string, categories: number): CandorError {
  return new CandorError("category-out-of-range", `a category of "${name}" is out of range: it has ${categories}`);
}

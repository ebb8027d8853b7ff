import { Encoder } from "./encode.js";
import { CandorError, type ErrorCode } from "./errors.js";
import type { PlainValues, Question, Report, ToldPlain } from "./types.js";

/** What reports of a plan carry in clear. The module reads nothing of it, so that it is checked here as the Rust crate does. */
export class PlainColumns {
  readonly #encoder: Encoder;

  /** Throws `invalid-name`, `duplicate-attribute`, `too-few-categories` and `duplicate-category`. */
  constructor(
    readonly columns: readonly Question[],
    questions: readonly Question[],
    languages: readonly string[],
  ) {
    this.#encoder = new Encoder(columns);
    const names = new Set(questions.map(({ name }) => name));
    for (const { name, categories } of columns) {
      if (/^$|^\p{White_Space}|\p{White_Space}$|[,\p{Cc}]/u.test(name)) throw refused("invalid-name", "have no names");
      if (names.has(name)) throw refused("duplicate-attribute", `have the name "${name}" twice`);
      names.add(name);
      if (categories.length < 2) throw refused("too-few-categories", "need two categories each");
      const isTwice = (shown: readonly unknown[]) => new Set(shown).size < shown.length;
      const labels = (languages.length > 0 ? languages : [""]).map((tag) =>
        categories.map(({ value, label = value }) => (typeof label === "string" ? label : label[tag])),
      );
      if ([categories.map(({ value }) => value), ...labels].some(isTwice))
        throw refused("duplicate-category", `have a category of "${name}" twice`);
    }
  }

  /** The category of every column. Throws `unknown-attribute`, `missing-answer` and `unknown-category`. */
  encode(values: PlainValues): readonly number[] {
    return Object.freeze([...this.#encoder.encode(values)]);
  }

  /** What a report says of every column. */
  told({ plain = [] }: Report): readonly ToldPlain[] {
    if (plain.length !== this.columns.length)
      throw new CandorError("invalid-report", `not a report: its plan has ${this.columns.length} plain columns`);
    const told = this.columns.map(({ name, categories }, i) => {
      const category = categories[plain[i]!];
      if (category !== undefined) return Object.freeze({ name, value: category.value });
      throw new CandorError("category-out-of-range", `"${name}" has ${categories.length} categories`);
    });
    return Object.freeze(told);
  }
}

/** A report with what it carries in clear, its members in the order in which they are sent. */
export function carrying({ id, perturbed, plan }: Report, plain: readonly number[]): Report {
  return Object.freeze({ id, perturbed, ...(plain.length > 0 && { plain }), plan });
}

function refused(code: ErrorCode, rule: string): CandorError {
  return new CandorError(code, `the plain columns ${rule}`);
}

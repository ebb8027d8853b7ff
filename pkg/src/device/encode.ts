import { CandorError } from "../common/errors.js";
import { isPlain } from "../common/options.js";
import { attempt } from "../common/refusal.js";
import type { Answers, Question } from "../common/types.js";

/** The positions of the questions that are asked. */
export type Asked = ReadonlySet<number>;

/** Stands for a category where there is no answer. */
const ABSENT = 2 ** 32 - 1;

/** Finds the category of every answer, as `Attribute::encode` of the Rust crate defines it. */
export class Encoder {
  readonly #attributes: readonly Question[];
  readonly #positions: ReadonlyMap<string, ReadonlyMap<unknown, number>>;
  readonly #all: Asked;

  constructor(attributes: readonly Question[]) {
    this.#attributes = attributes;
    this.#positions = new Map(attributes.map(({ name, categories }) => [name, positions(categories)]));
    this.#all = new Set(attributes.keys());
  }

  /**
   * Returns the position of every answer's category, in the order of the plan. Only own enumerable members of a plain object are
   * answers. Throws `invalid-answers`, `unknown-attribute`, `missing-answer` and `unknown-category`; no message contains an
   * answer.
   */
  encode(answers: Answers): Uint32Array {
    return this.settled(this.given(answers), this.#all);
  }

  /** Encodes like `encode`, but with `ABSENT` for missing answers: `settled` handles these once it is known what is asked. */
  given(answers: Answers): Uint32Array {
    if (!isPlain(answers))
      throw new CandorError("invalid-answers", "answers must be a plain object, by attribute name");
    const own = () => ({ __proto__: null, ...answers });
    const given: Record<string, unknown> = attempt(
      own,
      "invalid-answers",
      "answers must be a plain object, by attribute name",
    );
    for (const name of Object.keys(given)) if (!this.#positions.has(name)) throw unknown(name, this.#attributes);
    return Uint32Array.from(this.#attributes, (attribute) => this.#position(attribute, given[attribute.name]));
  }

  /**
   * Replaces `ABSENT` in place: by "no answer" for an optional question that is asked, by 0 for a question that is not asked.
   * Throws `missing-answer`, and `not-asked` for an answer to a question that is not asked.
   */
  settled(given: Uint32Array, asked: Asked): Uint32Array {
    this.#attributes.forEach((attribute, i) => {
      if (given[i] === ABSENT) given[i] = asked.has(i) ? missing(attribute) : 0;
      else if (!asked.has(i)) throw notAsked(attribute);
    });
    return given;
  }

  #position(attribute: Question, answer: unknown): number {
    if (answer === undefined || answer === null) return ABSENT;
    const position = this.#positions.get(attribute.name)!.get(answer) ?? bin(attribute.bins, answer);
    if (position === undefined) throw uncategorised(attribute);
    return position;
  }
}

function unknown(attribute: string, attributes: readonly Question[]): CandorError {
  const known = attributes.slice(0, 20).map(({ name }) => name);
  return new CandorError("unknown-attribute", `no attribute is named "${attribute}"; there are: ${known.join(", ")}`, {
    attribute,
  });
}

function positions(categories: Question["categories"]): ReadonlyMap<unknown, number> {
  return new Map(categories.map(({ value }, position) => [value, position]));
}

/** Returns "no answer", the last category, of an optional question; throws for any other. */
function missing({ name, optional, categories }: Question): number {
  if (optional) return categories.length - 1;
  throw new CandorError("missing-answer", `question "${name}" has no answer and is not optional`, { attribute: name });
}

function notAsked({ name }: Question): CandorError {
  return new CandorError("not-asked", `question "${name}" has an answer and is not asked here`, {
    attribute: name,
  });
}

/** The index of the half-open bin that holds a number. */
export function bin(bins: Question["bins"], answer: unknown): number | undefined {
  if (bins === undefined || !Number.isFinite(answer)) return undefined;
  const number = answer as number;
  const last = bins.length - 1;
  const holds = (low: number | null, i: number) =>
    i < last && (low === null || number >= low) && (bins[i + 1] === null || number < bins[i + 1]!);
  const found = bins.findIndex(holds);
  return found < 0 ? undefined : found;
}

function uncategorised({ name, categories }: Question): CandorError {
  const values = categories.slice(0, 20).map(({ value }) => value);
  return new CandorError(
    "unknown-category",
    `the answer to question "${name}" is none of its ${categories.length} categories, such as ${values.join(", ")}`,
    { attribute: name },
  );
}

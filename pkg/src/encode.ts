import { attempt } from "./attempt.js";
import { CandorError } from "./errors.js";
import { isPlain } from "./options.js";
import type { Answers, Question } from "./types.js";

/** The positions of the questions that are asked. */
export type Asked = ReadonlySet<number>;

/** In place of a category: no answer. */
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
   * The position of every answer's category, in the order of the plan. Only own enumerable members of a plain object
   * are answers. Throws `invalid-answers`, `unknown-attribute`, `missing-answer` and `unknown-category`; none repeats an
   * answer.
   */
  encode(answers: Answers): Uint32Array {
    return this.settled(this.given(answers), this.#all);
  }

  /** The same, with `ABSENT` for what is not answered, which `settled` judges when it is known what is asked. */
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
   * The same categories, what is absent replaced in place: by "no answer" where it is asked and may be left out, by 0 where it
   * is not asked. Throws `missing-answer`, and `not-asked` for an answer to what is not asked.
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

/** "no answer", the last category, where the question may be left out. */
function missing({ name, optional, categories }: Question): number {
  if (optional) return categories.length - 1;
  throw new CandorError("missing-answer", `question "${name}" has no answer and is not optional`, { attribute: name });
}

function notAsked({ name }: Question): CandorError {
  return new CandorError("not-asked", `question "${name}" has an answer and is not asked here`, {
    attribute: name,
  });
}

/** The half-open bin that holds a number. */
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

import { CandorError } from "../common/errors.js";
import { offered } from "../common/offered.js";
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
    this.#positions = new Map(attributes.map((attribute) => [attribute.name, positions(attribute.categories)]));
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
   * Replaces `ABSENT` in place: by "no answer" for an optional question that is asked, by "not asked" for a follow-up whose
   * conditions do not hold, by 0 for a question that is not drawn. Throws `missing-answer`, `not-asked` for an answer to a
   * question that is not drawn, and `invalid-follow-up`.
   */
  settled(given: Uint32Array, drawn: Asked): Uint32Array {
    this.#attributes.forEach((attribute, i) => {
      const { asked_if, categories } = attribute;
      const asked = drawn.has(i) && isMet(attribute, given);
      const none = asked_if ? categories.length - 1 : 0;
      if (given[i] === ABSENT) given[i] = asked ? missing(attribute) : none;
      else if (asked_if) {
        if (asked === (given[i] === none)) throw inconsistent(attribute);
      } else if (!asked) throw notAsked(attribute);
    });
    return given;
  }

  /** The questions that these answers lead to. */
  applicable(answers: Answers): Asked {
    const given: number[] = [];
    const applicable = new Set<number>();
    this.#attributes.forEach((attribute, i) => {
      if (!isMet(attribute, given)) return;
      applicable.add(i);
      given[i] = this.#found(attribute, answers[attribute.name]) ?? ABSENT;
    });
    return applicable;
  }

  #position(attribute: Question, answer: unknown): number {
    if (answer === undefined || answer === null) return ABSENT;
    const position = this.#found(attribute, answer);
    if (position === undefined) throw uncategorised(attribute);
    return position;
  }

  #found({ bins, name }: Question, answer: unknown): number | undefined {
    return this.#positions.get(name)!.get(answer) ?? bin(bins, answer);
  }
}

/** Whether all conditions of a question hold, given the categories of earlier answers. */
function isMet({ asked_if = [] }: Question, given: ArrayLike<number>): boolean {
  return asked_if.every(({ attribute, categories }) => categories.includes(given[attribute]!));
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

/** Returns "no answer", the last category that can be answered, of an optional question; throws for any other. */
function missing(question: Question): number {
  const { asked_if, name, optional } = question;
  if (optional) return offered(question).length - 1;
  if (asked_if) throw inconsistent(question);
  throw new CandorError("missing-answer", `question "${name}" has no answer and is not optional`, { attribute: name });
}

function notAsked({ name }: Question): CandorError {
  return new CandorError("not-asked", `question "${name}" has an answer and is not asked here`, {
    attribute: name,
  });
}

/**
 * The error for a follow-up that is answered where it is not asked, or the other way round: which of these it was would tell an
 * earlier answer.
 */
function inconsistent({ name }: Question): CandorError {
  const message = `question "${name}" has to be answered exactly where it is asked`;
  return new CandorError("invalid-follow-up", message, { attribute: name });
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

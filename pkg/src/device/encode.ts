import { CandorError } from "../common/errors.js";
import { offered } from "../common/offered.js";
import { isPlain } from "../common/options.js";
import { attempt } from "../common/refusal.js";
import type { Answers, PlanCompound, Question } from "../common/types.js";

/** The positions of the questions that are asked. */
export type Asked = ReadonlySet<number>;

/** Stands for a category where there is no answer. */
const ABSENT = 2 ** 32 - 1;

/** The values that are ticked, or put in order. */
type Ticked = readonly string[] | null | undefined;

/** Finds the category of every answer, as `Attribute::encode` of the Rust crate defines it. */
export class Encoder {
  readonly #attributes: readonly Question[];
  readonly #choices: readonly PlanCompound[];
  /** For every attribute, the compound it is a choice or an item of, if it is one. */
  readonly #of: readonly (PlanCompound | undefined)[];
  /** The values that can be given, by the name under which they are, with their categories; those of choices with their attributes. */
  readonly values: ReadonlyMap<string, ReadonlyMap<unknown, number>>;
  readonly #all: Asked;

  constructor(attributes: readonly Question[], compounds: readonly PlanCompound[] = []) {
    this.#attributes = attributes;
    this.#choices = compounds.filter(({ kind }) => kind !== "rows");
    this.#of = attributes.map((_, i) => this.#choices.find((compound) => compound.attributes.includes(i)));
    this.values = new Map(
      attributes.map(({ categories, name }, i) => {
        const compound = this.#of[i];
        return compound ? [compound.name, choices(compound, attributes)] : [name, positions(categories)];
      }),
    );
    this.#all = new Set(attributes.keys());
  }

  /**
   * Returns the position of every answer's category, in the order of the plan. Only own enumerable members of a plain object are
   * answers. Throws `invalid-answers`, `unknown-attribute`, `missing-answer`, `unknown-category` and `invalid-choices`; no
   * message contains an answer.
   */
  encode(answers: Answers): Uint32Array {
    return this.settled(this.given(answers), this.#all);
  }

  /** Encodes like `encode`, but with `ABSENT` for missing answers: `settled` handles these once it is known what is asked. */
  given(answers: Answers): Uint32Array {
    if (!isPlain(answers)) throw new CandorError(...NO_OBJECT);
    const found = () => {
      const given: Answers = { __proto__: null, ...answers };
      for (const name of Object.keys(given)) if (!this.values.has(name)) throw unknown(name, [...this.values.keys()]);
      const categories = Uint32Array.from(this.#attributes, (_, i) => this.#found(i, given) ?? this.#refuse(i));
      for (const compound of this.#choices)
        checkChoices(compound, this.values.get(compound.name)!, given[compound.name] as Ticked);
      return categories;
    };
    return attempt(found, ...NO_OBJECT);
  }

  /**
   * Replaces `ABSENT` in place: by "no answer" for an optional question that is asked, by "not asked" for a follow-up whose
   * conditions do not hold, by 0 for a question that is not drawn. Throws `missing-answer`, `not-asked` for an answer to a
   * question that is not drawn, and `invalid-follow-up`.
   */
  settled(given: Uint32Array, drawn: Asked): Uint32Array {
    this.#attributes.forEach((attribute, i) => {
      const { asked_if, categories } = attribute;
      const name = this.#name(i);
      const asked = drawn.has(i) && isMet(attribute, given);
      const none = asked_if ? categories.length - 1 : 0;
      if (given[i] === ABSENT) given[i] = asked ? missing(attribute, name) : none;
      else if (asked_if) {
        if (asked === (given[i] === none)) throw inconsistent(name);
      } else if (!asked) throw notAsked(name);
    });
    return given;
  }

  /** The questions that these answers lead to, whatever the rules about how many choices may be ticked. */
  applicable(answers: Answers): Asked {
    const given: number[] = [];
    const applicable = new Set<number>();
    this.#attributes.forEach((attribute, i) => {
      if (!isMet(attribute, given)) return;
      applicable.add(i);
      given[i] = this.#found(i, answers) ?? ABSENT;
    });
    return applicable;
  }

  /** The name under which an attribute is answered. */
  #name(i: number): string {
    return (this.#of[i] ?? this.#attributes[i]!).name;
  }

  /** The category of an attribute's answer, or `ABSENT`; `undefined` where it is none that can be given. */
  #found(i: number, answers: Readonly<Record<string, unknown>>): number | undefined {
    const name = this.#name(i);
    const answer = answers[name];
    if (answer === undefined || answer === null) return ABSENT;
    const values = this.values.get(name)!;
    const compound = this.#of[i];
    if (!compound) return values.get(answer) ?? bin(this.#attributes[i]!.bins, answer);
    if (!Array.isArray(answer)) return undefined;
    const ticked = [...new Set(answer)];
    if (ticked.length < answer.length || !ticked.every((value) => values.has(value))) return undefined;
    const place = ticked.findIndex((value) => values.get(value) === i);
    if (compound.kind === "choices") return Number(place >= 0);
    return place < 0 ? compound.at_least : place;
  }

  #refuse(i: number): never {
    const name = this.#name(i);
    const values = [...this.values.get(name)!.keys()];
    const rule = this.#of[i] ? "no list of its choices, each once" : `none of its ${values.length} categories`;
    throw new CandorError(
      "unknown-category",
      `the answer to question "${name}" is ${rule}, such as ${values.slice(0, 20).join(", ")}`,
      { attribute: name },
    );
  }
}

const NO_OBJECT = ["invalid-answers", "answers must be a plain object, by attribute name"] as const;

/** The choices or items of a compound, with the positions of their attributes. */
function choices({ attributes, name }: PlanCompound, all: readonly Question[]): ReadonlyMap<unknown, number> {
  return new Map(attributes.map((i) => [all[i]!.name.slice(name.length + 1), i]));
}

/**
 * Throws `invalid-choices` where an answer breaks the rule of its compound. The message is the same whichever part of the rule is
 * broken, which would tell something of the answer.
 */
function checkChoices(
  {
    at_least = 0,
    attributes,
    excluding = [],
    at_most = attributes.length - excluding.length,
    kind,
    name,
  }: PlanCompound,
  values: ReadonlyMap<unknown, number>,
  ticked: Ticked,
): void {
  const isAlone = ticked?.some((value) => excluding.includes(values.get(value)!));
  if (!ticked || (isAlone ? ticked.length === 1 : ticked.length >= at_least && ticked.length <= at_most)) return;
  const alone = excluding.length > 0 ? ", or one that excludes all others" : "";
  const rule = kind === "ranking" ? `${at_least} of them in order` : `from ${at_least} to ${at_most} of them${alone}`;
  throw new CandorError("invalid-choices", `the choices of "${name}" break its rule: ${rule}`, { attribute: name });
}

/** Whether all conditions of a question hold, given the categories of earlier answers. */
function isMet({ asked_if = [] }: Question, given: ArrayLike<number>): boolean {
  return asked_if.every(({ attribute, categories }) => categories.includes(given[attribute]!));
}

function unknown(attribute: string, known: readonly string[]): CandorError {
  const some = known.slice(0, 20).join(", ");
  return new CandorError("unknown-attribute", `no attribute is named "${attribute}"; there are: ${some}`, {
    attribute,
  });
}

function positions(categories: Question["categories"]): ReadonlyMap<unknown, number> {
  return new Map(categories.map(({ value }, position) => [value, position]));
}

/** Returns "no answer", the last category that can be answered, of an optional question; throws for any other. */
function missing(question: Question, name: string): number {
  const { asked_if, optional } = question;
  if (optional) return offered(question).length - 1;
  if (asked_if) throw inconsistent(name);
  throw new CandorError("missing-answer", `question "${name}" has no answer and is not optional`, { attribute: name });
}

function notAsked(name: string): CandorError {
  return new CandorError("not-asked", `question "${name}" has an answer and is not asked here`, {
    attribute: name,
  });
}

/**
 * The error for a follow-up that is answered where it is not asked, or the other way round: which of these it was would tell an
 * earlier answer.
 */
function inconsistent(name: string): CandorError {
  const message = `question "${name}" has to be answered where it is asked, and nowhere else`;
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

/**
 * A plan document as the package hands it over: all its texts, in one, and all its numbers, in the order of the document's
 * members (`parts.ts`). Kinds and names of members were checked there.
 */

/** The same text for everybody, or one per language: tags between commas, none for the former. */
export interface Localized {
  readonly tags: string;
  readonly texts: readonly string[];
}

export interface Category {
  readonly label: Localized | undefined;
  readonly value: string;
}

export interface Question {
  readonly bins: readonly (number | undefined)[] | undefined;
  readonly categories: readonly Category[];
  readonly name: string;
  readonly optional: boolean;
  readonly question: Localized | undefined;
}

/** [class, how many units of it miss], ascending by class. */
export type Changes = readonly (readonly [class_: number, count: number])[];

export interface Pattern {
  readonly changes: Changes;
  readonly weight: bigint;
}

export interface Block {
  /** Positions in `units`. */
  readonly classes: readonly (readonly number[])[];
  readonly patterns: readonly Pattern[];
  readonly uniform: bigint;
  readonly units: readonly number[];
}

export interface Unit {
  readonly attributes: readonly number[];
  readonly subset_size: number;
}

export interface Form {
  readonly blocks: readonly Block[];
  readonly exchange: readonly (readonly number[])[];
  readonly units: readonly Unit[];
  readonly weight: bigint;
}

export interface PromiseAbout {
  readonly attribute: number;
  readonly column: number;
  readonly name: string;
  readonly requested: number | undefined;
  readonly requestedAttribute: number | undefined;
}

export interface Document {
  /** The canonical text of what the waves of a family share, for a wave. */
  readonly mechanism: string | undefined;
  readonly drawn: boolean;
  readonly attributes: readonly Question[];
  readonly version: number;
  readonly fingerprint: string;
  readonly forms: readonly Form[];
  readonly promises: readonly PromiseAbout[];
  readonly record: number;
  readonly lowerBound: number | undefined;
  readonly title: Localized | undefined;
}

/** Reads a plan from its parts: each of these functions takes what comes next. */
export function read(texts: string, numbers: Float64Array): Document {
  let [at, place] = [0, 0];
  const number = (): number => {
    at += 1;
    return numbers[at - 1] ?? 0;
  };
  const flag = (): boolean => number() === 1;
  const text = (): string => {
    const start = place;
    place += number();
    return texts.slice(start, place);
  };
  const weight = (): bigint => (BigInt(number()) << 32n) | BigInt(number());
  const optional = <T>(part: () => T): T | undefined => (flag() ? part() : undefined);
  const list = <T>(part: () => T): T[] => Array.from({ length: number() }, part);

  // Members are read in the order in which they are written, which is the order in which literals are evaluated.
  const numbersOf = () => list(number);
  const localized = (): Localized => ({ tags: text(), texts: list(text) });
  const category = (): Category => ({ label: optional(localized), value: text() });
  const question = (): Question => ({
    bins: optional(() => list(() => optional(number))),
    categories: list(category),
    name: text(),
    optional: flag(),
    question: optional(localized),
  });
  const change = () => [number(), number()] as const;
  const pattern = (): Pattern => ({ changes: list(change), weight: weight() });
  const block = (): Block => ({
    classes: list(numbersOf),
    patterns: list(pattern),
    uniform: weight(),
    units: numbersOf(),
  });
  const unit = (): Unit => ({ attributes: numbersOf(), subset_size: number() });
  const form = (): Form => ({
    blocks: list(block),
    exchange: optional(() => list(numbersOf)) ?? [],
    units: optional(() => list(unit)) ?? attributes.map((_, i) => ({ attributes: [i], subset_size: 1 })),
    weight: weight(),
  });
  const promise = (): PromiseAbout => ({
    attribute: number(),
    column: number(),
    name: text(),
    requested: optional(number),
    requestedAttribute: optional(number),
  });

  const mechanism = optional(text);
  const drawn = flag();
  const attributes = list(question);
  const [version, fingerprint, forms] = [number(), text(), list(form)];
  text(); // the method
  const [promises, record, lowerBound] = [list(promise), number(), optional(number)];
  text(); // the survey
  const title = optional(localized);
  return { mechanism, drawn, attributes, version, fingerprint, forms, promises, record, lowerBound, title };
}

import { CandorError } from "./errors.js";
import { isPlain } from "./options.js";
import type { Answers, Attribute } from "./types.js";

/** Finds the category of every answer, as `Attribute::encode` of the Rust crate defines it. */
export class Encoder {
  readonly #attributes: readonly Attribute[];
  readonly #positions: ReadonlyMap<string, ReadonlyMap<unknown, number>>;

  constructor(attributes: readonly Attribute[]) {
    this.#attributes = attributes;
    this.#positions = new Map(attributes.map(({ name, categories }) => [name, positions(categories)]));
  }

  /**
   * The position of every answer's category, in the order of the plan. Only own enumerable members of a plain object
   * are answers. Throws `invalid-answers`, `unknown-attribute`, `missing-answer` and `unknown-category`; none repeats an
   * answer.
   */
  encode(answers: Answers): Uint32Array {
    if (!isPlain(answers))
      throw new CandorError("invalid-answers", "answers must be a plain object, by attribute name");
    const given: Record<string, unknown> = { __proto__: null, ...answers };
    for (const name of Object.keys(given)) if (!this.#positions.has(name)) throw this.#unknown(name);
    const categories = new Uint32Array(this.#attributes.length);
    this.#attributes.forEach((attribute, i) => {
      categories[i] = this.#position(attribute, given[attribute.name]);
    });
    return categories;
  }

  #position(attribute: Attribute, answer: unknown): number {
    if (answer === undefined || answer === null) return missing(attribute);
    const position = this.#positions.get(attribute.name)!.get(answer) ?? bin(attribute.bins, answer);
    if (position === undefined) throw uncategorised(attribute);
    return position;
  }

  #unknown(name: string): CandorError {
    const known = this.#attributes.slice(0, 20).map((attribute) => attribute.name);
    return new CandorError("unknown-attribute", `no attribute is named "${name}"; there are: ${known.join(", ")}`, {
      attribute: name,
    });
  }
}

function positions(categories: Attribute["categories"]): ReadonlyMap<unknown, number> {
  return new Map(categories.map(({ value }, position) => [value, position]));
}

/** "no answer", the last category, where the question may be left out. */
function missing({ name, optional, categories }: Attribute): number {
  if (optional) return categories.length - 1;
  throw new CandorError("missing-answer", `question "${name}" has no answer and is not optional`, { attribute: name });
}

/** The half-open bin that holds a number. */
function bin(bins: Attribute["bins"], answer: unknown): number | undefined {
  if (bins === undefined || !Number.isFinite(answer)) return undefined;
  const number = answer as number;
  const last = bins.length - 1;
  const holds = (low: number | null, i: number) =>
    i < last && (low === null || number >= low) && (bins[i + 1] === null || number < bins[i + 1]!);
  const found = bins.findIndex(holds);
  return found < 0 ? undefined : found;
}

function uncategorised({ name, categories }: Attribute): CandorError {
  const values = categories.slice(0, 20).map(({ value }) => value);
  return new CandorError(
    "unknown-category",
    `the answer to question "${name}" is none of its ${categories.length} categories, such as ${values.join(", ")}`,
    { attribute: name },
  );
}

import type { ImportedAttribute } from "./imported.js";

/** The values of earlier questions after which a question is asked. */
export type Conditions = Readonly<Record<string, readonly string[]>>;

/** An attribute of an earlier question: a question, a row or a choice. */
interface Earlier {
  readonly name: string;
  /** All that it can be answered with, "no answer" included. */
  readonly values: readonly string[];
  readonly question: ImportedAttribute;
}

/** The values that earlier attributes must have, by name. */
type Found = ReadonlyMap<string, readonly string[]>;

const TOKEN = /\s*(\{[^{}]+\}|'[^'\\]*'|"[^"\\]*"|\[[^[\]]*\]|[()]|[<>=!]+|[^\s(){}'"[\]<>=!]+)\s*/gy;
const LITERAL = /^(?:'([^'\\]*)'|"([^"\\]*)"|(true|false|-?\d+(?:\.\d+)?))$/i;
const NO_ANSWER = "no answer";

/**
 * Reads `visibleIf` expressions that compare answers to earlier questions with their values, joined by "and", and by "or" where
 * both sides are about one question; `undefined` where they say anything else. A number is compared with edges of its bins.
 */
export function conditionsOf(
  expressions: readonly string[],
  earlier: readonly ImportedAttribute[],
): Conditions | undefined {
  const attributes = earlier.flatMap(attributesOf);
  const found = expressions.map((each) => new Comparisons(each, attributes).all()).reduce(both);
  const isSense = ({ name, values, question: { asked_if } }: Earlier) => {
    const some = found?.get(name)?.length;
    return some === undefined || (some > 0 && (some < values.length || asked_if !== undefined));
  };
  if (found === undefined || !attributes.every(isSense)) return undefined;
  return Object.fromEntries(
    attributes.flatMap(({ name, values }) => {
      const wanted = found.get(name);
      return wanted ? [[name, values.filter((value) => wanted.includes(value))]] : [];
    }),
  );
}

/** The attributes that a question consists of, with their values. */
function attributesOf(question: ImportedAttribute): readonly Earlier[] {
  const { bins, categories = [], choose, name, optional, places, rank, rows } = question;
  const own = bins ? ranges(bins) : (rank ?? categories).map(({ value }) => value);
  const answers = choose ? ["no", "yes"] : rank ? ranks(rank.length, places) : own;
  const values = optional ? [...answers, NO_ANSWER] : answers;
  const parts = choose || rank ? own : rows?.map((row) => row.name);
  return (parts?.map((part) => `${name}.${part}`) ?? [name]).map((name) => ({ name, values, question }));
}

function ranks(items: number, places = items): readonly string[] {
  const all = Array.from({ length: places }, (_, place) => String(place + 1));
  return places < items ? [...all, "not ranked"] : all;
}

function ranges(bins: readonly (number | null)[]): readonly string[] {
  return bins.slice(1).map((high, i) => {
    const low = bins[i];
    return low === null ? `<${high}` : high === null ? `≥${low}` : `[${low},${high})`;
  });
}

/** Reads an expression from left to right. */
class Comparisons {
  readonly #tokens: readonly string[];
  readonly #earlier: readonly Earlier[];
  #next = 0;

  constructor(text: string, earlier: readonly Earlier[]) {
    const found = [...text.matchAll(TOKEN)];
    const isWhole = found.map(([whole]) => whole).join("") === text;
    this.#tokens = isWhole ? found.map(([, token]) => token!) : [];
    this.#earlier = earlier;
  }

  all(): Found | undefined {
    const found = this.#either();
    return this.#next === this.#tokens.length ? found : undefined;
  }

  #either(): Found | undefined {
    let found = this.#both();
    while (this.#takes("or")) found = either(found, this.#both());
    return found;
  }

  #both(): Found | undefined {
    let found = this.#one();
    while (this.#takes("and")) found = both(found, this.#one());
    return found;
  }

  #one(): Found | undefined {
    if (!this.#takes("(")) return this.#comparison();
    const found = this.#either();
    return this.#takes(")") ? found : undefined;
  }

  #comparison(): Found | undefined {
    const [, name = ""] = /^\{\s*(.*?)\s*\}$/s.exec(this.#token()) ?? [];
    const operator = this.#token().toLowerCase();
    const right = operator === "notempty" ? "" : this.#token();
    const attribute = this.#earlier.find((each) => each.name === name && !each.question.choose && !each.question.rank);
    if (attribute === undefined) return this.#placed(name, operator, right) ?? this.#ticked(name, operator, right);
    const values = compared(attribute, operator, right);
    return values && new Map([[name, values]]);
  }

  /** The item that has to have a place: of `{first[0]}` the first. */
  #placed(name: string, operator: string, right: string): Found | undefined {
    const [, asked, place] = /^(.*)\[(\d+)\]$/s.exec(name) ?? [];
    const question = this.#earlier.map(({ question }) => question).find((each) => each.rank && each.name === asked);
    const isEqual = ["=", "==", "equal"].includes(operator);
    const [item, ...more] =
      (isEqual &&
        question &&
        among(
          question.rank!.map(({ value }) => value),
          [right],
        )) ||
      [];
    const { places = question?.rank?.length } = question ?? {};
    if (item === undefined || more.length > 0 || !(Number(place) < places!)) return undefined;
    return new Map([[`${asked}.${item}`, [String(Number(place) + 1)]]]);
  }

  /** The choices of a question that have to be ticked. */
  #ticked(name: string, operator: string, right: string): Found | undefined {
    const question = this.#earlier.map(({ question }) => question).find((each) => each.choose && each.name === name);
    const wanted = right.startsWith("[") ? right.slice(1, -1).split(",") : [right];
    const isOne = operator === "contains" || (operator === "anyof" && wanted.length === 1);
    const chosen =
      isOne &&
      question &&
      among(
        question.categories!.map(({ value }) => value),
        wanted,
      );
    return chosen ? new Map(chosen.map((value) => [`${name}.${value}`, ["yes"]])) : undefined;
  }

  #token(): string {
    this.#next += 1;
    return this.#tokens[this.#next - 1] ?? "";
  }

  #takes(token: string): boolean {
    const isNext = this.#tokens[this.#next]?.toLowerCase() === token;
    if (isNext) this.#next += 1;
    return isNext;
  }
}

function both(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (!one || !other) return undefined;
  const common = [...other].map(([name, values]) => {
    return [name, one.get(name)?.filter((value) => values.includes(value)) ?? values] as const;
  });
  return new Map([...one, ...common]);
}

/** Either of two conditions, which have to be about one attribute. */
function either(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (!one || !other) return undefined;
  const [name, ...more] = new Set([...one.keys(), ...other.keys()]);
  return more.length > 0 ? undefined : new Map([[name!, [...new Set([...one.get(name!)!, ...other.get(name!)!])]]]);
}

/** The values with which a comparison holds. */
function compared({ question, values }: Earlier, operator: string, right: string): readonly string[] | undefined {
  const { asked_if, bins } = question;
  const answers = values.filter((value) => value !== NO_ANSWER);
  if (operator === "notempty") return answers;
  if (bins) return within(bins, answers, operator, right);
  const isList = right.startsWith("[");
  if (operator === "anyof" && isList) return among(answers, right.slice(1, -1).split(","));
  const equal = isList ? undefined : among(answers, [right]);
  if (["=", "==", "equal"].includes(operator)) return equal;
  // Of a follow-up that is not asked it holds, too.
  if (!["<>", "!=", "notequal"].includes(operator) || asked_if) return undefined;
  return equal && values.filter((value) => !equal.includes(value));
}

/** The values of bins from an edge on, or below one. */
function within(
  bins: readonly (number | null)[],
  values: readonly string[],
  operator: string,
  right: string,
): readonly string[] | undefined {
  const edge = bins.findIndex((each) => each !== null && String(each) === right);
  if (edge < 0 || ![">=", "<"].includes(operator)) return undefined;
  return operator === "<" ? values.slice(0, edge) : values.slice(edge);
}

/** The values that equal one of these literals, each of which has to; SurveyJS ignores case and outer blanks. */
function among(values: readonly string[], literals: readonly string[]): readonly string[] | undefined {
  const wanted = literals.map((each) => {
    const [, single, double, plain] = LITERAL.exec(each.trim()) ?? [];
    return (single ?? double ?? plain)?.trim().toLowerCase();
  });
  const folded = (value: string) => value.trim().toLowerCase();
  const found = values.filter((value) => wanted.includes(folded(value)));
  return wanted.every((each) => found.some((value) => folded(value) === each)) ? found : undefined;
}

/**
 * Reads the expressions in which survey programs write conditions and rules: comparisons and calls of functions, with "and", "or", "not" and
 * parentheses. XLSForm has `${name}` and `.` for answers, LimeSurvey `name.NAOK`; both have texts in quotation marks, and numbers.
 */

/** A part of an expression. */
export type Expression =
  | { readonly kind: "and" | "or"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | { readonly kind: "call"; readonly name: string; readonly parts: readonly Expression[] }
  | { readonly kind: "comparison"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "value"; readonly value: string };

/** A comparison. */
export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";

const TOKEN =
  /\s*(?:\$\{([^{}]+)\}|"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?(?![\p{L}\p{N}_]))|([\p{L}\p{N}_][\p{L}\p{N}_.-]*)|(==|!=|<>|<=|>=|&&|\|\||[=<>!(),.]))/uy;

/** What different programs call the same. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  "=": "=",
  "==": "=",
  eq: "=",
  "!=": "!=",
  "<>": "!=",
  ne: "!=",
  "<": "<",
  lt: "<",
  "<=": "<=",
  le: "<=",
  ">": ">",
  gt: ">",
  ">=": ">=",
  ge: ">=",
};

interface Token {
  readonly kind: "variable" | "value" | "word";
  readonly text: string;
}

/** The most words and signs of an expression that is read; longer ones are nobody's simple condition, and could be nested too deeply. */
const LONGEST = 1000;

/** The error for what is no such expression. */
class Misread extends Error {}

/** Reads an expression; undefined where it is none of these. */
export function expressionIn(text: string): Expression | undefined {
  try {
    return new Reader(tokensOf(text)).whole();
  } catch (failure) {
    if (failure instanceof Misread) return undefined;
    throw failure;
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (found === null || tokens.length === LONGEST) throw new Misread();
    const [, variable, double, single, number, name, sign] = found;
    const value = double ?? single ?? number;
    if (variable !== undefined) tokens.push({ kind: "variable", text: variable.trim() });
    else if (value !== undefined) tokens.push({ kind: "value", text: value });
    else tokens.push({ kind: "word", text: name ?? sign ?? "" });
  }
  return tokens;
}

/** Reads tokens from left to right: "or" joins what "and" joins, and that what is compared. */
class Reader {
  #place = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const read = this.#alternatives();
    if (this.#place < this.#tokens.length) throw new Misread();
    return read;
  }

  #alternatives(): Expression {
    return this.#joined("or", ["or", "||"], () => this.#joined("and", ["and", "&&"], () => this.#compared()));
  }

  #joined(kind: "and" | "or", signs: readonly string[], part: () => Expression): Expression {
    const parts = [part()];
    while (this.#taken(signs) !== undefined) parts.push(part());
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind, parts };
  }

  #compared(): Expression {
    if (this.#taken(["!"]) !== undefined) return { kind: "not", part: this.#compared() };
    const left = this.#term();
    const sign = this.#taken(Object.keys(OPERATORS));
    const operator = sign === undefined ? undefined : OPERATORS[sign];
    return operator === undefined ? left : { kind: "comparison", operator, left, right: this.#term() };
  }

  #term(): Expression {
    const token = this.#tokens[this.#place];
    this.#place += 1;
    if (token === undefined) throw new Misread();
    if (token.kind === "variable") return { kind: "variable", name: token.text };
    if (token.kind === "value") return { kind: "value", value: token.text };
    if (token.text === "(") {
      const inside = this.#alternatives();
      this.#expect(")");
      return inside;
    }
    if (token.text !== "." && !/^[\p{L}\p{N}_]/u.test(token.text)) throw new Misread();
    if (this.#taken(["("]) === undefined) return { kind: "variable", name: token.text };
    const parts = this.#arguments();
    const [only] = parts;
    const name = token.text.toLowerCase();
    return name === "not" && parts.length === 1 && only ? { kind: "not", part: only } : { kind: "call", name, parts };
  }

  #arguments(): readonly Expression[] {
    const parts: Expression[] = [];
    if (this.#taken([")"]) !== undefined) return parts;
    do parts.push(this.#alternatives());
    while (this.#taken([","]) !== undefined);
    this.#expect(")");
    return parts;
  }

  /** The next token, which is passed, if it is one of these words. */
  #taken(words: readonly string[]): string | undefined {
    const token = this.#tokens[this.#place];
    const text = token?.kind === "word" ? token.text.toLowerCase() : undefined;
    if (text === undefined || !words.includes(text)) return undefined;
    this.#place += 1;
    return text;
  }

  #expect(word: string): void {
    if (this.#taken([word]) === undefined) throw new Misread();
  }
}

import { COUNTS, EXPRESSIONS, FUNCTIONS, LISTS, LOOKUPS, TEXTS, VALUES } from "./allowed.js";
import { type Call, type Expression, type ExpressionParser, parsed } from "./expression.js";
import { type PrivateNames, referencesIn } from "./names.js";

/** What a text reads that it must not, for the sentence of a refusal. */
export interface Reading {
  readonly reads: string;
  /** The private name, where that is known. */
  readonly name?: string;
}

/** Finds what texts of a survey read of private answers. */
export class Reader {
  readonly #parser: ExpressionParser;
  readonly #private: PrivateNames;
  /** Whether private answers decide what is seen, so that counts of it tell of them. */
  readonly #steered: boolean;

  constructor(parser: ExpressionParser, names: PrivateNames, steered: boolean) {
    this.#parser = parser;
    this.#private = names;
    this.#steered = steered;
  }

  /** What the text of a member reads, by the member's name; one that is not known may be anything. */
  member(property: string, text: string): Reading | undefined {
    const referred = first(referencesIn(text), (each) => this.#reference(each));
    if (referred !== undefined || [TEXTS, VALUES, LISTS].some((literal) => literal.has(property))) return referred;
    return EXPRESSIONS.has(property) ? this.#expression(text) : this.#anything(text);
  }

  /** What an expression calls that could read anything; what it refers to is not looked at. */
  calls(text: string): Reading | undefined {
    const expression = parsed(this.#parser, text);
    return expression && called(expression);
  }

  /** What a text reads that may be a name, a reference without braces, or an expression. */
  #anything(text: string): Reading | undefined {
    return this.#reference(text) ?? this.#expression(text);
  }

  #expression(text: string): Reading | undefined {
    const expression = parsed(this.#parser, text);
    if (expression === undefined) return undefined;
    const { variables, constants, calls } = expression;
    const found = first(variables, (each) => this.#reference(each)) ?? called(expression);
    if (found !== undefined || !calls.some(({ name }) => LOOKUPS.has(name))) return found;
    return first(constants, (each) => (each === text ? this.#reference(each) : this.#anything(each)));
  }

  #reference(written: string): Reading | undefined {
    const reference = written.trim().replace(/^#+/, "");
    const name = this.#private.within(reference);
    if (name !== undefined) return { reads: `reads the answer to private question "${name}"`, name };
    if (/^\$[\p{L}_]/u.test(reference))
      return { reads: `reads a property of an element ("${reference}"), by which every answer can be reached` };
    if (this.#steered && COUNTS.has(reference.toLowerCase()))
      return { reads: `reads "${reference}", which tells how many private questions are visible` };
    return undefined;
  }
}

/** A call that may read what it is not given. */
function called({ calls, unknown }: Expression): Reading | undefined {
  if (unknown.length > 0) return { reads: `has an operand of the kind "${unknown[0]}", which may read anything` };
  const [call] = calls.filter((each) => !FUNCTIONS.has(each.name) && !looksUpConstants(each));
  return call && { reads: `calls "${call.name}", which may read anything` };
}

/** Whether everything that is looked up is written there. */
function looksUpConstants({ name, parameters }: Call): boolean {
  if (!LOOKUPS.has(name)) return false;
  return parameters.slice(name === "displayValue" ? 0 : 1).every((kind) => kind === "const");
}

function first<T>(texts: readonly T[], reading: (text: T) => Reading | undefined): Reading | undefined {
  for (const each of texts) {
    const found = reading(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

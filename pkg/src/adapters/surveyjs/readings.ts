import { COUNTS, EXPRESSIONS, FUNCTIONS, LISTS, LOOKUPS, TEXTS, VALUES } from "./allowed.js";
import { type Call, type Expression, type ExpressionParser, parsed } from "./expression.js";
import { type PrivateNames, referencesIn } from "./names.js";

/** Something that a text reads and must not, worded for an error message. */
export interface Reading {
  readonly reads: string;
  /** The private name that is read, where it is known. */
  readonly name?: string;
}

/** Finds out which private answers the texts of a survey read. */
export class Reader {
  readonly #parser: ExpressionParser;
  readonly #private: PrivateNames;
  /** Whether private answers decide what is visible, so that counts of visible questions reveal something about them. */
  readonly #steered: boolean;

  constructor(parser: ExpressionParser, names: PrivateNames, steered: boolean) {
    this.#parser = parser;
    this.#private = names;
    this.#steered = steered;
  }

  /**
   * What the text of a member reads. The member's name says whether it is a text or an expression; under an unknown name it may
   * be either.
   */
  member(property: string, text: string): Reading | undefined {
    const referred = first(referencesIn(text), (each) => this.#reference(each));
    if (referred !== undefined || [TEXTS, VALUES, LISTS].some((literal) => literal.has(property))) return referred;
    return EXPRESSIONS.has(property) ? this.#expression(text) : this.#anything(text);
  }

  /** Whether an expression calls something that could read anything; its references are not checked. */
  calls(text: string): Reading | undefined {
    const expression = parsed(this.#parser, text);
    return expression && called(expression);
  }

  /** What a text reads if it may be a name, a reference without braces, or an expression. */
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
      return { reads: `reads "${reference}", which reveals how many private questions are visible` };
    return undefined;
  }
}

/** Finds a call that may read more than its parameters. */
function called({ calls, unknown }: Expression): Reading | undefined {
  if (unknown.length > 0) return { reads: `has an operand of the kind "${unknown[0]}", which may read anything` };
  const [call] = calls.filter((each) => !FUNCTIONS.has(each.name) && !looksUpConstants(each));
  return call && { reads: `calls "${call.name}", which may read anything` };
}

/** Whether every name that the call looks up is a constant in the expression. */
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

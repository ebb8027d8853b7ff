import { CandorError } from "../common/errors.js";
import { needed } from "../common/runtime.js";
import type { PlainValues } from "../common/types.js";
import { readersLanguages } from "../plan/languages.js";
import type { LoadOptions } from "../plan/load-plan.js";
import { probablyMeant } from "./misspelling.js";

/**
 * Reads and checks the attributes of an element. Unknown ones are refused: a misspelt attribute would be a check that is silently
 * not made.
 */
export class Attributes {
  readonly #element: HTMLElement;

  /** Throws `invalid-options` where the element has an attribute that is neither known nor allowed on every element. */
  constructor(element: HTMLElement, known: readonly string[]) {
    this.#element = element;
    for (const name of element.getAttributeNames())
      if (!known.includes(name) && !EVERY.includes(name) && !FOREIGN.test(name)) checkUnknown(name, known);
  }

  /** Returns the value of a required attribute. */
  needed(name: string): string {
    const text = this.#element.getAttribute(name);
    if (text === null || text.trim() === "") throw invalid(`the attribute "${name}" is needed`);
    return text;
  }

  /** Returns one of the choices, the first if the attribute is missing. */
  one<const Choice extends string>(name: string, ...choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.#element.getAttribute(name) ?? choices[0];
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw invalid(`the attribute "${name}" is none of ${choices.join(", ")}`);
    return found;
  }

  /** The plain columns that the page fills in, written like a query: `region=north&arm=call`. */
  plain(): PlainValues {
    const values = [...new (needed("URLSearchParams"))(this.#element.getAttribute("plain") ?? "")];
    const filled = Object.fromEntries(values);
    if (Object.keys(filled).length === values.length) return filled;
    throw invalid('the attribute "plain" has a column twice');
  }

  /** The options for `loadPlan`. */
  accepted(): LoadOptions {
    const most = Number(this.needed("max-record-epsilon"));
    if (!(most > 0 && most < Number.POSITIVE_INFINITY))
      throw invalid('the attribute "max-record-epsilon" is not a number above 0');
    const has = (name: string) => this.#element.hasAttribute(name);
    return {
      maxRecordEpsilon: most,
      language: wanted(this.#element),
      ...(has("fingerprint") && { fingerprint: this.needed("fingerprint") }),
      ...(has("public-key") && { publicKey: this.needed("public-key") }),
    };
  }
}

/** The attributes that name a plan, limit what is accepted, and fill in plain columns. */
export const OF_PLAN = ["plan", "max-record-epsilon", "fingerprint", "public-key", "plain"];

/** The attributes allowed on every element: HTML's global attributes, and those that browsers add. */
const EVERY = (
  "accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts headingoffset " +
  "headingreset hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot " +
  "spellcheck style tabindex title translate virtualkeyboardpolicy writingsuggestions xmlns anchor elementtiming focusgroup"
).split(" ");

/**
 * Attributes that frameworks and browser extensions add: with a character that none of our names has (`@click`, `:class`,
 * `[value]`, `#ref`, `_ngcontent-…`, `wire:model`, `q:id`), or with one of their prefixes.
 */
const FOREIGN = /^([^a-z]|(aria|data|v|x|hx|ng|up|phx|astro|svelte)-|on)|[:.]/;
/** Other foreign names, unless they resemble one of ours: `b-4f2k1` is accepted, `max-epsilon` is treated as a misspelling. */
const SHORT = /^[a-z]{1,3}-|[^a-z-]/;

/** Throws `invalid-options` for an unknown name, in particular one that was probably meant to be a known one. */
function checkUnknown(name: string, known: readonly string[]): void {
  const meant = probablyMeant(name, known);
  if (meant !== undefined) throw invalid(`there is no attribute "${name}": probably "${meant}" was meant`);
  if (!SHORT.test(name)) throw invalid(`there is no attribute "${name}"`);
}

/** The languages of an element's reader: its own `lang`, then the browser's languages. */
export function wanted(element: HTMLElement): readonly string[] {
  return [...(element.lang === "" ? [] : [element.lang]), ...readersLanguages()];
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-options", rule);
}

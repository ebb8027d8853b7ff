import { CandorError } from "../errors.js";
import type { LoadOptions } from "../index.js";
import { readersLanguages } from "../languages.js";
import type { PlainValues } from "../types.js";
import { probablyMeant } from "./misspelling.js";

/** What an element is told by attributes, own and checked: one that is misspelt would be a check that nobody makes. */
export class Attributes {
  readonly #element: HTMLElement;

  /** Throws `invalid-options` where the element has an attribute that is neither one of these nor of every element. */
  constructor(element: HTMLElement, known: readonly string[]) {
    this.#element = element;
    for (const name of element.getAttributeNames())
      if (!known.includes(name) && !EVERY.includes(name) && !FOREIGN.test(name)) checkUnknown(name, known);
  }

  /** What stands in an attribute that is needed. */
  needed(name: string): string {
    const text = this.#element.getAttribute(name);
    if (text === null || text.trim() === "") throw invalid(`the attribute "${name}" is needed`);
    return text;
  }

  /** One of these, the first where the attribute is not there. */
  one<const Choice extends string>(name: string, ...choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.#element.getAttribute(name) ?? choices[0];
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw invalid(`the attribute "${name}" is none of ${choices.join(", ")}`);
    return found;
  }

  /** What the page fills in of the plain columns, written like a query: `region=north&arm=call`. */
  plain(): PlainValues {
    const values = [...new URLSearchParams(this.#element.getAttribute("plain") ?? "")];
    const filled = Object.fromEntries(values);
    if (Object.keys(filled).length === values.length) return filled;
    throw invalid('the attribute "plain" has a column twice');
  }

  /** What `loadPlan` accepts. */
  accepted(): LoadOptions {
    const most = Number(this.needed("max-record-epsilon"));
    if (!(most > 0 && most < Number.POSITIVE_INFINITY))
      throw invalid('the attribute "max-record-epsilon" is no number above 0');
    const has = (name: string) => this.#element.hasAttribute(name);
    return {
      maxRecordEpsilon: most,
      language: wanted(this.#element),
      ...(has("fingerprint") && { fingerprint: this.needed("fingerprint") }),
      ...(has("public-key") && { publicKey: this.needed("public-key") }),
    };
  }
}

/** What names a plan, what is accepted of it, and what the page fills in. */
export const OF_PLAN = ["plan", "max-record-epsilon", "fingerprint", "public-key", "plain"];

/** The attributes of every element: those of HTML, and those that browsers have beside. */
const EVERY = (
  "accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts headingoffset " +
  "headingreset hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot " +
  "spellcheck style tabindex title translate virtualkeyboardpolicy writingsuggestions xmlns anchor elementtiming focusgroup"
).split(" ");

/**
 * What frameworks add, and browsers' extensions: with a sign that no name of ours has (`@click`, `:class`, `[value]`, `#ref`, `_ngcontent-…`,
 * `wire:model`, `q:id`), or after a prefix of theirs.
 */
const FOREIGN = /^([^a-z]|(aria|data|v|x|hx|ng|up|phx|astro|svelte)-|on)|[:.]/;
/** Prefixes of others, unless what follows is of ours: `b-4f2k1` is none of ours, `max-epsilon` is meant to be. */
const SHORT = /^[a-z]{1,3}-|[^a-z-]/;

/** Throws `invalid-options` for a name that is none, or that was meant to be one of these. */
function checkUnknown(name: string, known: readonly string[]): void {
  const meant = probablyMeant(name, known);
  if (meant !== undefined) throw invalid(`there is no attribute "${name}": probably "${meant}" was meant`);
  if (!SHORT.test(name)) throw invalid(`there is no attribute "${name}"`);
}

/** The languages of who reads an element: that of its own `lang`, then the browser's. */
export function wanted(element: HTMLElement): readonly string[] {
  return [...(element.lang === "" ? [] : [element.lang]), ...readersLanguages()];
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-options", rule);
}

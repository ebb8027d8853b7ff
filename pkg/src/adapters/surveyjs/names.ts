/** The names of private values, with the ways in which SurveyJS's texts can refer to them. */
export class PrivateNames {
  readonly #names = new Map<string, RegExp>();

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    // A reference may be longer than the name: `{smoker.length}`, `{smoker-Comment}`, `{panel.smoker}`, `{smoker[0]}`.
    const written = folded(name).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    this.#names.set(name, new RegExp(`(?<![\\p{L}\\p{N}_])${written}(?![\\p{L}\\p{N}_])`, "u"));
  }

  /** Returns the private name that a reference, or any other text, contains as a word. */
  within(reference: string): string | undefined {
    const text = folded(reference);
    for (const [name, word] of this.#names) if (word.test(text)) return name;
    return undefined;
  }

  /** Returns the private name that equals this one, in any case. */
  same(name: string): string | undefined {
    return [...this.#names.keys()].find((each) => folded(each) === folded(name));
  }
}

/** Folds case: references are case-insensitive, in some places by the rules of the browser's language. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("i\u0307", "i");
}

/** The references in a text, between braces. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, reference]) => reference!.trim());
}

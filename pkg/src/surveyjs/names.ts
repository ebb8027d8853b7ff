/** Names whose values are private, and how SurveyJS lets texts refer to them. */
export class PrivateNames {
  readonly #names = new Map<string, RegExp>();

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    // A reference may go on: `{smoker.length}`, `{smoker-Comment}`, `{panel.smoker}`, `{smoker[0]}`.
    const written = folded(name).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    this.#names.set(name, new RegExp(`(?<![\\p{L}\\p{N}_])${written}(?![\\p{L}\\p{N}_])`, "u"));
  }

  /** The private name that a reference, or any other text, has as a word. */
  within(reference: string): string | undefined {
    const text = folded(reference);
    for (const [name, word] of this.#names) if (word.test(text)) return name;
    return undefined;
  }

  /** The private name that this is. */
  same(name: string): string | undefined {
    return [...this.#names.keys()].find((each) => folded(each) === folded(name));
  }
}

/** References name in any case, and in some places in the case of the browser's language. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("i\u0307", "i");
}

/** What a text refers to between braces. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, reference]) => reference!.trim());
}

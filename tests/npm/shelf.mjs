/** A storage as a caller may have: one person's. */
export class Shelf {
  texts = new Map();

  async read(keys) {
    return keys.map((key) => this.texts.get(key));
  }

  async update(keys, change) {
    const next = change(keys.map((key) => this.texts.get(key)));
    keys.forEach((key, i) => void this.texts.set(key, next[i]));
    return next;
  }

  /** What is kept under keys that begin so. */
  kept(beginning) {
    return [...this.texts].filter(([key, text]) => key.startsWith(beginning) && text !== undefined);
  }
}

/** A storage that a caller might provide, for one person. */
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

  /** The values of keys that begin with this. */
  kept(beginning) {
    return [...this.texts].filter(([key, text]) => key.startsWith(beginning) && text !== undefined);
  }
}

/** Identifiers of what is written: for this page alone, they are in no document. */

/** A new one. */
export function fresh(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), "");
}

/** Identifiers of a draft's parts, used only within this page and in no document. */

/** Returns a new random identifier. */
export function fresh(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), "");
}

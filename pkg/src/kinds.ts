/** Kinds of options that lists have. */

/** A list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** A list of lists of texts. */
export function isTables(value: unknown): boolean {
  return Array.isArray(value) && value.every(isTexts);
}

/** A list of numbers. */
export function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "number");
}

/** A whole number from 0 that doubles hold exactly. */
export function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

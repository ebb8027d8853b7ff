/** Checks the values of options that are lists or whole numbers. */

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Whether a value is a list of lists of texts. */
export function isTables(value: unknown): boolean {
  return Array.isArray(value) && value.every(isTexts);
}

/** Whether a value is a list of numbers. */
export function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "number");
}

/** Whether a value is a non-negative safe integer. */
export function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

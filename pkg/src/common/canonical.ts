/**
 * Writes canonical JSON (RFC 8785): members sorted by UTF-16 code units, no blanks; `JSON.stringify` already writes numbers and
 * strings by its rules. A value whose members are in order, such as a published plan, is not copied.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(isSorted(value) ? value : sorted(value));
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSorted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let last = "";
  for (const name of Object.keys(value)) {
    if (name < last || !isSorted((value as Record<string, unknown>)[name])) return false;
    last = name;
  }
  return true;
}

/** Copies a value with its members sorted. A replacer function of `JSON.stringify` would take several times as long. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no blanks; numbers and strings are already written
 * by ECMAScript's rules. Members that are in order already, as in a plan that was published, need no sorted copy.
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

/** A copy whose members are sorted; a writer that asks a function for every value takes several times as long. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no blanks; numbers and strings are already written
 * by ECMAScript's rules.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (isObject(member) ? sorted(member) : member));
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((name) => [name, object[name]]),
  );
}

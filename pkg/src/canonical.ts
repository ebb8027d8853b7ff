/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no blanks; numbers and strings are already written
 * by ECMAScript's rules.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** The canonical JSON of an object from that of its members, which may then stand in several. */
export function joined(members: Readonly<Record<string, string>>): string {
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${members[name]}`).join()}}`;
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy whose members are sorted; a writer that asks a function for every value takes several times as long. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) copy[name] = sorted(value[name]);
  return copy;
}

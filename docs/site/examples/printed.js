/** Values as an example prints them. */

/** In characters, how long an object may be that is on one line. */
const LINE = 72;

/** A text as it is, an error with its code, an object as JSON. */
export function printed(value) {
  if (value instanceof Error) return `${[value.name, value.code].filter(Boolean).join(" ")}: ${value.message}`;
  if (typeof value !== "object" || value === null) return String(value);
  try {
    const line = JSON.stringify(value, inJson);
    return line.length <= LINE ? line : JSON.stringify(value, inJson, 1);
  } catch {
    return String(value); // It contains itself.
  }
}

/** What JSON has no words for. */
function inJson(_, value) {
  if (value instanceof Error) return printed(value);
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) return [...value];
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return ["bigint", "function", "symbol"].includes(typeof value) ? String(value) : value;
}

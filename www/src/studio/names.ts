/** Makes names for tables and files from texts. */

/** The maximum length of a made name. */
const LONG = 24;

/** Converts `text` to lower-case letters, digits and hyphens; returns `otherwise` if none are left. */
export function nameOf(text: string, otherwise: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = [...letters].slice(0, LONG).join("").replace(/-+$/, "");
  return short === "" ? otherwise : short;
}

/** Returns `name`, with a number appended if it is taken. */
export function untaken(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

/** Names for tables and files, made from what people read. */

/** The most letters of a name that is made. */
const LONG = 24;

/** `text` in small letters, digits and hyphens; `otherwise` where nothing of it can be. */
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

/** `name`, or with a number after it where it is taken. */
export function untaken(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

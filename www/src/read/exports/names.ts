/** Names of variables that both Stata and SPSS take, and texts cut to the lengths that these take. */

import { utf8 } from "./bytes";

/** The longest name: Stata counts characters, SPSS bytes. */
const LONGEST = { bytes: 64, characters: 32 };

/** Words that Stata or SPSS keep for themselves. */
const RESERVED = /^(all|and|by|eq|ge|gt|le|lt|ne|not|or|to|with|byte|double|float|if|in|int|long|using|str\d+|strl)$/i;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Gives variables names that differ from each other also where capitals do not count. */
export class Names {
  readonly #taken: Set<string>;

  /** `taken` are the names that others have. */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  /** A name like this one: of letters, digits and `_`, and free. */
  of(name: string): string {
    const plain = name.normalize("NFC").replace(/[^\p{L}\p{Nd}_]/gu, "_");
    const begun = /^\p{L}/u.test(plain) && !RESERVED.test(plain) ? plain : `q_${plain}`;
    for (let copy = 1; ; copy += 1) {
      const ending = copy === 1 ? "" : `_${copy}`;
      const { bytes, characters } = LONGEST;
      const free = start(begun, bytes - ending.length, characters - ending.length) + ending;
      if (this.#taken.has(free.toLowerCase())) continue;
      this.#taken.add(free.toLowerCase());
      return free;
    }
  }
}

/** A text of at most so many bytes and characters; what is cut off leaves an ellipsis. */
export function cut(text: string, bytes: number, characters = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const fits = utf8(line).length <= bytes && [...line].length <= characters;
  return fits ? line : `${start(line, bytes - utf8("…").length, characters - 1)}…`;
}

/** The start of a text that is not cut within a character as people see it. */
function start(text: string, bytes: number, characters: number): string {
  let [kept, size, length] = ["", 0, 0];
  for (const { segment } of GRAPHEMES.segment(text)) {
    size += utf8(segment).length;
    length += [...segment].length;
    if (size > bytes || length > characters) return kept;
    kept += segment;
  }
  return kept;
}

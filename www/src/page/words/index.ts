/** Words in a language, out of those there are. */

import { base } from "../language";

/** Those of a tag's language; `english` where there are none, or none come. */
export async function wordsOf<Words>(
  tag: string,
  english: Words,
  others: Readonly<Record<string, () => Promise<Words>>>,
): Promise<Words> {
  const language = base(tag);
  const coming = Object.hasOwn(others, language) ? others[language]?.() : undefined;
  return (await coming?.catch(() => english)) ?? english;
}

/** Loads words in one of the available languages. */

import { base } from "../language";

/** Loads the words of a tag's language; `english` where there are none, or they cannot be loaded. */
export async function wordsOf<Words>(
  tag: string,
  english: Words,
  others: Readonly<Record<string, () => Promise<Words>>>,
): Promise<Words> {
  const language = base(tag);
  const coming = Object.hasOwn(others, language) ? others[language]?.() : undefined;
  return (await coming?.catch(() => english)) ?? english;
}

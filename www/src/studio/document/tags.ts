/** Tags of languages. */

/** The canonical form of a language tag; undefined for what is none. */
export function tagged(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0];
  } catch {
    return undefined;
  }
}

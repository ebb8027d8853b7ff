/**
 * Chooses one of `languages` for a reader of the languages `wanted`, the preferred first: the closest match of the first that is
 * available in any script or region. Otherwise English, or without it the first of `languages`; `undefined` if there are none.
 */
export function chosenLanguage(languages: readonly string[], wanted: readonly string[]): string | undefined {
  for (const tag of [...wanted, "en"]) {
    // Comparing tags takes milliseconds the first time.
    const same = languages.find((language) => language.toLowerCase() === tag.toLowerCase());
    if (same) return same;
    const [best] = languages
      .map((language) => ({ language, likeness: likeness(tag, language) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness);
    if (best) return best.language;
  }
  return languages[0];
}

/**
 * The similarity of two tags: 0 for different languages, else higher for the same script, and then for the same region; missing
 * scripts and regions are assumed to be the likely ones.
 */
function likeness(one: string, other: string): number {
  try {
    const [own, its] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()];
    return own.language === its.language
      ? 1 + 2 * Number(own.script === its.script) + Number(own.region === its.region)
      : 0;
  } catch {
    return 0; // One of them is no language tag.
  }
}

/** The languages that the browser is set to. */
export function readersLanguages(): readonly string[] {
  return globalThis.navigator?.languages ?? [];
}

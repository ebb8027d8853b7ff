/**
 * The one of `languages` for somebody who reads those `wanted`, the preferred first: of the first of them that is there in
 * any script or region, the likest. Else English, or without it the first; none of none.
 */
export function chosenLanguage(languages: readonly string[], wanted: readonly string[]): string | undefined {
  for (const tag of [...wanted, "en"]) {
    const [best] = languages
      .map((language) => ({ language, likeness: likeness(tag, language) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((one, other) => other.likeness - one.likeness);
    if (best) return best.language;
  }
  return languages[0];
}

/** Above 0 for the same language, more for its script, then its region, as they are or as they are likely. */
function likeness(one: string, other: string): number {
  try {
    if (one.toLowerCase() === other.toLowerCase()) return 5;
    const [own, its] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()];
    return own.language === its.language
      ? 1 + 2 * Number(own.script === its.script) + Number(own.region === its.region)
      : 0;
  } catch {
    return 0; // It is no language tag.
  }
}

/** The languages of whoever sits at this device. */
export function readersLanguages(): readonly string[] {
  return globalThis.navigator?.languages ?? [];
}

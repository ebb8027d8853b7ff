/** Days as people read them. */

/** A moment's day in a language: where the reader is, or in the zone named. */
export function dayOf(moment: string, language: string, timeZone?: "UTC"): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone }).format(new Date(moment));
}

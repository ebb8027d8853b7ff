/** Formats days. */

/** Formats the day of a moment in a language, in the reader's time zone or the given one. */
export function dayOf(moment: string, language: string, timeZone?: "UTC"): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone }).format(new Date(moment));
}

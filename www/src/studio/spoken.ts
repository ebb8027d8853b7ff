/** Reads texts of plans, which may be in several languages. */

import type { LocalizedText } from "candor";

/** Returns a text in a language, or in its own first language. */
export function spoken(text: LocalizedText, language: string): string {
  return typeof text === "string" ? text : (text[language] ?? Object.values(text)[0] ?? "");
}

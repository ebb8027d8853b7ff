/** Texts of plans, which may be in several languages. */

import type { LocalizedText } from "candor";

/** A text in a language, or in its first one. */
export function spoken(text: LocalizedText, language: string): string {
  return typeof text === "string" ? text : (text[language] ?? Object.values(text)[0] ?? "");
}

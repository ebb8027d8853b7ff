import type { CandorError } from "../../errors.js";
import { chosenLanguage } from "../../languages.js";
import { ar } from "./ar.js";
import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { ja } from "./ja.js";
import type { Reason, Words } from "./words.js";

/** A file for each language, and its name here; the first is that of whoever reads none of them. */
const LANGUAGES: Readonly<Record<string, Words>> = { en, ar, de, es, fr, ja };

/** Words in a language. */
export interface Spoken {
  readonly language: string;
  readonly words: Words;
  /** Which way it is written. */
  readonly direction: "ltr" | "rtl";
}

/** The words for somebody who reads these languages, the preferred first. */
export function spoken(wanted: readonly string[]): Spoken {
  const language = chosenLanguage(Object.keys(LANGUAGES), wanted)!;
  return { language, words: LANGUAGES[language]!, direction: language === "ar" ? "rtl" : "ltr" };
}

/** Why something was refused, with its stable code. */
export function because({ words }: Spoken, code = "internal"): string {
  return `${words.reasons[code as Reason] ?? words.wrong} (${code})`;
}

/** What only whoever wrote the page can repair, in the error's own words: English, and without an answer. */
export function forTheAuthor({ code, message }: CandorError): string | undefined {
  return code === "invalid-options" || code === "form-mismatch" ? message : undefined;
}

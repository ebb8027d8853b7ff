import type { CandorError } from "../../common/errors.js";
import { chosenLanguage } from "../../plan/languages.js";
import { ar } from "./ar.js";
import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { ja } from "./ja.js";
import type { Reason, Words } from "./words.js";

/** The languages, one file each; the first is for readers of none of them. */
const LANGUAGES: Readonly<Record<string, Words>> = { en, ar, de, es, fr, ja };

/** The words of a language, with its tag and direction. */
export interface Spoken {
  readonly language: string;
  readonly words: Words;
  /** The direction of its script. */
  readonly direction: "ltr" | "rtl";
}

/** The words for somebody who reads these languages, the preferred first. */
export function spoken(wanted: readonly string[]): Spoken {
  const language = chosenLanguage(Object.keys(LANGUAGES), wanted)!;
  return { language, words: LANGUAGES[language]!, direction: language === "ar" ? "rtl" : "ltr" };
}

/** Says why something was refused, with the stable code. */
export function because({ words }: Spoken, code = "internal"): string {
  return `${words.reasons[code as Reason] ?? words.wrong} (${code})`;
}

/** The error's own message, in English and without any answer, for errors that only the page's author can repair. */
export function forTheAuthor({ code, message }: CandorError): string | undefined {
  return code === "invalid-options" || code === "form-mismatch" ? message : undefined;
}

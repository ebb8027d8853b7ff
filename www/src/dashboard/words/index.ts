/** The words of the dashboard: English with the page, any other language in a file of its own, which only its readers load. */

import type { SurveyLanguage } from "../../page/language";
import { wordsOf } from "../../page/words";
import { en } from "./en";
import type { Words } from "./words";

const OTHERS: Readonly<Record<Exclude<SurveyLanguage, "en">, () => Promise<Words>>> = {
  es: async () => (await import("./es")).es,
  ja: async () => (await import("./ja")).ja,
  ar: async () => (await import("./ar")).ar,
  fr: async () => (await import("./fr")).fr,
  de: async () => (await import("./de")).de,
};

/** The words in a language; in English where there are none, or none come. */
export function wordsIn(tag: string): Promise<Words> {
  return wordsOf(tag, en, OTHERS);
}

export type { Words };

/**
 * The words of the respondent's page. English is part of the page; any other language is a file of its own, which only its
 * readers load. Such a file imports nothing from the page, since the page itself is one file.
 */

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

/** Loads the words of a language; English where there are none, or they cannot be loaded. */
export function wordsIn(tag: string): Promise<Words> {
  return wordsOf(tag, en, OTHERS);
}

export type { Words };

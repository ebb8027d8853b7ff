/**
 * The language of a page: the last one chosen here, or the first of the browser's languages that is available. A survey may have
 * other languages than the page.
 */

/** The languages of the pages for authors: tags with the languages' own names. */
export const LANGUAGES = { en: "English", es: "Español", ja: "日本語", ar: "العربية" } as const;

/** The languages of the demonstration survey's pages: those in which the package writes promises. */
export const SURVEY_LANGUAGES = { ...LANGUAGES, fr: "Français", de: "Deutsch" } as const;

/** A language of the pages for authors. */
export type Language = keyof typeof LANGUAGES;

/** A language of the survey's pages. */
export type SurveyLanguage = keyof typeof SURVEY_LANGUAGES;

/** Words in every language of the pages for authors: a missing language is a compile-time error. */
export type InEvery<Words> = Readonly<Record<Language, Words>>;

const KEY = "language";
const RIGHT_TO_LEFT: readonly string[] = ["ar"];

/** The language part of a tag: "pt" of "pt-BR". */
export function base(tag: string | null): string {
  return tag?.toLowerCase().split("-")[0] ?? "";
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The direction of a language's script. */
export function direction(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(base(tag)) ? "rtl" : "ltr";
}

/** Chooses the language in which a page opens, and marks the page as being in it. */
export function openLanguage<Tag extends string>(languages: Readonly<Record<Tag, string>>): Tag | "en" {
  const wanted = [remembered(), ...navigator.languages].map(base);
  const language = wanted.find((tag): tag is Tag => Object.hasOwn(languages, tag)) ?? "en";
  mark(language);
  return language;
}

/** Stores a chosen language, if storage is available, and marks the page as being in it. */
export function chooseLanguage(language: string): void {
  mark(language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Marks the page as being in a language. */
export function mark(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

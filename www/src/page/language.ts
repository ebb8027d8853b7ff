/**
 * The language that somebody reads a page in: the last one chosen here, or the browser's first that there is.
 * It is the page's own; a survey may be in others.
 */

/** Languages of the pages for authors, by tag, as each calls itself. */
export const LANGUAGES = { en: "English", es: "Español", ja: "日本語", ar: "العربية" } as const;

/** Languages of the pages of the demonstration's survey: those in which the package says what is promised. */
export const SURVEY_LANGUAGES = { ...LANGUAGES, fr: "Français", de: "Deutsch" } as const;

/** A language of the pages for authors. */
export type Language = keyof typeof LANGUAGES;

/** A language of the survey's pages. */
export type SurveyLanguage = keyof typeof SURVEY_LANGUAGES;

/** Words in every language of these pages: one that is missing is an error of the compiler. */
export type InEvery<Words> = Readonly<Record<Language, Words>>;

const KEY = "language";
const RIGHT_TO_LEFT: readonly string[] = ["ar"];

/** The part of a tag that says the language itself: "pt" of "pt-BR". */
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

/** Which way a language is written. */
export function direction(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(base(tag)) ? "rtl" : "ltr";
}

/** The one of a page's languages to begin with; the page is marked as being in it. */
export function openLanguage<Tag extends string>(languages: Readonly<Record<Tag, string>>): Tag | "en" {
  const wanted = [remembered(), ...navigator.languages].map(base);
  const language = wanted.find((tag): tag is Tag => Object.hasOwn(languages, tag)) ?? "en";
  mark(language);
  return language;
}

/** Keeps a choice, as long as storage allows, and marks the page as being in it. */
export function chooseLanguage(language: string): void {
  mark(language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be switched off: the choice then lasts as long as the page.
  }
}

/** Marks the page as being in a language. */
export function mark(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

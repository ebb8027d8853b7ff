/**
 * The language that an author reads and writes this page in: the last one chosen here, or the browser's first that there is.
 * It is the page's own and says nothing about the languages of a survey.
 */

/** Languages of the pages for authors, by tag, as each calls itself. */
export const LANGUAGES = { en: "English", es: "Español", ja: "日本語", ar: "العربية" } as const;

/** A language of these pages. */
export type Language = keyof typeof LANGUAGES;

/** Words in every language of these pages: one that is missing is an error of the compiler. */
export type InEvery<Words> = Readonly<Record<Language, Words>>;

const KEY = "language";
const RIGHT_TO_LEFT: readonly string[] = ["ar"];

function known(tag: string | null | undefined): Language | undefined {
  const base = tag?.toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(LANGUAGES, base) ? (base as Language) : undefined;
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
  return RIGHT_TO_LEFT.includes(tag.split("-")[0] ?? "") ? "rtl" : "ltr";
}

/** The language to begin with; the page is marked as being in it. */
export function openLanguage(): Language {
  const language = known(remembered()) ?? navigator.languages.map(known).find((found) => found !== undefined) ?? "en";
  mark(language);
  return language;
}

/** Keeps a choice, as long as storage allows, and marks the page as being in it. */
export function chooseLanguage(language: Language): void {
  mark(language);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be switched off: the choice then lasts as long as the page.
  }
}

function mark(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

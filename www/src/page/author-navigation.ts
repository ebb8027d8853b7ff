/** The header of the pages for authors. */

import { type InEvery, LANGUAGES, type Language } from "./language";
import { type HeadWords, installHead } from "./navigation";

interface Words extends HeadWords {
  readonly surveys: string;
  readonly write: string;
  readonly read: string;
}

const WORDS: InEvery<Words> = {
  en: {
    pages: "Pages",
    surveys: "Surveys",
    write: "Write and publish",
    read: "Read",
    language: "Language",
    dark: "Switch to dark colours",
    light: "Switch to light colours",
  },
  es: {
    pages: "Páginas",
    surveys: "Encuestas",
    write: "Escribir y publicar",
    read: "Leer",
    language: "Idioma",
    dark: "Cambiar a colores oscuros",
    light: "Cambiar a colores claros",
  },
  ja: {
    pages: "ページ",
    surveys: "調査",
    write: "作成と公開",
    read: "結果を読む",
    language: "言語",
    dark: "暗い配色に切り替える",
    light: "明るい配色に切り替える",
  },
  ar: {
    pages: "الصفحات",
    surveys: "الاستبيانات",
    write: "الكتابة والنشر",
    read: "القراءة",
    language: "اللغة",
    dark: "التبديل إلى الألوان الداكنة",
    light: "التبديل إلى الألوان الفاتحة",
  },
};

const PAGES = { surveys: "surveys.html", write: "studio.html", read: "read.html" } as const;

/** The name of a page for authors. */
export type AuthorPage = "write" | "read";

/** Fills the page's `header` for one of the pages, in a language; calls `changed` when another language is chosen. */
export function installNavigation(
  header: HTMLElement,
  page: AuthorPage,
  language: Language,
  changed: (language: Language) => void,
): void {
  const words = WORDS[language];
  const links = (["surveys", "write", "read"] as const).map((each) => ({
    href: PAGES[each],
    name: words[each],
    current: each === page,
  }));
  installHead(header, { home: PAGES.write, links, languages: LANGUAGES, language, words }, (chosen) => {
    installNavigation(header, page, chosen, changed);
    header.querySelector("select")?.focus();
    changed(chosen);
  });
}

/** The head of the pages for authors: which page this is, the language, light or dark. */

import { element } from "./element";
import { chooseLanguage, type InEvery, LANGUAGES, type Language } from "./language";
import { installTheme } from "./theme";

interface Words {
  readonly pages: string;
  readonly write: string;
  readonly read: string;
  readonly language: string;
  readonly dark: string;
  readonly light: string;
}

const WORDS: InEvery<Words> = {
  en: {
    pages: "Pages",
    write: "Write and publish",
    read: "Read",
    language: "Language",
    dark: "Switch to dark colours",
    light: "Switch to light colours",
  },
  es: {
    pages: "Páginas",
    write: "Escribir y publicar",
    read: "Leer",
    language: "Idioma",
    dark: "Cambiar a colores oscuros",
    light: "Cambiar a colores claros",
  },
  ja: {
    pages: "ページ",
    write: "作成と公開",
    read: "結果を読む",
    language: "言語",
    dark: "暗い配色に切り替える",
    light: "明るい配色に切り替える",
  },
  ar: {
    pages: "الصفحات",
    write: "الكتابة والنشر",
    read: "القراءة",
    language: "اللغة",
    dark: "التبديل إلى الألوان الداكنة",
    light: "التبديل إلى الألوان الفاتحة",
  },
};

const PAGES = { write: "studio.html", read: "read.html" } as const;

/** A page for authors. */
export type AuthorPage = keyof typeof PAGES;

/** Fills the page's `header` for one of the pages, in a language; `changed` is told when another is chosen. */
export function installNavigation(
  header: HTMLElement,
  page: AuthorPage,
  language: Language,
  changed: (language: Language) => void,
): void {
  const words = WORDS[language];
  const links = (["write", "read"] as const).map((each) =>
    element("a", { href: PAGES[each], "aria-current": each === page ? "page" : undefined }, words[each]),
  );
  const choice = element("select", { class: "language", "aria-label": words.language });
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    choice.append(element("option", { value: tag, lang: tag, selected: tag === language }, name));
  }
  choice.addEventListener("change", () => {
    const chosen = choice.value as Language;
    chooseLanguage(chosen);
    installNavigation(header, page, chosen, changed);
    header.querySelector("select")?.focus();
    changed(chosen);
  });
  const toggle = element("button", { type: "button", class: "theme" }, disc());
  header.replaceChildren(brand(), element("nav", { "aria-label": words.pages }, ...links), choice, toggle);
  installTheme(toggle, words);
}

function brand(): HTMLElement {
  const mark = drawn(
    "0 0 32 32",
    ["path", { d: "M23.4 8.6a10.5 10.5 0 1 0 0 14.8" }],
    ["circle", { cx: "25.5", cy: "16", r: "3.5" }],
  );
  return element("a", { class: "brand", href: PAGES.write }, mark, "Candor");
}

function disc(): SVGElement {
  return drawn(
    "0 0 24 24",
    ["circle", { cx: "12", cy: "12", r: "8.5" }],
    ["path", { d: "M12 3.5a8.5 8.5 0 0 1 0 17z" }],
  );
}

function drawn(viewBox: string, ...shapes: [name: string, attributes: Record<string, string>][]): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  for (const [name, attributes] of shapes) {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
    svg.append(shape);
  }
  return svg;
}

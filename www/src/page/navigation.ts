/** The header of a page: links to the pages, the choice of language, light or dark. */

import { element } from "./element";
import { chooseLanguage } from "./language";
import { installTheme } from "./theme";

/** The texts of a header in a language. */
export interface HeadWords {
  readonly pages: string;
  readonly language: string;
  readonly dark: string;
  readonly light: string;
}

/** A link in the header. */
export interface Link {
  readonly href: string;
  readonly name: string;
  readonly current: boolean;
}

/** The contents of a header. */
export interface Head<Tag extends string> {
  /** The target of the brand's link. */
  readonly home: string;
  readonly links: readonly Link[];
  /** The available languages: tags with the languages' own names. */
  readonly languages: Readonly<Record<Tag, string>>;
  readonly language: Tag;
  readonly words: HeadWords;
}

/** Fills the page's `header`; when another language is chosen, stores it and calls `changed`. */
export function installHead<Tag extends string>(
  header: HTMLElement,
  { home, links, languages, language, words }: Head<Tag>,
  changed: (language: Tag) => void,
): void {
  const pages = links.map(({ href, name, current }) =>
    element("a", { href, "aria-current": current ? "page" : undefined }, name),
  );
  const choice = element("select", { class: "language", "aria-label": words.language });
  for (const [tag, name] of Object.entries<string>(languages)) {
    choice.append(element("option", { value: tag, lang: tag, selected: tag === language }, name));
  }
  choice.addEventListener("change", () => {
    const chosen = choice.value as Tag;
    chooseLanguage(chosen);
    changed(chosen);
  });
  const toggle = element("button", { type: "button", class: "theme" }, disc());
  header.replaceChildren(brand(home), element("nav", { "aria-label": words.pages }, ...pages), choice, toggle);
  installTheme(toggle, words);
}

function brand(home: string): HTMLElement {
  const mark = drawn(
    "0 0 32 32",
    ["path", { d: "M23.4 8.6a10.5 10.5 0 1 0 0 14.8" }],
    ["circle", { cx: "25.5", cy: "16", r: "3.5" }],
  );
  return element("a", { class: "brand", href: home }, mark, "Candor");
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

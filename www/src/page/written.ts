/** Writes the texts of a page: elements name theirs, such as `data-word="lede"`, and are in English until others are written. */

import { mark } from "./language";
import { countIn } from "./numbers";

/**
 * Writes words into the elements that name them, and shows the page in this language. Text in [brackets] goes into the one inner
 * element; empty brackets leave that element as it is.
 */
export function write(words: Readonly<Record<string, string>>, language: string): void {
  mark(language);
  countIn(language);
  for (const element of document.querySelectorAll<HTMLElement>("[data-word]")) {
    const text = words[element.dataset.word ?? ""] ?? "";
    if (element instanceof HTMLMetaElement) element.content = text;
    else fill(element, text);
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]"))
    element.setAttribute("aria-label", words[element.dataset.label ?? ""] ?? "");
  delete document.documentElement.dataset.words;
}

function fill(element: HTMLElement, text: string): void {
  const [before = "", within = "", after = ""] = text.split(/[[\]]/);
  const inner = element.firstElementChild;
  if (inner && within) inner.textContent = within;
  element.replaceChildren(before, ...(inner ? [inner] : []), after);
}

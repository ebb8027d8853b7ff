/** The list of a survey's questions, from which one gets to the card of each. */

import { button, element } from "../page/element";
import type { Words } from "./words";

/** Fewer questions than this are seen at a glance. */
const MANY = 8;

/** Makes the list, folded away, of cards with these headings; nothing of a few. */
export function contents(headings: readonly HTMLElement[], words: Words): HTMLElement[] {
  if (headings.length < MANY) return [];
  const items = headings.map((heading) => {
    heading.tabIndex = -1;
    return element(
      "li",
      {},
      button(heading.textContent, () => heading.focus(), "link"),
    );
  });
  return [element("details", { class: "contents" }, element("summary", {}, words.goTo), element("ol", {}, ...items))];
}

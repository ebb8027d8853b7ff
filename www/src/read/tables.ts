/** Tables of results. */

import { element } from "../page/element";
import { Scrollable } from "../page/scrollable";

/** Makes a table in a frame that scrolls if needed. */
export function tableOf(caption: string, headings: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const frame = new Scrollable(element("div", { class: "scroll" }));
  frame.show(bareTable(caption, headings, rows), caption);
  return frame.frame;
}

/** Makes a table, for a frame that it has already. */
export function bareTable(
  caption: string,
  headings: readonly string[],
  rows: readonly HTMLElement[],
): HTMLTableElement {
  return element(
    "table",
    {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows),
  );
}

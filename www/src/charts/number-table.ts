/** A table of the numbers of estimates, for reading, copying and screen readers. */

import { element } from "../page/element";
import { percent } from "../page/numbers";
import { intervalOf, type Row, shareOf } from "./row";
import type { ChartWords } from "./words";

/** Makes a table with one row per cell; the simulated truth gets a column where it is known. */
export function numberTable(
  rows: readonly Row[],
  questions: readonly string[],
  caption: string,
  words: ChartWords,
): HTMLTableElement {
  const simulated = rows.some((row) => row.truth !== undefined);
  const headings = [...questions, words.estimate, words.interval, ...(simulated ? [words.truth] : [])];
  return element(
    "table",
    {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows.map((row) => tableRow(row, simulated, words))),
  );
}

function tableRow(row: Row, simulated: boolean, words: ChartWords): HTMLElement {
  const cells = [shareOf(row, words), row.shown === null ? "" : intervalOf(row)];
  if (simulated) cells.push(row.truth === undefined ? "" : percent(row.truth));
  return element(
    "tr",
    {},
    ...row.labels.map((label) => element("th", { scope: "row" }, label)),
    ...cells.map((cell) => element("td", {}, cell)),
  );
}

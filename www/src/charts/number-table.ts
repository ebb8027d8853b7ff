/** A table of the numbers of estimates, for reading, copying and screen readers. */

import { element } from "../page/element";
import { percent } from "../page/numbers";
import { type Row, SHARES, type Units } from "./row";
import type { ChartWords } from "./words";

/** Makes a table with one row per cell; the simulated truth gets a column where it is known. */
export function numberTable(
  rows: readonly Row[],
  questions: readonly string[],
  caption: string,
  words: ChartWords,
  units: Units = SHARES,
): HTMLTableElement {
  const simulated = rows.some((row) => row.truth !== undefined);
  const headings = [...questions, words.estimate, words.interval, ...(simulated ? [words.truth] : [])];
  return element(
    "table",
    {},
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, ...headings.map((heading) => element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows.map((row) => tableRow(row, simulated, words, units))),
  );
}

function tableRow(row: Row, simulated: boolean, words: ChartWords, units: Units): HTMLElement {
  const cells = [units.value(row, words), row.shown === null ? "" : units.interval(row)];
  if (simulated) cells.push(row.truth === undefined ? "" : percent(row.truth));
  return element(
    "tr",
    {},
    ...row.labels.map((label) => element("th", { scope: "row" }, label)),
    ...cells.map((cell) => element("td", {}, cell)),
  );
}

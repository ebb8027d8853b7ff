/**
 * Shares within groups: for every answer the groups one below the other on one scale, a dot for the share and a line for its
 * interval, so that groups are compared by position. A group with too few reports has words in place of both.
 */

import { percent } from "../page/numbers";
import { headed } from "./headed";
import type { Lettering } from "./lettering";
import { intervalOf, type Row, shareOf, told } from "./row";
import type { ChartWords } from "./words";

/** The smallest end of the scale. */
const LEAST_END = 0.05;

/** Draws the chart; rows are labelled with a group and an answer. */
export function groups(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
): Element {
  const most = Math.max(LEAST_END, ...told(rows).map(({ upper }) => upper));
  return headed(rows, width, title, lettering, {
    x: { domain: [0, most], nice: true },
    tick: (share) => percent(share, 0),
    numbers: (row) => numbersOf(row, words),
  });
}

/** Writes a share with its interval: "32.0 % [26.1–38.0 %]". */
function numbersOf(row: Row, words: ChartWords): string {
  return row.shown === null ? shareOf(row, words) : `${shareOf(row, words)} [${intervalOf(row)}]`;
}

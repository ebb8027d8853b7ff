/**
 * A bar chart of one question's estimates: whiskers show the confidence intervals, a tick the simulated truth. Colours come from
 * the style sheet, so a change of theme needs no new chart. Long labels are wrapped and get the room that they need; in a narrow
 * chart they are above the bars.
 */

import { axisX, barX, link, plot, ruleX, text, tickX } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { label, labelsAbove, labelsBeside, layout, SPACE } from "./labelled";
import type { Lettering } from "./lettering";
import { isMirrored, margins, sides } from "./mirrored";
import { intervalOf, type Row, shareOf, told } from "./row";
import type { ChartWords } from "./words";

/** Draws the chart, `width` pixels wide. */
export function bars(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
): Element {
  const number = (row: Row) => shareWithInterval(row, words);
  const { narrow, lines, before, after, height, above, below } = layout(rows, width, lettering, {
    numbers: rows.map(number),
    widestTick: tick(1),
  });
  const { atBegin, step } = sides();
  const bar = { y: label, insetTop: above, insetBottom: below };
  const middle = { y: label, dy: (above - below) / 2 };
  const chart = plot({
    width,
    height: rows.length * height + 28,
    ...margins(before, after),
    marginTop: 2,
    marginBottom: 26,
    ariaLabel: title,
    x: { domain: extent(rows), nice: true, reverse: isMirrored() },
    color: { type: "identity" },
    y: { domain: rows.map(label), padding: 0, round: false, axis: null },
    marks: [
      axisX({ label: null, tickSize: 0, tickSpacing: 64, tickFormat: tick }),
      ...(narrow ? [labelsAbove(lines, before, height)] : [labelsBeside(lines), ruleX([0], { stroke: "var(--edge)" })]),
      barX(told(rows), { ...bar, x1: 0, x2: "shown", fill: ({ isNone }) => (isNone ? "var(--none)" : "var(--bar)") }),
      tickX(
        rows.filter((row) => row.truth !== undefined),
        { ...bar, x: "truth", stroke: "var(--ink)", strokeWidth: 2 },
      ),
      link(told(rows), {
        ...middle,
        x1: "lower",
        x2: "upper",
        stroke: ({ isNone }: Row) => (isNone ? "var(--soft)" : "var(--accent)"),
        strokeWidth: 2.5,
        strokeLinecap: "round",
      }),
      text(rows, {
        ...middle,
        x: (row: Row) => end(row),
        text: number,
        textAnchor: atBegin,
        dx: step * SPACE,
        fill: "currentColor",
      }),
    ],
  });
  return asImage(chart);
}

function tick(share: number): string {
  return percent(share, 0);
}

/** The domain of the axis: from zero to the highest whisker or truth. */
function extent(rows: readonly Row[]): [number, number] {
  return [0, Math.max(0.05, ...rows.map(end))];
}

/** The highest value drawn for a row. */
function end({ shown, upper, truth }: Row): number {
  return Math.max(shown === null ? 0 : upper, truth ?? 0);
}

/** Writes a share with its interval: "23.4 % (20.3–26.6 %)". */
function shareWithInterval(row: Row, words: ChartWords): string {
  return row.shown === null ? shareOf(row, words) : `${shareOf(row, words)} (${intervalOf(row)})`;
}

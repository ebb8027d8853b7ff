/**
 * One question's estimates as bars with whiskers for the interval, the simulated truth as a tick.
 * Colours are the style sheet's, so a change of theme needs no new chart. Where there is little
 * width the labels stand above the bars.
 */

import { axisX, axisY, barX, link, plot, ruleX, text, tickX, type Markish } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import type { Row } from "./rows";

const NARROW = 420;
const BAR = 34;
const BAR_BELOW_LABEL = 54;

/** The chart, `width` pixels wide. */
export function bars(rows: readonly Row[], width: number, title: string): Element {
  const narrow = width < NARROW;
  const label = (row: Row): string => row.labels[0] ?? "";
  const bar = { y: label, insetTop: narrow ? 25 : 0 };
  const middle = { y: label, dy: narrow ? 12.5 : 0 };
  const chart = plot({
    width,
    height: rows.length * (narrow ? BAR_BELOW_LABEL : BAR) + 28,
    marginLeft: narrow ? 12 : 140,
    marginRight: 96,
    marginTop: 2,
    marginBottom: 26,
    ariaLabel: `${title} Estimated shares; the same numbers are in the table below.`,
    x: { domain: extent(rows), nice: true },
    y: { domain: rows.map(label), padding: narrow ? 0.05 : 0.35, axis: null },
    marks: [
      axisX({ label: null, tickSize: 0, tickSpacing: 64, tickFormat: (share: number) => percent(share, 0) }),
      narrow ? labelsAbove(rows) : axisY({ label: null, tickSize: 0 }),
      ...(narrow ? [] : [ruleX([0], { stroke: "var(--edge)" })]),
      barX(rows, { ...bar, x1: 0, x2: "estimate", fill: "var(--bar)" }),
      tickX(rows.filter((row) => row.truth !== undefined), { ...bar, x: "truth", stroke: "var(--ink)", strokeWidth: 2 }),
      link(rows, { ...middle, x1: "lower", x2: "upper", stroke: "var(--accent)", strokeWidth: 2.5, strokeLinecap: "round" }),
      text(rows, { ...middle, x: (row: Row) => Math.max(row.upper, row.truth ?? 0), text: estimateWithMargin, textAnchor: "start", dx: 9, fill: "currentColor" }),
    ],
  });
  return asImage(chart);
}

function labelsAbove(rows: readonly Row[]): Markish {
  return text(rows, { y: (row: Row) => row.labels[0], text: (row: Row) => row.labels[0] ?? "", frameAnchor: "left", textAnchor: "start", dx: -12, dy: -11, fill: "currentColor" });
}

/** From zero, or the lowest whisker below it, to the highest whisker or truth. */
function extent(rows: readonly Row[]): [number, number] {
  const ends = rows.flatMap(({ lower, upper, truth }) => [lower, upper, truth ?? 0]);
  return [Math.min(0, ...ends), Math.max(0.05, ...ends)];
}

/** "23.4 % ± 1.2". */
function estimateWithMargin({ estimate, margin }: Row): string {
  return `${percent(estimate)} ± ${(margin * 100).toFixed(1)}`;
}

/**
 * A bar chart of one question's estimates: whiskers show the confidence intervals, a tick the simulated truth. Colours come from
 * the style sheet, so a change of theme needs no new chart. Long labels are wrapped and get the room that they need; in a narrow
 * chart they are above the bars.
 */

import { axisX, axisY, barX, link, type Markish, plot, ruleX, text, tickX } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { intervalOf, type Row, shareOf, told } from "./row";
import type { ChartWords } from "./words";

const NARROW = 420;
/** The height of a bar, and of the gap between two bars. */
const BAR = 22;
const GAP = 12;
/** The space between a label or a number and what is beside it. */
const SPACE = 9;
/** By how many pixels a text may be drawn wider than it was measured. */
const SLACK = 2;
/** The largest part of a chart's width for labels beside its bars. */
const BESIDE = 0.36;

/** The positions of labels and bars, in pixels. */
interface Layout {
  /** Whether labels are above their bars. */
  readonly narrow: boolean;
  readonly lines: ReadonlyMap<string, string>;
  /** The space left of the bars. */
  readonly left: number;
  /** The space right of the bars. */
  readonly right: number;
  /** The height of a label and its bar, with the gap to the next. */
  readonly height: number;
  /** The space above and below the bar within that height. */
  readonly above: number;
  readonly below: number;
}

/** Draws the chart, `width` pixels wide. */
export function bars(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
): Element {
  const number = (row: Row) => shareWithInterval(row, words);
  const { narrow, lines, left, right, height, above, below } = layout(rows, width, lettering, rows.map(number));
  const bar = { y: label, insetTop: above, insetBottom: below };
  const middle = { y: label, dy: (above - below) / 2 };
  const chart = plot({
    width,
    height: rows.length * height + 28,
    marginLeft: left,
    marginRight: right,
    marginTop: 2,
    marginBottom: 26,
    ariaLabel: title,
    x: { domain: extent(rows), nice: true },
    y: { domain: rows.map(label), padding: 0, round: false, axis: null },
    marks: [
      axisX({ label: null, tickSize: 0, tickSpacing: 64, tickFormat: tick }),
      ...(narrow ? [labelsAbove(lines, left, height)] : [labelsBeside(lines), ruleX([0], { stroke: "var(--edge)" })]),
      barX(told(rows), { ...bar, x1: 0, x2: "shown", fill: "var(--bar)" }),
      tickX(
        rows.filter((row) => row.truth !== undefined),
        { ...bar, x: "truth", stroke: "var(--ink)", strokeWidth: 2 },
      ),
      link(told(rows), {
        ...middle,
        x1: "lower",
        x2: "upper",
        stroke: "var(--accent)",
        strokeWidth: 2.5,
        strokeLinecap: "round",
      }),
      text(rows, {
        ...middle,
        x: (row: Row) => end(row),
        text: number,
        textAnchor: "start",
        dx: SPACE,
        fill: "currentColor",
      }),
    ],
  });
  return asImage(chart);
}

function layout(rows: readonly Row[], width: number, lettering: Lettering, numbers: readonly string[]): Layout {
  const narrow = width < NARROW;
  const labels = rows.map(label);
  const halfTick = lettering.width([tick(1)]) / 2;
  const beside = Math.max(halfTick, Math.min(lettering.width(labels) + SLACK, BESIDE * width));
  const wrapped = labels.map((each) => lettering.wrap(each, narrow ? width : beside));
  const deepest = Math.max(...wrapped.map(({ length }) => length)) * lettering.line;
  const height = GAP + (narrow ? deepest + BAR : Math.max(deepest, BAR));
  const above = narrow ? deepest + 2 : (height - BAR) / 2;
  return {
    narrow,
    lines: new Map(labels.map((each, row) => [each, wrapped[row]?.join("\n") ?? ""])),
    left: narrow ? halfTick : beside + SPACE,
    right: SPACE + lettering.width(numbers) + SLACK,
    height,
    above,
    below: height - above - BAR,
  };
}

function label(row: Row): string {
  return row.labels[0] ?? "";
}

function labelsBeside(lines: Layout["lines"]): Markish {
  return axisY({
    label: null,
    tickSize: 0,
    tickPadding: SPACE,
    lineHeight: LINE_HEIGHT,
    tickFormat: (each: string) => lines.get(each) ?? "",
  });
}

/** Labels at the chart's edge, `left` of the bars, each at the top of its band. */
function labelsAbove(lines: Layout["lines"], left: number, height: number): Markish {
  return text(lines, {
    y: ([each]) => each,
    text: ([, wrapped]) => wrapped,
    frameAnchor: "left",
    textAnchor: "start",
    lineAnchor: "top",
    lineHeight: LINE_HEIGHT,
    dx: -left,
    dy: -height / 2,
    fill: "currentColor",
  });
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

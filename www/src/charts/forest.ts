/**
 * A forest plot: odds ratios under the questions that they belong to, each a dot with a line for its interval, on a logarithmic scale with a
 * rule at 1, where there is no difference. What exceeds the scale ends in an arrow.
 */

import { dot } from "@observablehq/plot";
import { decimal } from "../page/numbers";
import { headed, type Line } from "./headed";
import type { Lettering } from "./lettering";
import { isMirrored } from "./mirrored";
import { RATIOS, type Row, told } from "./row";
import type { ChartWords } from "./words";

/** The largest ratio on the scale; the smallest is its inverse. */
const LIMIT = 100;
/** The space beyond the outermost ends, as a factor, and the width per tick in pixels. */
const [BEYOND, PER_TICK] = [1.15, 90];
/** The steps of ticks within a power of ten, from the finest. */
const STEPS: readonly (readonly number[])[] = [[1, 2, 5], [1, 3], [1]];

/** Draws the chart; rows are labelled with an answer and with its question and reference. */
export function forest(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
): Element {
  const ends = told(rows).flatMap(({ lower, upper }) => [lower, upper]);
  const least = Math.max(1 / LIMIT, Math.min(1, ...ends) / BEYOND);
  const most = Math.min(LIMIT, Math.max(1, ...ends) * BEYOND);
  const within = (value: number) => Math.min(Math.max(value, least), most);
  const direction = isMirrored() ? -1 : 1;
  const arrows = (lines: readonly Line[], at: number, exceeds: (row: Row) => boolean, turn: number) =>
    dot(
      lines.filter(({ row }) => exceeds(row)),
      { x: at, y: "y", symbol: "triangle", r: 4.5, rotate: direction * turn, fill: "var(--accent)" },
    );
  return headed(rows, width, title, lettering, {
    x: { type: "log", domain: [least, most] },
    tick,
    ticks: ticksOf(least, most, width / PER_TICK),
    numbers: (row) => (row.shown === null ? words.few : `${RATIOS.value(row, words)} [${RATIOS.interval(row)}]`),
    ends: ({ lower, upper }) => [within(lower), within(upper)],
    rules: [1],
    marks: (lines) => [
      arrows(lines, least, ({ lower }) => lower < least, -90),
      arrows(lines, most, ({ upper }) => upper > most, 90),
    ],
  });
}

/** The finest ticks between these ends that are no more than `many`. */
function ticksOf(least: number, most: number, many: number): number[] {
  const powers = [-3, -2, -1, 0, 1, 2, 3].map((exponent) => 10 ** exponent);
  const all = STEPS.map((steps) =>
    powers
      .flatMap((power) => steps.map((step) => Number((step * power).toPrecision(1))))
      .filter((value) => value >= least && value <= most),
  );
  return all.find((ticks) => ticks.length <= Math.max(2, many)) ?? [1];
}

function tick(value: number): string {
  return decimal(value, Math.max(0, Math.ceil(-Math.log10(value))));
}

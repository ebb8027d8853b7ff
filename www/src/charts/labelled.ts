/**
 * The labels of a chart with one row below the other. Long labels are wrapped and get the room that they need; in a narrow chart they are
 * above their rows.
 */

import { axisY, type Markish, text } from "@observablehq/plot";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { sides } from "./mirrored";
import type { Row } from "./row";

const NARROW = 420;
/** The height of a bar, and of the gap between two bars. */
const BAR = 22;
const GAP = 12;
/** The space between a label or a number and what is beside it. */
export const SPACE = 9;
/** By how many pixels a text may be drawn wider than it was measured. */
export const SLACK = 2;
/** The largest part of a chart's width for labels beside its bars. */
const BESIDE = 0.36;

/** The positions of labels and rows, in pixels. */
export interface Layout {
  /** Whether labels are above their bars. */
  readonly narrow: boolean;
  readonly lines: ReadonlyMap<string, string>;
  /** The space before the bars, where reading begins. */
  readonly before: number;
  /** The space after the bars. */
  readonly after: number;
  /** The height of a label and its bar, with the gap to the next. */
  readonly height: number;
  /** The space above and below the bar within that height. */
  readonly above: number;
  readonly below: number;
}

/** Lays out rows in this width, with the numbers beside them, over an axis. */
export function layout(
  rows: readonly Row[],
  width: number,
  lettering: Lettering,
  { numbers, widestTick }: { readonly numbers: readonly string[]; readonly widestTick: string },
): Layout {
  const narrow = width < NARROW;
  const labels = rows.map(label);
  const halfTick = lettering.width([widestTick]) / 2;
  const beside = Math.max(halfTick, Math.min(lettering.width(labels) + SLACK, BESIDE * width));
  const wrapped = labels.map((each) => lettering.wrap(each, narrow ? width : beside));
  const deepest = Math.max(...wrapped.map(({ length }) => length)) * lettering.line;
  const height = GAP + (narrow ? deepest + BAR : Math.max(deepest, BAR));
  const above = narrow ? deepest + 2 : (height - BAR) / 2;
  return {
    narrow,
    lines: new Map(labels.map((each, row) => [each, wrapped[row]?.join("\n") ?? ""])),
    before: narrow ? halfTick : beside + SPACE,
    after: SPACE + lettering.width(numbers) + SLACK,
    height,
    above,
    below: height - above - BAR,
  };
}

/** The label of a row. */
export function label(row: Row): string {
  return row.labels[0] ?? "";
}

/** Labels beside the rows. */
export function labelsBeside(lines: Layout["lines"]): Markish {
  return axisY({
    anchor: sides().begin,
    label: null,
    tickSize: 0,
    tickPadding: SPACE,
    lineHeight: LINE_HEIGHT,
    tickFormat: (each: string) => lines.get(each) ?? "",
  });
}

/** Labels at the chart's edge, `before` the bars, each at the top of its band. */
export function labelsAbove(lines: Layout["lines"], before: number, height: number): Markish {
  const { begin, atBegin, step } = sides();
  return text(lines, {
    y: ([each]) => each,
    text: ([, wrapped]) => wrapped,
    frameAnchor: begin,
    textAnchor: atBegin,
    lineAnchor: "top",
    lineHeight: LINE_HEIGHT,
    dx: -step * before,
    dy: -height / 2,
    fill: "currentColor",
  });
}

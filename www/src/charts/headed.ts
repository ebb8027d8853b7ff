/**
 * Rows under headings on one scale, so that they are compared by position: a dot for each estimate and a line for its interval. A row with
 * too few reports has words in place of both.
 */

import { axisX, dot, gridX, link, type Markish, plot, ruleX, type ScaleOptions, text } from "@observablehq/plot";
import { asImage } from "./image";
import { SLACK, SPACE } from "./labelled";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, margins, sides } from "./mirrored";
import type { Row } from "./row";

/** The height of a row's line without its label, and the gap above the next heading. */
const [LINE, GAP] = [24, 14];
/** The largest part of a chart's width for the labels of rows. */
const BESIDE = 0.34;

/** The scale of such a chart. */
export interface Scaled {
  readonly x: ScaleOptions;
  readonly tick: (value: number) => string;
  /** The ticks, if not the usual ones. */
  readonly ticks?: readonly number[];
  /** What is written beside a row. */
  readonly numbers: (row: Row) => string;
  /** The ends of a row's line, if not all of its interval is on the scale. */
  readonly ends?: (row: Row) => readonly [number, number];
  /** Where rules cross the scale. */
  readonly rules?: readonly number[];
  /** What is drawn of the rows besides. */
  readonly marks?: (lines: readonly Line[]) => Markish[];
}

/** A row with the height of its middle, in pixels. */
export interface Line {
  readonly row: Row;
  readonly y: number;
}

/** Draws the chart; rows are labelled with their own label, and their heading. */
export function headed(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  { x, tick, ticks, numbers, ends = ({ lower, upper }) => [lower, upper], rules = [], marks = () => [] }: Scaled,
): Element {
  const names = [...new Set(rows.map(labelOf))];
  const before = SPACE + Math.min(BESIDE * width, lettering.width(names) + SLACK);
  const wrapped = new Map(names.map((name) => [name, lettering.wrap(name, before - SPACE)]));
  const after = SPACE + lettering.width(rows.map(numbers)) + SLACK;
  const { headings, lines, height } = laidOut(rows, wrapped, width, lettering);
  const { begin, end, atBegin, atEnd, step } = sides();
  const at = { y: "y", lineHeight: LINE_HEIGHT, fill: "currentColor" } as const;
  const stroke = ({ row }: Line) => (row.isNone ? "var(--soft)" : "var(--accent)");
  const shown = lines.filter(({ row }) => row.shown !== null);
  const isOn = ({ row }: Line) => {
    const [from, to] = ends(row);
    return row.shown !== null && row.shown >= from && row.shown <= to;
  };
  const chart = plot({
    width,
    height: height + 26,
    ...margins(before, after),
    marginTop: 0,
    marginBottom: 26,
    ariaLabel: title,
    x: { ...x, reverse: isMirrored() },
    y: { type: "identity", axis: null },
    color: { type: "identity" },
    marks: [
      gridX({ stroke: "var(--rule)", strokeOpacity: 1, ...(ticks ? { ticks: [...ticks] } : {}) }),
      ruleX(rules, { stroke: "var(--ink)" }),
      axisX({
        label: null,
        tickSize: 0,
        ...(ticks ? { ticks: [...ticks] } : { tickSpacing: 64 }),
        tickFormat: (value: number) => tick(value),
      }),
      text(headings, {
        ...at,
        text: "text",
        frameAnchor: begin,
        textAnchor: atBegin,
        lineAnchor: "top",
        dx: -step * before,
        fontWeight: 600,
        stroke: "var(--paper)",
        strokeWidth: 4,
      }),
      text(lines, {
        ...at,
        text: ({ row }: Line) => wrapped.get(labelOf(row))?.join("\n") ?? "",
        frameAnchor: begin,
        textAnchor: atEnd,
        dx: -step * SPACE,
      }),
      link(shown, {
        x1: ({ row }: Line) => ends(row)[0],
        x2: ({ row }: Line) => ends(row)[1],
        y: "y",
        stroke,
        strokeWidth: 2.5,
        strokeLinecap: "round",
      }),
      dot(shown.filter(isOn), { x: ({ row }: Line) => row.shown, y: "y", r: 4.5, fill: stroke }),
      ...marks(shown),
      text(lines, {
        ...at,
        text: ({ row }: Line) => numbers(row),
        frameAnchor: end,
        textAnchor: atBegin,
        dx: step * SPACE,
      }),
    ],
  });
  return asImage(chart);
}

/** Places every heading and, below it, its rows. */
function laidOut(
  rows: readonly Row[],
  wrapped: ReadonlyMap<string, readonly string[]>,
  width: number,
  lettering: Lettering,
) {
  const headings: { readonly text: string; readonly y: number }[] = [];
  const lines: Line[] = [];
  let y = 0;
  for (const each of new Set(rows.map(headingOf))) {
    const heading = lettering.wrap(each, width);
    headings.push({ text: heading.join("\n"), y });
    y += heading.length * lettering.line + SPACE / 2;
    for (const row of rows.filter((other) => headingOf(other) === each)) {
      const height = Math.max(LINE, (wrapped.get(labelOf(row))?.length ?? 1) * lettering.line + SPACE / 2);
      lines.push({ row, y: y + height / 2 });
      y += height;
    }
    y += GAP;
  }
  return { headings, lines, height: y };
}

function labelOf({ labels }: Row): string {
  return labels[0] ?? "";
}

function headingOf({ labels }: Row): string {
  return labels[1] ?? "";
}

/**
 * Shares within groups: for every answer the groups one below the other on one scale, a dot for the share and a line for its
 * interval, so that groups are compared by position. A group with too few reports has words in place of both.
 */

import { axisX, dot, gridX, link, plot, text } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { SPACE } from "./labelled";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, margins, sides } from "./mirrored";
import { intervalOf, type Row, shareOf, told } from "./row";
import type { ChartWords } from "./words";

/** The height of a group's line without its label, and the gap above the next answer. */
const [LINE, GAP] = [24, 14];
/** The largest part of a chart's width for the labels of groups. */
const BESIDE = 0.34;
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
  const names = [...new Set(rows.map(groupOf))];
  const before = SPACE + Math.min(BESIDE * width, lettering.width(names));
  const wrapped = new Map(names.map((name) => [name, lettering.wrap(name, before - SPACE)]));
  const after = SPACE + lettering.width(rows.map((row) => numbersOf(row, words)));
  const { headings, lines, height } = laidOut(rows, wrapped, width, lettering);
  const { begin, end, atBegin, atEnd, step } = sides();
  const at = { y: "y", lineHeight: LINE_HEIGHT, fill: "currentColor" } as const;
  const stroke = ({ row }: Line) => (row.isNone ? "var(--soft)" : "var(--accent)");
  const shown = lines.filter(({ row }) => row.shown !== null);
  const chart = plot({
    width,
    height: height + 26,
    ...margins(before, after),
    marginTop: 0,
    marginBottom: 26,
    ariaLabel: title,
    x: {
      domain: [0, Math.max(LEAST_END, ...told(rows).map(({ upper }) => upper))],
      nice: true,
      reverse: isMirrored(),
    },
    y: { type: "identity", axis: null },
    color: { type: "identity" },
    marks: [
      gridX({ stroke: "var(--rule)", strokeOpacity: 1 }),
      axisX({ label: null, tickSize: 0, tickSpacing: 64, tickFormat: (share: number) => percent(share, 0) }),
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
        text: ({ row }: Line) => wrapped.get(groupOf(row))?.join("\n") ?? "",
        frameAnchor: begin,
        textAnchor: atEnd,
        dx: -step * SPACE,
      }),
      link(shown, {
        x1: ({ row }: Line) => row.lower,
        x2: ({ row }: Line) => row.upper,
        y: "y",
        stroke,
        strokeWidth: 2.5,
        strokeLinecap: "round",
      }),
      dot(shown, { x: ({ row }: Line) => row.shown, y: "y", r: 4.5, fill: stroke }),
      text(lines, {
        ...at,
        text: ({ row }: Line) => numbersOf(row, words),
        frameAnchor: end,
        textAnchor: atBegin,
        dx: step * SPACE,
      }),
    ],
  });
  return asImage(chart);
}

interface Line {
  readonly row: Row;
  readonly y: number;
}

/** Places every answer's heading and, below it, its groups. */
function laidOut(
  rows: readonly Row[],
  wrapped: ReadonlyMap<string, readonly string[]>,
  width: number,
  lettering: Lettering,
) {
  const headings: { readonly text: string; readonly y: number }[] = [];
  const lines: Line[] = [];
  let y = 0;
  for (const answer of new Set(rows.map(answerOf))) {
    const heading = lettering.wrap(answer, width);
    headings.push({ text: heading.join("\n"), y });
    y += heading.length * lettering.line + SPACE / 2;
    for (const row of rows.filter((each) => answerOf(each) === answer)) {
      const height = Math.max(LINE, (wrapped.get(groupOf(row))?.length ?? 1) * lettering.line + SPACE / 2);
      lines.push({ row, y: y + height / 2 });
      y += height;
    }
    y += GAP;
  }
  return { headings, lines, height: y };
}

function groupOf({ labels }: Row): string {
  return labels[0] ?? "";
}

function answerOf({ labels }: Row): string {
  return labels[1] ?? "";
}

/** Writes a share with its interval: "32.0 % [26.1–38.0 %]". */
function numbersOf(row: Row, words: ChartWords): string {
  return row.shown === null ? shareOf(row, words) : `${shareOf(row, words)} [${intervalOf(row)}]`;
}

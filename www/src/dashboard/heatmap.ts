/** The cross table of two questions as a heat map, every cell with its number and margin. */

import { axisX, axisY, cell, plot, text } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import type { Row } from "./rows";

const ROW_HEIGHT = 72;
const LEAST_COLUMN = 76;
const MOST_COLUMN = 180;
const LABELS = 104;

/** The chart; at least wide enough for its numbers, so its frame may have to scroll. */
export function heatmap(rows: readonly Row[], width: number, title: string): Element {
  const down = distinct(rows.map((row) => row.labels[0] ?? ""));
  const across = distinct(rows.map((row) => row.labels[1] ?? ""));
  const highest = Math.max(...rows.map((row) => row.estimate));
  const place = { x: (row: Row) => row.labels[1], y: (row: Row) => row.labels[0] };
  const chart = plot({
    width: Math.min(Math.max(width, LABELS + across.length * LEAST_COLUMN), LABELS + across.length * MOST_COLUMN),
    height: down.length * ROW_HEIGHT + 40,
    marginLeft: LABELS,
    marginRight: 0,
    marginTop: 38,
    marginBottom: 2,
    ariaLabel: `${title} Estimated shares; the same numbers are in the table below.`,
    x: { domain: across, padding: 0.03 },
    y: { domain: down, padding: 0.05 },
    color: { type: "identity" },
    marks: [
      axisX({ anchor: "top", label: null, tickSize: 0, lineWidth: 8 }),
      axisY({ label: null, tickSize: 0, lineWidth: 9 }),
      cell(rows, { ...place, fill: (row: Row) => shade(row.estimate / highest), rx: 4 }),
      text(rows, { ...place, text: (row) => percent(row.estimate), dy: -17, fontSize: 14, fontWeight: 600, fill: "currentColor" }),
      text(rows, { ...place, text: caption, dy: -3, lineAnchor: "top", fontSize: 11.5, lineHeight: 1.3, fill: "currentColor" }),
    ],
  });
  return asImage(chart);
}

function caption({ margin, truth }: Row): string {
  const plusMinus = `± ${(margin * 100).toFixed(1)}`;
  return truth === undefined ? plusMinus : `${plusMinus}\ntruth ${percent(truth)}`;
}

/** From the page's surface to the full colour, as a share between 0 and 1. */
function shade(share: number): string {
  const strength = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return `color-mix(in oklab, var(--heat) ${strength}%, var(--surface))`;
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}

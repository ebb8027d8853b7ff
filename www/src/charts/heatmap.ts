/** The cross table of two questions as a heat map, every cell with its number and interval. */

import { axisX, axisY, cell, plot, text } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, margins, sides } from "./mirrored";
import { intervalOf, type Row, told } from "./row";
import type { ChartWords } from "./words";

const ROW_HEIGHT = 72;
const LEAST_COLUMN = 76;
const MOST_COLUMN = 180;
/** The maximum width of row labels. */
const LABELS = 104;
/** The space around labels and numbers. */
const SPACE = 9;
const NUMBER = { fontSize: 14, fontWeight: 600 };
const CAPTION = { fontSize: 11.5, lineHeight: 1.3 };

/** Draws the chart, at least wide enough for its numbers, so that its frame may have to scroll. */
export function heatmap(
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
): Element {
  const few = lettering.wrap(words.few, LEAST_COLUMN - SPACE).join("\n");
  const caption = (row: Row) => captionOf(row, few, words);
  const [down, across] = [distinct(rows.map(downLabel)), distinct(rows.map(acrossLabel))];
  const left = SPACE + Math.min(LABELS, lettering.width(down));
  const column = Math.min(Math.max((width - left) / across.length, leastColumn(rows, caption, lettering)), MOST_COLUMN);
  const wrapped = (labels: string[], room: number) =>
    new Map(labels.map((each) => [each, lettering.wrap(each, room - SPACE)]));
  const [besides, tops] = [wrapped(down, left), wrapped(across, column)];
  const deepest = (labels: Wrapped) => Math.max(...[...labels.values()].map(({ length }) => length)) * lettering.line;
  const highest = Math.max(...told(rows).map(({ shown }) => shown), Number.MIN_VALUE);
  const place = { x: acrossLabel, y: downLabel };
  const chart = plot({
    width: left + across.length * column,
    height: down.length * Math.max(ROW_HEIGHT, deepest(besides) + SPACE) + deepest(tops) + SPACE + 2,
    ...margins(left, 0),
    marginTop: deepest(tops) + SPACE,
    marginBottom: 2,
    ariaLabel: title,
    x: { domain: across, padding: 0.03, reverse: isMirrored() },
    y: { domain: down, padding: 0.05 },
    color: { type: "identity" },
    marks: [
      axisX({ ...axis(tops), anchor: "top" }),
      axisY({ ...axis(besides), anchor: sides().begin }),
      cell(rows, { ...place, fill: (row: Row) => shade((row.shown ?? 0) / highest, row), rx: 4 }),
      text(told(rows), { ...place, ...NUMBER, text: (row) => percent(row.shown), dy: -17, fill: "currentColor" }),
      text(told(rows), { ...place, ...CAPTION, text: caption, dy: -3, lineAnchor: "top", fill: "currentColor" }),
      text(
        rows.filter(({ shown }) => shown === null),
        { ...place, ...CAPTION, text: caption, fill: "currentColor" },
      ),
    ],
  });
  return asImage(chart);
}

function downLabel(row: Row): string {
  return row.labels[0] ?? "";
}

function acrossLabel(row: Row): string {
  return row.labels[1] ?? "";
}

type Wrapped = ReadonlyMap<string, readonly string[]>;

function axis(labels: Wrapped) {
  return {
    label: null,
    tickSize: 0,
    tickPadding: SPACE / 2,
    lineHeight: LINE_HEIGHT,
    tickFormat: (each: string) => labels.get(each)?.join("\n") ?? "",
  };
}

/** The minimum width of a column for its numbers and captions. */
function leastColumn(rows: readonly Row[], caption: (row: Row) => string, lettering: Lettering): number {
  return Math.max(
    LEAST_COLUMN,
    SPACE + lettering.width(rows.flatMap((row) => [percent(row.shown ?? 0), ...caption(row).split("\n")])),
  );
}

function captionOf(row: Row, few: string, words: ChartWords): string {
  const interval = row.shown === null ? few : intervalOf(row);
  return row.truth === undefined ? interval : `${interval}\n${words.truly(percent(row.truth))}`;
}

/** The colour of a share between 0 and 1: from the page's surface to the full colour, which is grey for what is no valid answer. */
function shade(share: number, { isNone }: Row): string {
  const strength = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return `color-mix(in oklab, var(${isNone ? "--none" : "--heat"}) ${strength}%, var(--surface))`;
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}

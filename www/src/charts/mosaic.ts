/**
 * The cross table of two questions as a mosaic plot: a band for every group, as high as the group is large, cut into its answers,
 * so that areas are joint shares. A share of 0, or one with too few reports to tell, has no area; the table beside the
 * chart has it.
 */

import { plot, rect, text } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, sides } from "./mirrored";
import type { Row } from "./row";

/** The minimum height of all bands together. */
const LEAST_HEIGHT = 300;
/** The maximum width of group labels. */
const LABELS = 104;
/** The space around labels, numbers and the squares of the legend. */
const SPACE = 9;
/** The gap between bands, and between the answers within a band. */
const GAP = 3;
/** The side of a square in the legend. */
const SQUARE = 12;
/** The strength of the faintest colour of an answer, in percent of the strongest. */
const FAINTEST = 16;

interface Tile {
  readonly row: Row;
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Draws the chart, `width` pixels wide. */
export function mosaic(rows: readonly Row[], width: number, title: string, lettering: Lettering): Element {
  const [groups, answers] = [0, 1].map((side) => [...new Set(rows.map(({ labels }) => labels[side] ?? ""))]);
  if (!groups || !answers) throw new Error("a mosaic is of two questions");
  const left = SPACE + Math.min(LABELS, lettering.width(groups));
  const lines = groups.map((group) => lettering.wrap(group, left - SPACE));
  const key = keyOf(answers, width, lettering);
  const labels = lines.map((each) => each.length * lettering.line + GAP);
  const height = Math.max(LEAST_HEIGHT, sum(labels));
  const bands = bandsOf(groups, rows, height, key.height);
  const tiles = bands.flatMap((band) => tilesOf(band, left, width));
  const nones = new Set(rows.flatMap(({ isNone, labels }) => (isNone ? [labels[1]] : [])));
  const colour = (answer: string) =>
    nones.has(answer) ? "var(--none)" : shade(answers.indexOf(answer), answers.length);
  const beside = spread(
    bands.map(({ from, to }) => (from + to) / 2),
    labels,
    [key.height, key.height + height],
  );
  const names: Placed[] = beside.map((y, place) => ({ x: 0, y, text: lines[place]?.join("\n") ?? "" }));
  const at = { x: "x", y: "y", text: "text", textAnchor: sides().atBegin, fill: "currentColor" };
  const [placed, spanned] = [mirrorOf(width), spansOf(width)];
  const chart = plot({
    width,
    height: key.height + height + GAP,
    margin: 0,
    ariaLabel: title,
    x: { type: "identity", axis: null },
    y: { type: "identity", axis: null },
    color: { type: "identity" },
    marks: [
      rect(key.squares.map(spanned), {
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: ({ answer }) => colour(answer),
        rx: 2,
      }),
      text(key.names.map(placed), at),
      text(names.map(placed), { ...at, lineHeight: LINE_HEIGHT }),
      rect(tiles.map(spanned), {
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        fill: ({ row }: Tile) => colour(row.labels[1] ?? ""),
        title: ({ row }: Tile) => `${row.labels.join(" · ")}: ${percent(area(row))}`,
      }),
      text(tiles.filter((tile) => holds(tile, lettering)).map(spanned), {
        x: ({ x1, x2 }: Tile) => (x1 + x2) / 2,
        y: ({ y1, y2 }: Tile) => (y1 + y2) / 2,
        text: ({ row }: Tile) => percent(area(row)),
        fill: "currentColor",
      }),
    ],
  });
  return asImage(chart);
}

/** Returns what turns places into those of a mirrored chart of this width, where charts are mirrored. */
function mirrorOf(width: number) {
  return (at: Placed): Placed => (isMirrored() ? { ...at, x: width - at.x } : at);
}

/** The same for what extends from one place to another. */
function spansOf(width: number) {
  return <Span extends { readonly x1: number; readonly x2: number }>(span: Span): Span =>
    isMirrored() ? { ...span, x1: width - span.x2, x2: width - span.x1 } : span;
}

/** Lays out the legend of the answers, in lines above the bands. */
function keyOf(answers: readonly string[], width: number, lettering: Lettering) {
  const squares: (Omit<Tile, "row"> & { answer: string })[] = [];
  const names: Placed[] = [];
  const line = Math.max(lettering.line, SQUARE) + SPACE / 2;
  let [x, y] = [0, 0];
  for (const answer of answers) {
    const [first = "", ...more] = lettering.wrap(answer, width - SQUARE - SPACE);
    const room = SQUARE + SPACE / 2 + lettering.width([first, ...more]);
    if (x > 0 && x + room > width) [x, y] = [0, y + line];
    const top = y + (line - SQUARE) / 2;
    squares.push({ answer, x1: x, x2: x + SQUARE, y1: top, y2: top + SQUARE });
    for (const [place, each] of [first, ...more].entries()) {
      if (place > 0) y += line;
      names.push({ x: x + SQUARE + SPACE / 2, y: y + line / 2, text: each });
    }
    x += room + 2 * SPACE;
  }
  return { squares, names, height: y + line + SPACE };
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly Row[];
}

function bandsOf(groups: readonly string[], rows: readonly Row[], height: number, top: number): Band[] {
  const of = groups.map((group) => rows.filter(({ labels }) => labels[0] === group));
  const sizes = of.map((each) => sum(each.map(area)));
  const scale = (height - GAP * (groups.length - 1)) / (sum(sizes) || 1);
  let from = top;
  return of.map((each, place) => {
    const band = { from, to: from + scale * (sizes[place] ?? 0), rows: each };
    from = band.to + GAP;
    return band;
  });
}

function tilesOf({ from, to, rows }: Band, left: number, width: number): Tile[] {
  const shown = rows.filter((row) => area(row) > 0);
  const scale = (width - left - GAP * (shown.length - 1)) / sum(shown.map(area));
  let x1 = left;
  return shown.map((row) => {
    const tile = { row, x1, x2: x1 + Math.max(0, scale * area(row)), y1: from, y2: to };
    x1 = tile.x2 + GAP;
    return tile;
  });
}

/** Whether a tile has room for its number. */
function holds({ row, x1, x2, y1, y2 }: Tile, lettering: Lettering): boolean {
  return x2 - x1 >= lettering.width([percent(area(row))]) + SPACE && y2 - y1 >= lettering.line;
}

/** Places labels of these heights as near to the wished middles as possible, without overlap and within the ends. */
function spread(
  wished: readonly number[],
  heights: readonly number[],
  [top, end]: readonly [number, number],
): number[] {
  const middles = [...wished];
  let free = top;
  middles.forEach((middle, place) => {
    const half = (heights[place] ?? 0) / 2;
    middles[place] = Math.max(middle, free + half);
    free = (middles[place] ?? 0) + half;
  });
  free = end;
  for (let place = middles.length - 1; place >= 0; place -= 1) {
    const half = (heights[place] ?? 0) / 2;
    middles[place] = Math.min(middles[place] ?? 0, free - half);
    free = (middles[place] ?? 0) - half;
  }
  return middles;
}

function area({ shown }: Row): number {
  return shown ?? 0;
}

function shade(place: number, of: number): string {
  const strength = of < 2 ? 100 : FAINTEST + ((100 - FAINTEST) * place) / (of - 1);
  return `color-mix(in oklab, var(--heat) ${Math.round(strength)}%, var(--surface))`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

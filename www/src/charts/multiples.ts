/**
 * Hypothetical outcomes: the shares of each draw as bars in a small chart of its own, all on one scale (Hullman, Resnick and Adar, 2015). A
 * single draw has the whole width. Labels stand where reading begins, once in each line of charts.
 */

import { link, plot, rect, ruleX, text } from "@observablehq/plot";
import { percent, whole } from "../page/numbers";
import { asImage } from "./image";
import { SLACK, SPACE } from "./labelled";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, sides } from "./mirrored";
import type { Row } from "./row";
import { ticksTo } from "./ticks";

/** A row with its share in every draw; none where there are too few reports. */
export interface Outcome extends Row {
  readonly draws: readonly number[];
}

/** The least width of a small chart. */
const LEAST_WIDTH = 76;
/** The largest part of the width for labels. */
const BESIDE = 0.36;
/** The height of a bar in a small chart and in one that has the whole width, and the gap between two bars. */
const [SMALL, LARGE, GAP] = [12, 22, 6];

/** Draws the charts of these draws, numbered from 0. */
export function multiples(
  rows: readonly Outcome[],
  draws: readonly number[],
  width: number,
  title: string,
  lettering: Lettering,
): Element {
  const names = rows.map(labelOf);
  const before = SPACE + Math.min(BESIDE * width, lettering.width(names) + SLACK);
  const many = Math.max(1, Math.min(draws.length, Math.floor((width - before) / LEAST_WIDTH)));
  const panel = (width - before) / many;
  const bar = draws.length === 1 ? LARGE : SMALL;
  const bands = bandsOf(rows, before - SPACE, bar, lettering);
  const ticks = ticksTo(rows.flatMap((row) => row.draws));
  const most = ticks.at(-1) ?? 1;
  const above = draws.length === 1 ? 0 : lettering.line + GAP;
  const height = above + bands.height + lettering.line + 2 * SPACE;
  const flipped = (x: number) => (isMirrored() ? width - x : x);
  const { atBegin, atEnd } = sides();
  const corner = (place: number) => ({ x: before + (place % many) * panel, y: Math.floor(place / many) * height });
  const xOf = (place: number, share: number) =>
    flipped(corner(place).x + ((panel - SPACE) * Math.min(Math.max(share, 0), most)) / most);
  const panels = draws.map((draw, place) => ({ draw, place, ...corner(place) }));
  const bars = panels.flatMap(({ draw, place, y }) =>
    rows.flatMap(({ draws: shares, isNone }, row) => {
      const share = shares[draw];
      const top = y + above + (bands.tops[row] ?? 0);
      return share === undefined
        ? []
        : [{ x1: xOf(place, 0), x2: xOf(place, share), y1: top, y2: top + bar, fill: isNone ? "--none" : "--bar" }];
    }),
  );
  const shown = ticks.length > 2 && panel < 3 * LEAST_WIDTH ? [0, most] : ticks;
  const scale = panels.flatMap(({ place, y }) =>
    shown.map((share) => ({ x: xOf(place, share), y1: y + above - GAP / 2, y2: y + above + bands.height, share })),
  );
  const lines = panels.filter(({ place }) => place % many === 0);
  const chart = plot({
    width,
    height: Math.ceil(draws.length / many) * height,
    margin: 0,
    ariaLabel: title,
    x: { type: "identity", axis: null },
    y: { type: "identity", axis: null },
    color: { type: "identity" },
    marks: [
      link(scale, { x: "x", y1: "y1", y2: "y2", stroke: "var(--rule)" }),
      ...([atBegin, "middle", atEnd] as const).map((textAnchor) =>
        text(
          scale.filter(({ share }) => textAnchor === (share === 0 ? atBegin : share === most ? atEnd : "middle")),
          {
            x: "x",
            y: ({ y2 }) => y2 + SPACE,
            text: ({ share }) => percent(share, 0),
            textAnchor,
            fill: "var(--soft)",
          },
        ),
      ),
      rect(bars, { x1: "x1", x2: "x2", y1: "y1", y2: "y2", fill: ({ fill }) => `var(${fill})` }),
      ruleX(panels, {
        x: ({ place }) => xOf(place, 0),
        y1: ({ y }) => y + above - GAP / 2,
        y2: ({ y }) => y + above + bands.height,
        stroke: "var(--edge)",
      }),
      ...(draws.length === 1
        ? []
        : [
            text(panels, {
              x: ({ place }) => xOf(place, 0),
              y: ({ y }) => y + lettering.line / 2,
              text: ({ draw }) => whole(draw + 1),
              textAnchor: atBegin,
              fill: "var(--soft)",
            }),
          ]),
      ...lines.map(({ y }) =>
        text(bands.wrapped, {
          x: flipped(before - SPACE),
          y: (_, row: number) => y + above + (bands.tops[row] ?? 0) + bar / 2,
          text: (label: readonly string[]) => label.join("\n"),
          textAnchor: atEnd,
          lineHeight: LINE_HEIGHT,
          fill: "currentColor",
        }),
      ),
    ],
  });
  return asImage(chart);
}

/** The wrapped labels of rows, and the tops of their bars within the height of all. */
function bandsOf(rows: readonly Outcome[], width: number, bar: number, lettering: Lettering) {
  const wrapped = rows.map((row) => lettering.wrap(labelOf(row), width));
  const tops: number[] = [];
  let height = 0;
  for (const { length } of wrapped) {
    const band = Math.max(bar, length * lettering.line) + GAP;
    tops.push(height + (band - bar) / 2);
    height += band;
  }
  return { wrapped, tops, height };
}

function labelOf({ labels }: Row): string {
  return labels[0] ?? "";
}

/**
 * The shares of a question's answers from wave to wave: small multiples, one per answer, on one scale, with whiskers for the
 * intervals.
 */

import { dot, line, link, plot, text } from "@observablehq/plot";
import { percent } from "../page/numbers";
import { asImage } from "./image";
import { type Lettering, LINE_HEIGHT } from "./lettering";
import { isMirrored, sides } from "./mirrored";
import { type Row, told } from "./row";
import { ticksTo } from "./ticks";

/** The minimum width of a small chart, and the height of its frame. */
const LEAST_WIDTH = 150;
const HEIGHT = 96;
/** The space for the numbers of waves below a frame, and between frames. */
const BELOW = 30;
const SPACE = 9;

/** Draws the chart. Rows are labelled with an answer and a wave, such as "2. spring"; the wave's number is below the chart. */
export function course(rows: readonly Row[], width: number, title: string, lettering: Lettering): Element {
  const [answers, waves] = [0, 1].map((side) => [...new Set(rows.map(({ labels }) => labels[side] ?? ""))]);
  if (!answers || !waves) throw new Error("a course is of answers in waves");
  const ticks = ticksTo(told(rows).map(({ upper }) => upper));
  const left = SPACE + lettering.width(ticks.map(tick));
  const many = Math.max(1, Math.min(answers.length, Math.floor((width - left) / LEAST_WIDTH)));
  const panel = (width - left) / many;
  const names = answers.map((answer) => lettering.wrap(answer, panel - SPACE));
  const above = Math.max(...names.map(({ length }) => length)) * lettering.line + SPACE;
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const flipped = (x: number) => (isMirrored() ? width - x : x);
  const { atBegin, atEnd } = sides();
  const corner = (answer: number) => ({
    x: left + (answer % many) * panel,
    y: Math.floor(answer / many) * (above + HEIGHT + BELOW) + above,
  });
  const heightOf = (answer: number, share: number) => corner(answer).y + (HEIGHT * (most - share)) / (most - least);
  const placeOf = (answer: number, wave: number) =>
    flipped(corner(answer).x + ((wave + 0.5) * (panel - SPACE)) / waves.length);
  const points = told(rows).map(({ labels: [answer = "", wave = ""], shown, lower, upper }) => {
    const i = answers.indexOf(answer);
    const [y, y1, y2] = [shown, lower, upper].map((share) => heightOf(i, share));
    return { answer, x: placeOf(i, waves.indexOf(wave)), y, y1, y2 };
  });
  const grid = answers.flatMap((_, i) =>
    ticks.map((share) => ({
      x1: flipped(corner(i).x),
      x2: flipped(corner(i).x + panel - SPACE),
      y: heightOf(i, share),
      share,
      i,
    })),
  );
  const numbers = answers.flatMap((_, i) =>
    waves.map((name, wave) => ({
      x: placeOf(i, wave),
      y: corner(i).y + HEIGHT + SPACE,
      number: name.slice(0, name.indexOf(".")),
    })),
  );
  const stroke = { stroke: "var(--accent)", strokeWidth: 2.5, strokeLinecap: "round" as const };
  const chart = plot({
    width,
    height: Math.ceil(answers.length / many) * (above + HEIGHT + BELOW),
    margin: 0,
    ariaLabel: title,
    x: { type: "identity", axis: null },
    y: { type: "identity", axis: null },
    marks: [
      link(grid, { x1: "x1", x2: "x2", y: "y", stroke: "var(--rule)" }),
      text(
        grid.filter(({ i }) => i % many === 0),
        {
          x: flipped(left - SPACE / 2),
          y: "y",
          text: ({ share }) => tick(share),
          textAnchor: atEnd,
          fill: "var(--soft)",
        },
      ),
      text(numbers, { x: "x", y: "y", text: "number", fill: "var(--soft)" }),
      text(names, {
        x: (_, i: number) => flipped(corner(i).x),
        y: (_, i: number) => corner(i).y - above,
        text: (lines) => lines.join("\n"),
        textAnchor: atBegin,
        lineAnchor: "top",
        lineHeight: LINE_HEIGHT,
        fill: "currentColor",
      }),
      line(points, { x: "x", y: "y", z: "answer", stroke: "var(--bar)", strokeWidth: 2.5 }),
      link(points, { x: "x", y1: "y1", y2: "y2", ...stroke }),
      dot(points, { x: "x", y: "y", r: 3.5, fill: "var(--accent)" }),
    ],
  });
  return asImage(chart);
}

function tick(share: number): string {
  return percent(share, 0);
}

/**
 * Means of a score, one below the other on the range that the score can have: a dot for each, and a line for its confidence interval.
 */

import { axisX, dot, link, plot, ruleX, text } from "@observablehq/plot";
import { measured } from "../page/numbers";
import type { Draw } from "./figure";
import { asImage } from "./image";
import { label, labelsAbove, labelsBeside, layout, SPACE } from "./labelled";
import { isMirrored, margins, sides } from "./mirrored";
import { MEASURES, type Row, told } from "./row";

/** Returns what draws means of a score between these values. */
export function means(least: number, most: number): Draw {
  return (rows, width, title, lettering, words) => {
    const number = (row: Row) =>
      row.shown === null ? MEASURES.value(row, words) : `${MEASURES.value(row, words)} (${MEASURES.interval(row)})`;
    const { narrow, lines, before, after, height, above, below } = layout(rows, width, lettering, {
      numbers: rows.map(number),
      widestTick: [tick(least), tick(most)].reduce((one, other) => (other.length > one.length ? other : one)),
    });
    const { atBegin, step } = sides();
    const middle = { y: label, dy: (above - below) / 2 };
    const chart = plot({
      width,
      height: rows.length * height + 28,
      ...margins(before, after),
      marginTop: 2,
      marginBottom: 26,
      ariaLabel: title,
      x: { domain: [least, most], reverse: isMirrored() },
      y: { type: "band", domain: rows.map(label), padding: 0, round: false, axis: null },
      marks: [
        axisX({ label: null, tickSize: 0, tickSpacing: 40, tickFormat: tick }),
        ruleX([least, most], { stroke: "var(--rule)" }),
        ...(narrow ? [labelsAbove(lines, before, height)] : [labelsBeside(lines)]),
        link(rows, { ...middle, x1: least, x2: most, stroke: "var(--rule)" }),
        link(told(rows), {
          ...middle,
          x1: "lower",
          x2: "upper",
          stroke: "var(--accent)",
          strokeWidth: 2.5,
          strokeLinecap: "round",
        }),
        dot(told(rows), { ...middle, x: "shown", r: 4.5, fill: "var(--accent)" }),
        text(rows, {
          ...middle,
          x: most,
          text: number,
          textAnchor: atBegin,
          dx: step * SPACE,
          fill: "currentColor",
        }),
      ],
    });
    return asImage(chart);
  };
}

function tick(value: number): string {
  return measured(value, Number.isInteger(value) ? 0 : 1);
}

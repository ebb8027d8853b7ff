/** The ranges of a number, which lie between the edges of its bins. */

import type { Question } from "../draft";

/** A range as documents write it, with its ends; `null` is an open end. */
export interface Range {
  readonly value: string;
  readonly from: number | null;
  readonly below: number | null;
}

/** The bin edges of a numeric question: the typed numbers, and `null` at an open end. */
export function binsOf({ edges, open: [below, above] }: Question): (number | null)[] {
  const typed = edges.map((edge) => edge.trim()).filter((edge) => edge !== "");
  return [...(below ? [null] : []), ...typed.map(Number), ...(above ? [null] : [])];
}

/** The ranges between the edges of a numeric question. */
export function rangesBetween(bins: readonly (number | null)[]): readonly Range[] {
  return bins.slice(1).map((below, place) => {
    const from = bins[place] ?? null;
    const value = from === null ? `<${below}` : below === null ? `≥${from}` : `[${from},${below})`;
    return { value, from, below };
  });
}

/** The values of the ranges between two edges, either of which may be missing; none where they are no edges. */
export function within(
  ranges: readonly Range[],
  { from, below }: Readonly<Record<string, unknown>>,
): readonly string[] {
  const first = from === undefined ? 0 : ranges.findIndex((range) => range.from === from);
  const last = below === undefined ? ranges.length - 1 : ranges.findIndex((range) => range.below === below);
  return first < 0 ? [] : ranges.slice(first, last + 1).map(({ value }) => value);
}

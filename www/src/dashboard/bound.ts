/** Compares the intervals with a lower bound for any private survey, as the collector computes it from the plan. */

import { decimal, percent } from "../page/numbers";
import type { Listed } from "./listed";
import type { Words } from "./words";

/** A sentence on how near the plan's intervals are to the bound, rounded up to claim less; empty where they were not compared. */
export function besideBound({ standard_error_ratio: ratio }: Listed, words: Words): string {
  if (ratio === null) return "";
  const above = ratio - 1;
  const near =
    above < 1
      ? words.within(percent(Math.ceil(above * 1000) / 1000))
      : words.timesAsWide(decimal(Math.ceil(ratio * 10) / 10, 1));
  return near + words.between + words.bound;
}

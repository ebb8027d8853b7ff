/** How near the intervals are to what no private survey can be below, as the collector computes it from the plan. */

import { percent } from "../page/numbers";
import type { Listed } from "./listed";

/** What is said of the plan's intervals; nothing where they were not compared. */
export function besideBound({ standard_error_ratio: ratio }: Listed): string {
  return ratio === null ? "" : sentence(ratio);
}

/** Rounded up, so that what is said is the weaker. */
function sentence(ratio: number): string {
  const above = ratio - 1;
  const near = above < 1 ? `within ${percent(Math.ceil(above * 1000) / 1000)} of` : `${times(ratio)} times as wide as`;
  return `All questions and all pairs taken together, these intervals are ${near} the narrowest that any private survey could give:
    any protocol with this record ε and unbiased estimates, where all answers are equally frequent. Compared are expected
    standard errors, root mean square over all cells, with a lower bound averaged over relabellings of the answers.`;
}

function times(ratio: number): string {
  return (Math.ceil(ratio * 10) / 10).toFixed(1);
}

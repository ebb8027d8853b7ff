/** What charts and tables of numbers show. */

import { decimal, percent } from "../page/numbers";

/** One cell, ready to be shown. */
export interface Row {
  /** Its category of each attribute, in words. */
  readonly labels: readonly string[];
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** The share among the simulated people. */
  readonly truth?: number | undefined;
}

/** The interval in figures, "20.3–26.6 %". It lies within 0 and 100 %, which the estimate need not. */
export function intervalOf({ lower, upper }: Row): string {
  return `${decimal(100 * lower, 1)}–${percent(upper)}`;
}

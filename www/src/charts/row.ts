/** What charts and tables of numbers show. */

import { decimal, percent } from "../page/numbers";
import type { ChartWords } from "./words";

/** One cell, ready to be shown. */
export interface Row {
  /** Its category of each attribute, in words. */
  readonly labels: readonly string[];
  /** The share as people are shown it, within its interval; null where there are too few reports to tell. */
  readonly shown: number | null;
  readonly lower: number;
  readonly upper: number;
  /** The share among the simulated people. */
  readonly truth?: number | undefined;
}

/** Rows of which there are enough reports to tell a share. */
export function told<Each extends Pick<Row, "shown">>(rows: readonly Each[]): (Each & { readonly shown: number })[] {
  return rows.filter((row): row is Each & { readonly shown: number } => row.shown !== null);
}

/** The share in figures, or that there are too few reports to tell. */
export function shareOf({ shown }: Pick<Row, "shown">, { few }: Pick<ChartWords, "few">): string {
  return shown === null ? few : percent(shown);
}

/** The interval in figures, "20.3–26.6 %". */
export function intervalOf({ lower, upper }: Pick<Row, "lower" | "upper">): string {
  return `${decimal(100 * lower, 1)}–${percent(upper)}`;
}

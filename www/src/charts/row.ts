/** The rows that charts and tables of numbers show. */

import { decimal, measured, percent, ratio } from "../page/numbers";
import type { ChartWords } from "./words";

/** One cell with its labels and its share. */
export interface Row {
  /** The labels of its categories, one per attribute. */
  readonly labels: readonly string[];
  /** The share to display, clipped to its interval; null where there are too few reports. */
  readonly shown: number | null;
  readonly lower: number;
  readonly upper: number;
  /** Whether it is no valid answer, such as that somebody prefers not to say; drawn in grey. */
  readonly isNone?: boolean;
  /** The true share among the simulated people. */
  readonly truth?: number | undefined;
}

/** The rows with enough reports to show a share. */
export function told<Each extends Pick<Row, "shown">>(rows: readonly Each[]): (Each & { readonly shown: number })[] {
  return rows.filter((row): row is Each & { readonly shown: number } => row.shown !== null);
}

/** How the numbers of rows are written. */
export interface Units {
  readonly value: (row: Pick<Row, "shown">, words: Pick<ChartWords, "few">) => string;
  readonly interval: (row: Pick<Row, "lower" | "upper">) => string;
}

/** Writes the share, or that there are too few reports. */
export function shareOf({ shown }: Pick<Row, "shown">, { few }: Pick<ChartWords, "few">): string {
  return shown === null ? few : percent(shown);
}

/** Writes the interval, such as "20.3–26.6 %". */
export function intervalOf({ lower, upper }: Pick<Row, "lower" | "upper">): string {
  return `${decimal(100 * lower, 1)}–${percent(upper)}`;
}

/** Shares, in percent. */
export const SHARES: Units = { value: shareOf, interval: intervalOf };

/** Numbers in the units of a score. */
export const MEASURES: Units = {
  value: ({ shown }, { few }) => (shown === null ? few : measured(shown)),
  interval: ({ lower, upper }) => `${measured(lower)} – ${measured(upper)}`,
};

/** Ratios, such as those of odds, to three digits. */
export const RATIOS: Units = {
  value: ({ shown }, { few }) => (shown === null ? few : ratio(shown)),
  interval: ({ lower, upper }) => `${ratio(lower)} – ${ratio(upper)}`,
};

/** The words of charts and their tables. */

export interface ChartWords {
  /** Said of a chart to those who cannot see it: what it shows, and where its numbers are. */
  readonly image: string;
  readonly chart: string;
  readonly numbers: string;
  readonly estimate: string;
  readonly interval: string;
  readonly truth: string;
}

export const ENGLISH: ChartWords = {
  image: "Estimated shares; the same numbers are in the table below.",
  chart: "The chart",
  numbers: "The numbers as a table",
  estimate: "Estimate",
  interval: "95 % interval",
  truth: "Simulated truth",
};

/** The words of charts and their tables. */

export interface ChartWords {
  /** Said of a chart to those who cannot see it: what it shows, and where its numbers are. */
  readonly image: string;
  readonly chart: string;
  readonly numbers: string;
  readonly estimate: string;
  readonly interval: string;
  /** In place of a share that so few reports do not tell. */
  readonly few: string;
  readonly truth: string;
  /** The simulated truth in a cell of a chart. */
  readonly truly: (share: string) => string;
}

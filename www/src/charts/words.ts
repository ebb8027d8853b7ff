/** The texts of charts and their tables. */

export interface ChartWords {
  /** Describes a chart to those who cannot see it: what it shows, and where its numbers are. */
  readonly image: string;
  readonly chart: string;
  readonly numbers: string;
  readonly estimate: string;
  readonly interval: string;
  /** Shown in place of a share for which there are too few reports. */
  readonly few: string;
  readonly truth: string;
  /** Labels the simulated truth in a cell of a chart. */
  readonly truly: (share: string) => string;
}

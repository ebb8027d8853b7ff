/** The texts of the dashboard in one language. */

import type { ChartWords } from "../../charts/words";
import type { Count } from "../../page/numbers";
import type { PageWords } from "../../page/words/words";

export interface Words extends PageWords {
  /** The texts of elements in the page, by their `data-word`; text in [brackets] goes into an inner element. */
  readonly page: {
    readonly title: string;
    readonly description: string;
    readonly skip: string;
    readonly survey: string;
    readonly totals: string;
    readonly lede: string;
    readonly invented: string;
    readonly inventedNote: string;
    readonly nobody: string;
    readonly questions: string;
    readonly refresh: string;
    readonly key: string;
    readonly estimateKey: string;
    readonly truthKey: string;
    readonly unbiased: string;
    readonly pair: string;
    readonly foot: string;
  };

  readonly noTotals: string;
  readonly headline: (reports: Count) => string;
  readonly refreshed: (headline: string) => string;
  readonly answer: string;
  /** Says on which day the survey was published. */
  readonly published: (day: string) => string;
  readonly everyReport: string;
  readonly inSteps: (after: Count, reports: Count) => string;
  readonly inStepsAndTime: (after: Count, reports: Count, minutes: Count) => string;
  /** Says that totals are released once, when the survey takes no more reports. */
  readonly atClose: (after: Count) => string;
  readonly within: (share: string) => string;
  readonly timesAsWide: (times: string) => string;
  readonly bound: string;

  readonly simulate: (people: string) => string;
  readonly stop: string;
  readonly stored: string;
  readonly simulating: string;
  readonly notStarted: string;
  readonly simulated: (people: Count) => string;
  readonly stopped: (people: Count) => string;

  readonly covered: (covering: string, intervals: Count) => string;
  readonly allSimulated: string;
  readonly mixture: (reports: Count, simulated: string) => string;

  readonly down: string;
  readonly across: string;
  /** Says that the plan shows a question together with no other. */
  readonly alone: string;
  readonly by: (one: string, other: string) => string;
  readonly pairCovered: (covering: string, intervals: Count) => string;
  readonly shares: string;

  readonly token: string;
  readonly readTotals: string;
  readonly reasons: PageWords["reasons"] & {
    readonly unauthorized: string;
    readonly "unidentifiable-table": string;
  };

  readonly chart: ChartWords;
}

import type { Count } from "../../page/numbers";
import { en as page } from "../../page/words/en";
import type { Words } from "./words";

const many = ({ text, form }: Count, noun: string) => `${text} ${noun}${form === "one" ? "" : "s"}`;
const stepwise = (after: Count, reports: Count, pause = "") =>
  `Totals are computed from the reports of one moment. They are shown from ${many(after, "report")} on and change after at least ${many(reports, "new report")}${pause}: the difference of two totals is never that of fewer reports.`;
const narrowest = (near: string) =>
  `All questions and all pairs taken together, these intervals are ${near} the narrowest that any private survey could give: any protocol with this record ε and unbiased estimates, where all answers are equally frequent.`;

export const en: Words = {
  ...page,
  page: {
    title: "Candor · the totals",
    description: "Estimated totals of a survey whose answers are changed at random on each device.",
    skip: "Skip to the totals",
    survey: "The survey",
    totals: "The totals",
    lede: "The survey’s page changes answers at random before it sends them. The estimates undo the noise for all reports together, and say how far each share may be off. They count every report as a respondent’s: somebody who sends forged reports can shift them.",
    invented: "Try it with people who do not exist",
    inventedNote:
      "The people of Larkhaven, an invented town, are drawn at random in this tab. Each one’s answers are perturbed by the same program a respondent’s browser runs and sent to the same collector. Because this tab made them up, it alone knows what they truly answered and can show it beside the estimates. Their reports stay in this collector’s database, among those of real people.",
    nobody: "As soon as enough people [answer the survey], or simulated people do, the estimates appear here.",
    questions: "Question by question",
    refresh: "Refresh",
    key: "Key to the charts",
    estimateKey: "Estimate with its 95\u00a0% interval",
    truthKey: "Simulated truth",
    unbiased:
      "Shares are a best guess from all questions together, drawn towards fewer associations; the intervals are those of the unbiased tables. The unbiased estimates, which may be below 0 or above 100 per cent, are in the JSON and CSV that the collector writes for programs.",
    pair: "Two questions together",
    foot: "The survey’s page sends the collector perturbed reports only. [Answer the survey] yourself.",
  },

  noTotals: "No totals yet.",
  headline: (reports) => `${many(reports, "report")}, and what they say together.`,
  refreshed: (headline) => `Refreshed. ${headline}`,
  answer: "Answer",
  published: (day) => `Published on ${day}.`,
  everyReport: "Totals change with every report here.",
  inSteps: (after, reports) => stepwise(after, reports),
  inStepsAndTime: (after, reports, minutes) =>
    stepwise(after, reports, ` and at most every ${many(minutes, "minute")}`),
  atClose: (after) =>
    `Totals are computed once, when the survey takes no more reports, unless these are fewer than ${many(after, "report")}.`,
  within: (share) => narrowest(`within ${share} of`),
  timesAsWide: (times) => narrowest(`${times} times as wide as`),
  bound:
    "Compared are expected standard errors, root mean square over all cells, with a lower bound averaged over relabellings of the answers.",

  simulate: (people) => `Simulate ${people} respondents`,
  stop: "Stop",
  stored: "Simulated people stored",
  simulating: "Simulating…",
  notStarted: "The simulation could not be started.",
  simulated: ({ text }) => `${text} simulated people have answered.`,
  stopped: ({ text }) => `Stopped after ${text} simulated people.`,

  covered: (covering, intervals) =>
    `${covering} of the ${many(intervals, "interval")} cover what the simulated people truly answered.`,
  allSimulated: "Every report here comes from this tab’s simulation.",
  mixture: (reports, simulated) =>
    `The collector holds ${many(reports, "report")}, of which this tab simulated ${simulated}: the truth shown is that of these simulated people alone.`,

  down: "Down",
  across: "Across",
  alone: "This question can be estimated together with none of the others.",
  by: (one, other) => `${one} by ${other}.`,
  pairCovered: (covering, intervals) => `${covering} of the ${many(intervals, "interval")} cover the simulated truth.`,
  shares: "Shares of all respondents, with the 95 % interval of each.",

  token: "Reader’s token",
  readTotals: "Read the totals",
  reasons: {
    ...page.reasons,
    unauthorized: "The collector needs a token, or a different one.",
    "unidentifiable-table": "This cannot be estimated: the reports so far do not say enough about these questions.",
  },

  chart: {
    image: "Estimated shares; the same numbers are in the table below.",
    chart: "The chart",
    numbers: "The numbers as a table",
    estimate: "Estimate",
    interval: "95 % interval",
    few: "too few reports to tell",
    truth: "Simulated truth",
    truly: (share) => `truth ${share}`,
  },
};

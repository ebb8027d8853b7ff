/** The texts of the reading page in one language. */

import type { ChartWords } from "../../charts/words";
import type { Language } from "../../page/language";

export interface Words {
  readonly language: Language;
  readonly title: string;
  readonly lede: string;
  readonly open: string;
  readonly openNote: string;
  readonly drop: string;
  readonly choose: string;
  readonly orCollector: string;
  readonly collectorNote: string;
  readonly survey: string;
  /** Says on which day a plan was published. */
  readonly published: (day: string) => string;
  /** Says when a plan takes reports, if it has a first day, a last day or both. */
  readonly days: (from: string | undefined, to: string | undefined) => string;
  readonly noTotals: string;
  /** Names a plan by the start of its fingerprint. */
  readonly plan: (fingerprint: string) => string;
  readonly token: string;
  readonly readTotals: string;
  readonly working: string;
  readonly stop: string;
  readonly stopped: string;
  readonly startOver: string;
  readonly opened: (survey: string, reports: string) => string;
  readonly needPlan: string;
  readonly needReports: string;
  readonly repeated: (count: string) => string;
  readonly otherPlan: (count: string) => string;
  readonly promise: (epsilon: string) => string;
  /** Why a file cannot be read; earlier work stays. */
  readonly refused: {
    readonly folder: string;
    readonly large: string;
    readonly database: string;
    readonly binary: string;
    readonly json: string;
    readonly unlike: string;
    readonly plan: string;
    readonly counts: string;
    readonly reports: string;
    readonly unread: string;
  };
  readonly kept: string;
  readonly reports: (count: string) => string;
  readonly questions: string;
  readonly confidence: string;
  readonly method: string;
  readonly methods: Readonly<Record<"auto" | "inverse" | "likelihood", string>>;
  /** What shares are of: of everybody, or (true) of those who gave a valid answer. */
  readonly among: string;
  readonly amongs: Readonly<Record<"false" | "true", string>>;
  /** Says the latter, after a sentence that is quoted. */
  readonly amongValidNote: string;
  /** What a best guess is. */
  readonly bestGuess: string;
  /** Why many questions are shown without one at first. */
  readonly unbiasedFirst: string;
  /** The list of questions. */
  readonly goTo: string;
  readonly noAnswer: string;
  readonly notAsked: string;
  readonly notReached: string;
  /** Whether a choice of several was made. */
  readonly chosen: string;
  readonly unchosen: string;
  readonly any: string;
  readonly estimating: string;
  readonly unreadable: string;
  /** Why something cannot be estimated, by the code of the refusal. */
  readonly reasons: Readonly<
    Record<"unidentifiable-table" | "invalid-hypothesis" | "invalid-counts" | "too-few-reports", string>
  >;
  readonly rough: string;
  /** Says what reports failed that do not fit their plan. */
  readonly accused: Readonly<Record<"labels" | "agreement" | "subsets" | "counts", string>>;
  /** Names the labels that speak most clearly against the plan. */
  readonly accusedLabels: (labels: string) => string;
  /** Says what that means, and what to do about it. */
  readonly accusedNote: (p: string) => string;
  /** Names numbers of forged reports: with the most influential label, with labels as devices draw them (nothing without labels), and of liars. */
  readonly forged: (worst: string, drawn: string | undefined, liars: string) => string;
  /** Says that so many move an estimate of the table by half its interval. */
  readonly fragile: (forged: string) => string;
  /** Says that so many turn the result of a test at the level 5 %. */
  readonly turned: (forged: string) => string;
  readonly quote: (parts: {
    label: string;
    question: string;
    share: string;
    interval: string;
    confidence: string;
    n: string;
  }) => string;
  /** The same in a list of sentences, which says once how many reports there were. */
  readonly quoteBrief: (parts: { label: string; question: string; share: string; interval: string }) => string;
  /** The choice of the answer that a sentence is about. */
  readonly quoteAbout: string;
  /** Compares the shares of an answer within two groups. */
  readonly quoteGroups: (parts: {
    answer: string;
    question: string;
    groups: string;
    one: InGroup;
    other: InGroup;
    difference: string;
    between: string;
    confidence: string;
    n: string;
  }) => string;
  /** Says that there are too few reports about a question. */
  readonly quoteFew: (question: string, n: string) => string;
  readonly known: string;
  readonly knownNote: string;
  readonly knownCompare: string;
  readonly knownSum: (sum: string) => string;
  readonly knownFit: (p: string) => string;
  readonly knownDiffer: (p: string) => string;
  readonly copy: string;
  readonly copied: string;
  readonly picture: (kind: string) => string;
  /** Below a picture: how many reports its numbers are estimated from, how these were made, and what the ranges are. */
  readonly pictureNote: (n: string, confidence: string) => string;
  /** Below a picture: how its numbers were reconstructed. */
  readonly pictureMethod: (method: string) => string;
  /** Below a picture: the survey, the start of its plan's fingerprint, and its record ε. */
  readonly pictureSource: (survey: string, plan: string, epsilon: string) => string;
  readonly pair: string;
  readonly down: string;
  readonly across: string;
  readonly drawnAs: string;
  readonly drawn: Readonly<Record<"heatmap" | "mosaic", string>>;
  readonly mosaicNote: string;
  /** Shown where the plan cannot show some questions together. */
  readonly offered: string;
  readonly alone: (question: string) => string;
  /** Titles the shares of the answers to a question within the groups of another. */
  readonly within: (question: string, groups: string) => string;
  /** Says that these groups are too small. */
  readonly fewIn: (groups: string) => string;
  readonly joint: string;
  readonly differences: (groups: string, reference: string) => string;
  readonly difference: string;
  readonly tests: string;
  readonly testsNote: string;
  readonly needCounts: string;
  readonly independent: (p: string) => string;
  readonly associated: (p: string) => string;
  readonly few: string;
  readonly permuted: (draws: string) => string;
  readonly wavesPermuted: (draws: string) => string;
  readonly bootstrapped: (draws: string) => string;
  readonly weights: WeightWords;
  readonly search: string;
  readonly searchNote: string;
  readonly searchStart: string;
  readonly questionPair: string;
  readonly calibrated: string;
  readonly degrees: string;
  readonly pValue: string;
  readonly verdict: string;
  readonly found: string;
  readonly notFound: string;
  readonly foundSome: (found: string, pairs: string) => string;
  readonly leftOut: (pairs: string) => string;
  readonly roughPairs: (pairs: string) => string;
  readonly simulatedPairs: (pairs: string) => string;
  readonly regression: RegressionWords;
  readonly scores: ScoreWords;
  readonly rankings: RankingWords;
  readonly waves: string;
  readonly wavesNote: string;
  readonly wave: string;
  readonly wavesNone: string;
  readonly wavesTable: string;
  readonly answer: string;
  readonly thisWave: string;
  readonly earlier: string;
  readonly leaveOut: string;
  readonly wavesOne: string;
  readonly wavesEqual: string;
  readonly outcomes: OutcomeWords;
  readonly report: ReportWords;
  readonly download: string;
  readonly downloadNote: string;
  readonly exports: ExportWords;
  readonly standardError: string;
  readonly from: string;
  readonly to: string;
  readonly numberOfReports: string;
  readonly share: string;
  readonly shareNote: string;
  readonly collectorFailed: string;
  readonly collectorToken: string;
  readonly collectorFew: string;
  readonly collectorSlow: string;
  readonly collectorNone: string;
  readonly chart: Omit<ChartWords, "interval"> & { readonly interval: (confidence: string) => string };
}

/** A share of an answer within a group, with its interval. */
export interface InGroup {
  readonly group: string;
  readonly share: string;
  readonly interval: string;
}

/** The texts of regressions and merged categories. */
export interface RegressionWords {
  readonly title: string;
  readonly note: string;
  /** Says that only counted tables can be fitted where there are counts without reports. */
  readonly countsAlone: string;
  readonly outcome: string;
  readonly regressors: string;
  readonly join: string;
  readonly question: string;
  readonly categories: string;
  readonly together: string;
  readonly apart: string;
  readonly ridge: string;
  readonly fit: string;
  /** The label of a penalised fit. */
  readonly penalised: string;
  readonly separated: string;
  readonly fitPenalised: string;
  readonly coefficients: (outcome: string) => string;
  readonly answer: string;
  readonly regressor: string;
  readonly oddsRatio: string;
  readonly against: (category: string, reference: string) => string;
  readonly overall: (p: string) => string;
  readonly misfit: (p: string) => string;
  /** The heading of a question's odds ratios in a chart, with the answer that they are against. */
  readonly heading: (question: string, reference: string) => string;
  /** Below a picture of odds ratios: how many reports they are estimated from, how these were made, and how to read it. */
  readonly pictureNote: (n: string, confidence: string) => string;
  /** Describes the chart of odds ratios to those who cannot see it. */
  readonly image: string;
}

/** The texts of weights. */
export interface WeightWords {
  readonly title: string;
  readonly note: string;
  /** The choice of columns of which numbers are known. */
  readonly columns: string;
  /** Whether they are known each by itself or in all combinations. */
  readonly how: string;
  readonly hows: Readonly<Record<"apart" | "crossed", string>>;
  readonly unit: string;
  readonly units: Readonly<Record<"percent" | "people", string>>;
  /** Says which share of the reports a category has. */
  readonly reported: (share: string) => string;
  /** Names categories that no report has. */
  readonly noReports: (categories: string) => string;
  /** Names categories whose numbers are missing. */
  readonly missing: (categories: string) => string;
  /** Names categories whose numbers are not above 0. */
  readonly low: (categories: string) => string;
  readonly together: (sum: string) => string;
  readonly people: (sum: string) => string;
  readonly paste: string;
  readonly pasteNote: string;
  readonly fill: string;
  readonly filled: (columns: string) => string;
  /** Says why what was pasted cannot be read. */
  readonly unread: Readonly<
    Record<"empty" | "column" | "category" | "number" | "twice" | "json" | "mixed", (about: string) => string>
  >;
  readonly none: string;
  readonly weigh: string;
  /** Says that no weights have these margins. */
  readonly unfit: string;
  /** Says to which columns reports are weighed, and what comes of it. */
  readonly weighed: (columns: string, n: string, effective: string, effect: string) => string;
  /** Says that what is not weighted says so. */
  readonly elsewhere: string;
  readonly remove: string;
  /** Below what is weighted. */
  readonly said: (columns: string) => string;
  /** Below what is not. */
  readonly unsaid: string;
  readonly unsaidNote: string;
  /** These head columns of files. */
  readonly weights: string;
  readonly effective: string;
}

/** The texts of hypothetical outcomes. */
export interface OutcomeWords {
  readonly title: string;
  /** Says in one sentence what is seen. */
  readonly note: string;
  /** Says how outcomes are drawn. */
  readonly how: string;
  readonly hows: Readonly<Record<"moving" | "beside", string>>;
  readonly pause: string;
  readonly go: string;
  readonly of: (outcome: string, all: string) => string;
  /** Describes the charts to those who cannot see them. */
  readonly image: string;
}

/** The texts of reports for people who were not there. */
export interface ReportWords {
  /** The section of the page that saves reports. */
  readonly title: string;
  readonly note: string;
  readonly save: (format: string) => string;
  /** The title of the report itself. */
  readonly heading: (survey: string) => string;
  readonly short: string;
  readonly shortNote: string;
  /** Titles how the numbers were made, then says it. */
  readonly made: string;
  readonly making: string;
  readonly fact: string;
  readonly value: string;
  readonly epsilon: string;
  readonly epsilonNote: string;
  readonly plan: string;
  readonly day: string;
  /** Titles how numbers are read, then says it. */
  readonly reading: string;
  readonly readings: (confidence: string) => readonly string[];
  /** Titles what the numbers do not tell, then says it. */
  readonly limits: string;
  readonly limited: readonly string[];
}

/** The texts of scores. */
export interface ScoreWords {
  readonly title: string;
  readonly note: string;
  readonly groups: string;
  readonly everybody: string;
  /** Titles the number of choices that were made of a question. */
  readonly chosen: (question: string) => string;
  readonly mean: string;
  readonly meanOf: (group: string) => string;
  /** Names the value that this share of people do not exceed. */
  readonly quantile: (share: string) => string;
  readonly deviation: string;
  readonly alpha: string;
  /** Names the difference between two groups. */
  readonly less: (group: string, reference: string) => string;
  readonly statistic: string;
  readonly value: string;
  /** Says that there is a chart of how often every value occurs. */
  readonly howOften: string;
  readonly values: (score: string) => string;
  /** Describes the chart of means to those who cannot see it. */
  readonly image: string;
}

/** The texts of rankings. */
export interface RankingWords {
  readonly title: string;
  readonly note: string;
  readonly item: string;
  /** Names the place that an item is given. */
  readonly place: (place: string) => string;
  readonly notRanked: string;
  /** Titles the shares of people who put each item first. */
  readonly first: string;
  readonly firstOf: (item: string) => string;
  readonly meanRank: string;
  readonly meanRankOf: (item: string) => string;
  /** Says that an item is put before another one. */
  readonly before: (item: string, other: string) => string;
  /** Names the difference between an item's mean ranks in two groups. */
  readonly less: (item: string, group: string, reference: string) => string;
  /** Names the difference between the shares of two groups that put an item first. */
  readonly lessFirst: (item: string, group: string, reference: string) => string;
  /** Describes the chart of mean ranks to those who cannot see it. */
  readonly image: string;
}

/** The texts of files for other programs. */
export interface ExportWords {
  /** The sheet of all questions and answers, and its columns for what these are called in files, and for whether an answer is a valid one. */
  readonly dictionary: { readonly title: string; readonly name: string; readonly valid: string };
  /** Names a CSV that comes with descriptions. */
  readonly described: string;
  /** Names files of both. */
  readonly statistics: string;
  /** These describe columns. */
  readonly table: string;
  readonly shown: string;
  readonly guess: string;
  readonly condition: string;
  readonly given: string;
  readonly no: string;
  readonly yes: string;
  readonly perturbed: {
    readonly title: string;
    /** Says what perturbed reports are; it goes wherever they go. */
    readonly label: string;
    readonly note: string;
    readonly save: string;
    /** Labels the perturbed values of a question. */
    readonly of: (question: string) => string;
    /** Says in a script what it does, and with which package. */
    readonly estimates: (name: string) => string;
    /** Says in SPSS, which cannot estimate from them, what to read instead. */
    readonly instead: string;
  };
}

/** Numbers with their names, such as those of scores and rankings: as a table of the page, and as rows of a workbook. */

import type { PlanDocument } from "candor";
import { element } from "../page/element";
import { measured, percent, scored } from "../page/numbers";
import { labelsOf, type Question, valuesOf } from "./labels";
import { probability } from "./pair";
import { tableOf } from "./tables";
import type { Words } from "./words";

/** Begins a text in its own direction within a sentence. */
export const ISOLATE = "\u2068";

/** A number with its name; the p-value is that of a test. */
export interface Statistic {
  readonly what: string;
  readonly shown: number | null;
  /** Possibly outside of what the number can be. */
  readonly estimate: number;
  readonly standard_error?: number | null;
  readonly lower: number;
  readonly upper: number;
  readonly p?: number;
  /** How it is written: a value that a score can have, or a share of people; otherwise to two places. */
  readonly as?: "value" | "share";
}

const WRITTEN = { value: scored, share: (value: number) => percent(value) };

/** Names groups by the labels of the question's categories. */
export function groupLabels(by: Question | undefined, plan: PlanDocument, words: Words): (group: string) => string {
  const values = by ? valuesOf(by) : [];
  const labels = by ? labelsOf(by, plan, words) : [];
  return (group) => labels[values.indexOf(group)] ?? group;
}

/** The table of these numbers, with a column of p-values if there is one; none without numbers. Clear results of tests stand out. */
export function statisticsTable(
  statistics: readonly Statistic[],
  title: string,
  confidence: number,
  words: Words,
): HTMLElement[] {
  if (statistics.length === 0) return [];
  const isTested = statistics.some(({ p }) => p !== undefined);
  const rows = statistics.map(({ what, shown, lower, upper, p, as }) => {
    const written = as ? WRITTEN[as] : measured;
    return element(
      "tr",
      { class: p !== undefined && shown !== null && p < 1 - confidence ? "strong" : undefined },
      element("th", { scope: "row" }, what),
      element("td", {}, shown === null ? words.chart.few : written(shown)),
      element("td", {}, shown === null ? "" : `${written(lower)} – ${written(upper)}`),
      ...(isTested ? [element("td", {}, p === undefined ? "" : probability(p))] : []),
    );
  });
  const interval = words.chart.interval(percent(confidence, 0));
  const headings = [words.scores.statistic, words.chart.estimate, interval, ...(isTested ? [words.pValue] : [])];
  return [tableOf(title, headings, rows)];
}

/** What files tell of one thing, such as a score; where there are too few reports, `shown` is null, and other numbers may be missing. */
export interface Told {
  readonly of: string;
  readonly n: number;
  readonly confidence: number;
  readonly statistics: readonly (Statistic | { readonly what: string; readonly shown: null })[];
}

/** A sheet with a row for every number, with the names that people see; `weighting` says how the numbers are weighted, if any on the page are. */
export function statisticsSheet(title: string, told: readonly Told[], weighting: readonly string[], words: Words) {
  const headings = [
    title,
    words.scores.statistic,
    words.chart.estimate,
    words.standardError,
    words.from,
    words.to,
    words.pValue,
    words.confidence,
    words.numberOfReports,
    ...weighting.map(() => words.weights.weights),
  ];
  const rows = told.flatMap(({ of, n, confidence, statistics }) =>
    statistics.map((one) => [
      { value: of },
      { value: one.what },
      ...numbersOf(one, words),
      { value: confidence, format: "0.0%" },
      { value: n },
      ...weighting.map((value) => ({ value })),
    ]),
  );
  return {
    sheet: title.slice(0, 31),
    data: [headings.map((value) => ({ value, fontWeight: "bold" as const })), ...rows],
  };
}

/** The cells for a number, its standard error, its interval and its p-value, or for the note that there are too few reports. */
function numbersOf(one: Told["statistics"][number], words: Words) {
  if (one.shown === null) return [{ value: words.chart.few }, null, null, null, null];
  const { shown, standard_error: error, lower, upper, p, as } = one;
  const own = [shown, error ?? null, lower, upper].map((value) =>
    value === null ? null : { value, ...(as === "share" ? { format: "0.0%" } : {}) },
  );
  return [...own, p === undefined ? null : { value: p }];
}

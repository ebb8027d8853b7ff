/** The scores that are shown, as a sheet of a workbook. */

import type { PlanDocument } from "candor";
import type { ScoresDocument } from "candor/analysis";
import { groupLabels, type Statistic, scoresOf, statisticsOf } from "./scores-section";
import type { Words } from "./words";

/** Makes the sheet: a row for every number, with the names that people see. */
export function scoresSheet(documents: readonly ScoresDocument[], plan: PlanDocument, words: Words) {
  const titles = new Map(scoresOf(plan, words).map(({ name, title }) => [name, title]));
  const headings = [
    words.scores.title,
    words.scores.statistic,
    words.chart.estimate,
    words.standardError,
    words.from,
    words.to,
    words.pValue,
    words.confidence,
    words.numberOfReports,
  ];
  const rows = documents.flatMap(({ by, confidence, scores }) => {
    const labels = groupLabels(
      plan.attributes.find(({ name }) => name === by),
      words,
    );
    return scores.flatMap((score) => {
      const of = titles.get(score.name) ?? score.name;
      const told: (Statistic | { readonly what: string; readonly shown: null })[] = [
        { ...score.mean, what: words.scores.mean },
        ...(score.groups ?? []).map(({ group, mean }) => {
          const what = words.scores.meanOf(labels(group));
          return mean ? { ...mean, what } : { what, shown: null };
        }),
        ...statisticsOf(score, labels, words),
      ];
      return told.map((one) => [
        { value: of },
        { value: one.what },
        ...numbersOf(one, words),
        { value: confidence, format: "0.0%" },
        { value: score.n },
      ]);
    });
  });
  return {
    sheet: words.scores.title.slice(0, 31),
    data: [headings.map((value) => ({ value, fontWeight: "bold" as const })), ...rows],
  };
}

/** The cells for a number, its standard error, its interval and its p-value, or for the note that there are too few reports. */
function numbersOf(one: Statistic | { readonly what: string; readonly shown: null }, words: Words) {
  if (one.shown === null) return [{ value: words.chart.few }, null, null, null, null];
  const { shown, standard_error: error, lower, upper, p } = one;
  return [shown, error ?? null, lower, upper, p ?? null].map((value) => (value === null ? null : { value }));
}

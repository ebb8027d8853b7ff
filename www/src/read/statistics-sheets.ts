/** The scores and rankings that are shown, each as a sheet of a workbook. */

import type { PlanDocument } from "candor";
import type { RankingsDocument, ScoresDocument } from "candor/analysis";
import { itemsOf, meansOf, rankingStatistics, rankingsOf } from "./rankings-section";
import { scoresOf, statisticsOf } from "./scores-section";
import { groupLabels, statisticsSheet } from "./statistics";
import type { Words } from "./words";

const questionOf = (plan: PlanDocument, by: string | undefined) => plan.attributes.find(({ name }) => name === by);

/** Makes the sheet of scores; `weighting` says that they are not weighted, if other sheets are. */
export function scoresSheet(
  documents: readonly ScoresDocument[],
  plan: PlanDocument,
  weighting: readonly string[],
  words: Words,
) {
  const titles = new Map(scoresOf(plan, words).map(({ name, title }) => [name, title]));
  const told = documents.flatMap(({ by, confidence, scores }) => {
    const labels = groupLabels(questionOf(plan, by), words);
    return scores.map((score) => ({
      of: titles.get(score.name) ?? score.name,
      n: score.n,
      confidence,
      statistics: [
        { ...score.mean, what: words.scores.mean },
        ...(score.groups ?? []).map(({ group, mean }) => {
          const what = words.scores.meanOf(labels(group));
          return mean ? { ...mean, what } : { what, shown: null };
        }),
        ...statisticsOf(score, labels, words),
      ],
    }));
  });
  return statisticsSheet(words.scores.title, told, weighting, words);
}

const named = (what: string, group: string | undefined) => (group === undefined ? what : `${what} · ${group}`);

/** Makes the sheet of rankings, likewise. */
export function rankingsSheet(
  documents: readonly RankingsDocument[],
  plan: PlanDocument,
  weighting: readonly string[],
  words: Words,
) {
  const titles = new Map(rankingsOf(plan, words).map(({ name, title }) => [name, title]));
  const items = itemsOf(plan, words);
  const told = documents.flatMap(({ by, confidence, rankings }) => {
    const labels = groupLabels(questionOf(plan, by), words);
    return rankings.map((ranking) => ({
      of: titles.get(ranking.name) ?? ranking.name,
      n: ranking.n,
      confidence,
      statistics: [
        ...meansOf("first", ranking, items, labels).map(({ item, group, mean }) => {
          const what = named(words.rankings.firstOf(item), group);
          return mean ? { ...mean, what, as: "share" as const } : { what, shown: null };
        }),
        ...meansOf("mean_rank", ranking, items, labels).map(({ item, group, mean }) => {
          const what = named(words.rankings.meanRankOf(item), group);
          return mean ? { ...mean, what } : { what, shown: null };
        }),
        ...rankingStatistics(ranking, items, labels, words),
      ],
    }));
  });
  return statisticsSheet(words.rankings.title, told, weighting, words);
}

/** The scores and rankings that are shown, each as a sheet of a workbook. */

import type { PlanDocument } from "candor";
import type { RankingsDocument, ScoresDocument } from "candor/analysis";
import { firstOf, itemsOf, rankingStatistics, rankingsOf, ranksOf } from "./rankings-section";
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
        ...firstOf(ranking, items).map((first) => {
          return { ...first, what: words.rankings.firstOf(first.what), as: "share" as const };
        }),
        ...ranksOf(ranking, items, labels).map(({ item, group, mean }) => {
          const rank = words.rankings.meanRankOf(item);
          const what = group === undefined ? rank : `${rank} · ${group}`;
          return mean ? { ...mean, what } : { what, shown: null };
        }),
        ...rankingStatistics(ranking, items, labels, words),
      ],
    }));
  });
  return statisticsSheet(words.rankings.title, told, weighting, words);
}

/** What files tell of the scores and rankings that are shown. */

import type { PlanDocument } from "candor";
import type { RankingsDocument, ScoresDocument } from "candor/analysis";
import { itemsOf, meansOf, rankingStatistics, rankingsOf } from "./rankings-section";
import { scoresOf, statisticsOf } from "./scores-section";
import { groupLabels, type Told } from "./statistics";
import type { Words } from "./words";

const questionOf = (plan: PlanDocument, by: string | undefined) => plan.attributes.find(({ name }) => name === by);

/** The numbers of scores. */
export function scoresTold(documents: readonly ScoresDocument[], plan: PlanDocument, words: Words): Told[] {
  const titles = new Map(scoresOf(plan, words).map(({ name, title }) => [name, title]));
  return documents.flatMap(({ by, confidence, scores }) => {
    const labels = groupLabels(questionOf(plan, by), plan, words);
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
}

const named = (what: string, group: string | undefined) => (group === undefined ? what : `${what} · ${group}`);

/** The numbers of rankings. */
export function rankingsTold(documents: readonly RankingsDocument[], plan: PlanDocument, words: Words): Told[] {
  const titles = new Map(rankingsOf(plan, words).map(({ name, title }) => [name, title]));
  const items = itemsOf(plan, words);
  return documents.flatMap(({ by, confidence, rankings }) => {
    const labels = groupLabels(questionOf(plan, by), plan, words);
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
}

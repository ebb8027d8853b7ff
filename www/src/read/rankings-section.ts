/**
 * The rankings of a survey: who puts which item first, mean ranks, by groups if wanted, and which of two items is put before the other.
 */

import type { PlanDocument } from "candor";
import type { GroupDifferenceDocument, MeanDocument, RankingDocument, RankingsDocument } from "candor/analysis";
import { means } from "../charts/means";
import { MEASURES } from "../charts/row";
import { element } from "../page/element";
import { type Asked, type CardsSection, cardsSection } from "./cards-section";
import { apart, chartWords, drawnBy, notesOf, pictured } from "./figures";
import { inWords, type Question, titleOf } from "./labels";
import type { Page } from "./page";
import type { Source } from "./source";
import { groupLabels, ISOLATE, type Statistic, statisticsTable } from "./statistics";
import type { Words } from "./words";

/** The questions of a plan whose items are put in order. */
export function rankingsOf({ compounds = [] }: PlanDocument, words: Words): Asked[] {
  const rankings = compounds.filter(({ kind }) => kind === "ranking");
  return rankings.map(({ name, question, attributes }) => {
    return { name, title: question ? inWords(question, words) : name, attributes };
  });
}

/** Names items by the texts of their attributes, or by what their names say after the ranking's. */
export function itemsOf({ attributes, compounds = [] }: PlanDocument, words: Words): (item: string) => string {
  const titles = compounds.flatMap(({ name, attributes: own }) =>
    own.flatMap((place) => {
      const item = attributes[place];
      return item
        ? [[item.name, item.question ? titleOf(item, words) : item.name.slice(name.length + 1)] as const]
        : [];
    }),
  );
  const known = new Map(titles);
  return (item) => known.get(item) ?? item;
}

/** The section of rankings, which `show` fills; none where there are no rankings. `grouped` is called when other groups are chosen. */
export function rankingsSection(
  source: Source,
  page: Page,
  grouped: () => void,
): CardsSection<RankingsDocument> | undefined {
  const { words } = page;
  const items = itemsOf(source.plan, words);
  return cardsSection(source, page, rankingsOf(source.plan, words), {
    name: "rankings",
    title: words.rankings.title,
    note: words.rankings.note,
    ask: (name, confidence, by) => source.ranking(name, confidence, by),
    contents: ({ confidence, rankings }, asked, by) =>
      rankings.flatMap((ranking) => contents(ranking, asked, confidence, items, by, source, words)),
    grouped,
  });
}

/** The share of people who put each item first, or its mean rank, each followed by the same of every group. */
export function meansOf(
  of: "first" | "mean_rank",
  { items }: RankingDocument,
  title: (item: string) => string,
  labels: (group: string) => string,
): { readonly item: string; readonly group?: string; readonly mean: MeanDocument | null }[] {
  return items.flatMap(({ item, [of]: mean, groups = [] }) => [
    { item: title(item), mean },
    ...groups.map(({ group, [of]: own }) => ({ item: title(item), group: labels(group), mean: own })),
  ]);
}

/** Which of two items is put before the other, and how groups differ. */
export function rankingStatistics(
  { items, pairs }: RankingDocument,
  title: (item: string) => string,
  labels: (group: string) => string,
  words: Words,
): Statistic[] {
  const apartly = (text: string) => apart(text, ISOLATE);
  const between = (
    name: Words["rankings"]["less"],
    item: string,
    differences: readonly GroupDifferenceDocument[] = [],
  ): Statistic[] =>
    differences.map(({ group, reference, difference, p_value }) => {
      const what = name(apartly(title(item)), apartly(labels(group)), apartly(labels(reference)));
      return { ...difference, what, p: p_value };
    });
  const ofFirst = items.flatMap(({ item, first_differences: own }) =>
    between(words.rankings.lessFirst, item, own).map((each) => ({ ...each, as: "share" as const })),
  );
  const ofRanks = items.flatMap(({ item, differences: own }) => between(words.rankings.less, item, own));
  const before = pairs.flatMap(({ item, other, before, after, p_value }) => {
    const [one, two] = [item, other].map((each) => apartly(title(each))) as [string, string];
    return [
      { ...before, what: words.rankings.before(one, two), as: "share" as const, p: p_value },
      { ...after, what: words.rankings.before(two, one), as: "share" as const },
    ];
  });
  return [...before, ...ofFirst, ...ofRanks];
}

/** The contents of a ranking's card. */
function contents(
  ranking: RankingDocument,
  { name, title }: Asked,
  confidence: number,
  items: (item: string) => string,
  by: Question | undefined,
  source: Source,
  words: Words,
): HTMLElement[] {
  const notes = notesOf(source, { n: ranking.n, confidence }, words);
  const labels = groupLabels(by, source.plan, words);
  const most = ranking.items.length;
  const rows = (which: "first" | "mean_rank", lower: number, upper: number) =>
    meansOf(which, ranking, items, labels).map(({ item, group, mean }) => {
      const of = by ? `${apart(item, ISOLATE)} · ${apart(group ?? words.scores.everybody, ISOLATE)}` : item;
      return { ...(mean ?? { shown: null, lower, upper }), labels: [of] };
    });
  const [shares, ranks] = [rows("first", 0, 1), rows("mean_rank", 1, most)];
  const [captionFirst, captionRanks] = [words.rankings.first, words.rankings.meanRank];
  const first = pictured("bars", words, confidence, {
    name: `${name} first`,
    title: `${title}: ${captionFirst}`,
    notes,
  });
  const chart = { ...chartWords(words, confidence), image: words.rankings.image };
  const about = { name: `${name} ranks`, title: `${title}: ${captionRanks}`, notes };
  const mean = drawnBy({ draw: means(1, most), unfolded: false, units: MEASURES }, chart, words, about);
  requestAnimationFrame(() => {
    first.figure.show(shares, `${title}: ${captionFirst}`, [words.rankings.item]);
    mean.figure.show(ranks, `${title}: ${captionRanks}`, [words.rankings.item]);
  });
  return [
    element("h4", {}, captionFirst),
    first.figure.element,
    first.controls,
    element("h4", {}, captionRanks),
    mean.figure.element,
    mean.controls,
    ...statisticsTable(rankingStatistics(ranking, items, labels, words), title, confidence, words),
  ];
}

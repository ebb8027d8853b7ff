/** The scores of a survey, and how many choices were made: their means, by groups if wanted, with what else can be told of them. */

import type { PlanDocument } from "candor";
import type { ScoreDocument, ScoresDocument } from "candor/analysis";
import { means } from "../charts/means";
import { MEASURES } from "../charts/row";
import { element } from "../page/element";
import { percent, scored } from "../page/numbers";
import { type Asked, type CardsSection, cardsSection } from "./cards-section";
import { apart, chartWords, drawnBy, notesOf, pictured } from "./figures";
import { inWords, type Question } from "./labels";
import type { Page } from "./page";
import type { Source } from "./source";
import { groupLabels, ISOLATE, type Statistic, statisticsTable } from "./statistics";
import type { Words } from "./words";

/** The scores of a plan, and its questions with several choices. */
export function scoresOf({ compounds = [], scores = [] }: PlanDocument, words: Words): Asked[] {
  const chosen = compounds.filter(({ kind }) => kind === "choices");
  return [
    ...scores.map(({ name, attributes }) => ({ name, title: name, attributes })),
    ...chosen.map(({ name, question, attributes }) => {
      return {
        name,
        title: words.scores.chosen(apart(question ? inWords(question, words) : name, ISOLATE)),
        attributes,
      };
    }),
  ];
}

/** The section of scores, which `show` fills; none where there are no scores. `grouped` is called when other groups are chosen. */
export function scoresSection(
  source: Source,
  page: Page,
  grouped: () => void,
): CardsSection<ScoresDocument> | undefined {
  const { words } = page;
  return cardsSection(source, page, scoresOf(source.plan, words), {
    name: "scores",
    title: words.scores.title,
    note: words.scores.note,
    ask: (name, confidence, by) => source.score(name, confidence, by),
    contents: (document, scored, by) =>
      document.scores.flatMap((score) => contents(score, scored, document.confidence, by, source, words)),
    grouped,
  });
}

/** The contents of a score's card. */
function contents(
  score: ScoreDocument,
  { name, title }: Asked,
  confidence: number,
  by: Question | undefined,
  source: Source,
  words: Words,
): HTMLElement[] {
  const { least, most, mean, groups = [] } = score;
  const labels = groupLabels(by, source.plan, words);
  const unknown = { shown: null, lower: least, upper: most };
  const rows = [
    { ...mean, labels: [words.scores.everybody] },
    ...groups.map(({ group, mean }) => ({ ...(mean ?? unknown), labels: [labels(group)] })),
  ];
  const notes = notesOf(source, { n: score.n, confidence }, words);
  const chart = { ...chartWords(words, confidence), image: words.scores.image };
  const kind = { draw: means(least, most), unfolded: false, units: MEASURES };
  const { figure, controls } = drawnBy(kind, chart, words, { name, title, notes });
  requestAnimationFrame(() => figure.show(rows, title, [words.scores.groups]));
  return [
    figure.element,
    controls,
    ...statisticsTable(statisticsOf(score, labels, words), title, confidence, words),
    ...values(score, { title, notes }, confidence, words),
  ];
}

/** What can be told of a score besides its means: quantiles, deviation, reliability, and differences between groups. */
export function statisticsOf(score: ScoreDocument, labels: (group: string) => string, words: Words): Statistic[] {
  const { standard_deviation: deviation, alpha, quantiles, groups = [], differences = [] } = score;
  const ofGroups = groups.flatMap(({ group, standard_deviation: deviation, alpha }) => [
    ...(deviation ? [{ ...deviation, what: `${words.scores.deviation} · ${labels(group)}` }] : []),
    ...(alpha ? [{ ...alpha, what: `${words.scores.alpha} · ${labels(group)}` }] : []),
  ]);
  return [
    ...(quantiles ?? []).map((quantile) => ({
      ...quantile,
      what: words.scores.quantile(percent(quantile.share, 0)),
      as: "value" as const,
    })),
    ...(deviation ? [{ ...deviation, what: words.scores.deviation }] : []),
    ...(alpha ? [{ ...alpha, what: words.scores.alpha }] : []),
    ...ofGroups,
    ...differences.map(({ group, reference, difference, p_value }) => {
      const what = words.scores.less(apart(labels(group), ISOLATE), apart(labels(reference), ISOLATE));
      return { ...difference, what, p: p_value };
    }),
  ];
}

/** How often every value occurs, folded away; none where that cannot be told. */
function values(
  { name, distribution }: ScoreDocument,
  { title, notes }: { readonly title: string; readonly notes: readonly string[] },
  confidence: number,
  words: Words,
): HTMLElement[] {
  if (!distribution) return [];
  const caption = words.scores.values(title);
  const { figure, controls } = pictured("bars", words, confidence, { name: `${name} values`, title: caption, notes });
  const rows = distribution.map(({ value, share }) => ({ ...share, labels: [scored(value)] }));
  requestAnimationFrame(() => figure.show(rows, caption, [words.scores.value]));
  return [element("details", {}, element("summary", {}, words.scores.howOften), figure.element, controls)];
}

/** The scores of a survey, and how many choices were made: their means, by groups if wanted, with what else can be told of them. */

import type { PlanDocument } from "candor";
import type { ScoreDocument, ScoresDocument } from "candor/analysis";
import { means } from "../charts/means";
import { MEASURES } from "../charts/row";
import { element } from "../page/element";
import { measured, percent, scored } from "../page/numbers";
import { Stopped } from "./analyst";
import { apart, chartWords, drawnBy, pictured } from "./figures";
import { inWords, labelsOf, type Question, titleOf, valuesOf } from "./labels";
import type { Page } from "./page";
import { probability, tableOf } from "./pair";
import { unreadable } from "./reasons";
import { setting } from "./setting";
import type { Source } from "./source";
import type { Words } from "./words";

/** Begins a text in its own direction within a sentence. */
const ISOLATE = "\u2068";

/** A score, or a question of which it is how many choices were made. */
export interface Scored {
  readonly name: string;
  readonly title: string;
  /** The positions of its attributes. */
  readonly attributes: readonly number[];
}

/** The scores of a plan, and its questions with several choices. */
export function scoresOf({ compounds = [], scores = [] }: PlanDocument, words: Words): Scored[] {
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

/** The section, which `show` fills. */
export class ScoresSection {
  readonly element = element("section", { class: "ruled", "aria-labelledby": "scores-title" });
  readonly #source: Source;
  readonly #page: Page;
  readonly #scores: readonly Scored[];
  /** The questions by whose answers people can be grouped: those that are in no score. */
  readonly #groupings: readonly Question[];
  readonly #cards = element("div", { class: "totals" });
  #shown: ScoresDocument[] = [];
  #turn = 0;

  constructor(source: Source, page: Page) {
    this.#source = source;
    this.#page = page;
    this.#scores = scoresOf(source.plan, page.words);
    const items = new Set(this.#scores.flatMap(({ attributes }) => attributes));
    this.#groupings = source.plan.attributes.filter((_, place) => !items.has(place));
  }

  /** The scores that are shown. */
  get shown(): readonly ScoresDocument[] {
    return this.#shown;
  }

  /** Shows the scores by the groups in the view, if any. */
  async show(): Promise<void> {
    const { words, view, look } = this.#page;
    const by = this.#groups();
    const choices = [["", words.scores.everybody], ...this.#groupings.map((each) => [each.name, titleOf(each, words)])];
    const groups = setting(words.scores.groups, choices as [string, string][], by?.name ?? "", (name) => {
      const { by: _, ...rest } = view();
      look(name ? { ...rest, by: name } : rest);
      void this.#read();
    });
    this.element.replaceChildren(
      element("h2", { id: "scores-title" }, words.scores.title),
      element("p", { class: "note" }, words.scores.note),
      ...(this.#groupings.length > 0 ? [element("div", { class: "settings" }, groups)] : []),
      this.#cards,
    );
    await this.#read();
  }

  /** The question whose answers form groups. */
  #groups(): Question | undefined {
    return this.#groupings.find(({ name }) => name === this.#page.view().by);
  }

  async #read(): Promise<void> {
    const { words, view, complain } = this.#page;
    const [turn, by] = [++this.#turn, this.#groups()];
    this.#shown = [];
    const cards = this.#scores.map(({ title }) => {
      const waiting = element("p", { class: "note" }, words.working);
      return element("article", { class: "card" }, element("h3", {}, title), waiting);
    });
    this.#cards.replaceChildren(...cards);
    for (const [place, scored] of this.#scores.entries()) {
      const heading = element("h3", {}, scored.title);
      try {
        const document = await this.#source.score(scored.name, view().confidence, by?.name);
        if (turn !== this.#turn) return;
        this.#shown.push(document);
        const [score] = document.scores;
        cards[place]?.replaceChildren(heading, ...(score ? contents(score, scored, document, by, words) : []));
      } catch (failure) {
        if (failure instanceof Stopped) return complain(failure);
        if (turn !== this.#turn) return;
        cards[place]?.replaceChildren(heading, element("p", { class: "note" }, unreadable(failure, words)));
      }
    }
  }
}

/** The contents of a score's card. */
function contents(
  score: ScoreDocument,
  { name, title }: Scored,
  { confidence }: ScoresDocument,
  by: Question | undefined,
  words: Words,
): HTMLElement[] {
  const { least, most, mean, groups = [] } = score;
  const labels = groupLabels(by, words);
  const unknown = { shown: null, lower: least, upper: most };
  const rows = [
    { ...mean, labels: [words.scores.everybody] },
    ...groups.map(({ group, mean }) => ({ ...(mean ?? unknown), labels: [labels(group)] })),
  ];
  const chart = { ...chartWords(words, confidence), image: words.scores.image };
  const kind = { draw: means(least, most), unfolded: false, units: MEASURES };
  const { figure, controls } = drawnBy(kind, chart, words, { name, title });
  requestAnimationFrame(() => figure.show(rows, title, [words.scores.groups]));
  return [
    figure.element,
    controls,
    ...statistics(score, title, confidence, labels, words),
    ...values(score, title, confidence, words),
  ];
}

/** Names groups by the labels of the question's categories. */
export function groupLabels(by: Question | undefined, words: Words): (group: string) => string {
  const values = by ? valuesOf(by) : [];
  const labels = by ? labelsOf(by, words) : [];
  return (group) => labels[values.indexOf(group)] ?? group;
}

/** A number of a score with its name; the p-value is that of a difference. */
export interface Statistic {
  readonly what: string;
  readonly shown: number | null;
  readonly standard_error?: number | null;
  readonly lower: number;
  readonly upper: number;
  readonly p?: number;
  /** Whether it is a value that the score can have. */
  readonly isValue?: true;
}

/** What can be told of a score besides its means: quantiles, deviation, reliability, and differences between groups. */
export function statisticsOf(score: ScoreDocument, labels: (group: string) => string, words: Words): Statistic[] {
  const { standard_deviation: deviation, alpha, quantiles, differences = [] } = score;
  return [
    ...(quantiles ?? []).map((quantile) => ({
      ...quantile,
      what: words.scores.quantile(percent(quantile.share, 0)),
      isValue: true as const,
    })),
    ...(deviation ? [{ ...deviation, what: words.scores.deviation }] : []),
    ...(alpha ? [{ ...alpha, what: words.scores.alpha }] : []),
    ...differences.map(({ group, reference, difference, p_value }) => {
      return {
        ...difference,
        what: words.scores.less(apart(labels(group), ISOLATE), apart(labels(reference), ISOLATE)),
        p: p_value,
      };
    }),
  ];
}

function statistics(
  score: ScoreDocument,
  title: string,
  confidence: number,
  labels: (group: string) => string,
  words: Words,
): HTMLElement[] {
  const rows = statisticsOf(score, labels, words).map(({ what, shown, lower, upper, p, isValue }) => {
    const written = (value: number): string => (isValue ? scored(value) : measured(value));
    return element(
      "tr",
      { class: p !== undefined && shown !== null && (lower > 0 || upper < 0) ? "strong" : undefined },
      element("th", { scope: "row" }, what),
      element("td", {}, shown === null ? words.chart.few : written(shown)),
      element("td", {}, shown === null ? "" : `${written(lower)} – ${written(upper)}`),
      ...(score.differences ? [element("td", {}, p === undefined ? "" : probability(p))] : []),
    );
  });
  if (rows.length === 0) return [];
  const interval = words.chart.interval(percent(confidence, 0));
  const headings = [
    words.scores.statistic,
    words.chart.estimate,
    interval,
    ...(score.differences ? [words.pValue] : []),
  ];
  return [tableOf(title, headings, rows)];
}

/** How often every value occurs, folded away; none where that cannot be told. */
function values({ name, distribution }: ScoreDocument, title: string, confidence: number, words: Words): HTMLElement[] {
  if (!distribution) return [];
  const caption = words.scores.values(title);
  const { figure, controls } = pictured("bars", words, confidence, { name: `${name} values`, title: caption });
  const rows = distribution.map(({ value, share }) => ({ ...share, labels: [scored(value)] }));
  requestAnimationFrame(() => figure.show(rows, caption, [words.scores.value]));
  return [element("details", {}, element("summary", {}, words.scores.howOften), figure.element, controls)];
}

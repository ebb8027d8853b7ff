/** A regression as a forest plot and a table of odds ratios, with remarks on the whole model. */

import type { CoefficientDocument, ModelDocument } from "candor/analysis";
import { forest } from "../charts/forest";
import { RATIOS } from "../charts/row";
import { element } from "../page/element";
import { percent, ratio, whole } from "../page/numbers";
import { apart, chartWords, drawnBy, sourceOf } from "./figures";
import type { Joins } from "./joins";
import { type Question, titleOf } from "./labels";
import { probability, spoken } from "./pair";
import type { Source } from "./source";
import { ISOLATE } from "./statistics";
import { bareTable } from "./tables";
import type { Words } from "./words";

/** Begins a text that runs from right to left within a chart, which does not. */
const MIRRORED = "\u2067";

/** A coefficient with what it compares: two answers to the outcome, and two to a question that explains it. */
interface Compared {
  readonly coefficient: CoefficientDocument;
  readonly outcome: string;
  readonly question: string;
  readonly category: string;
  readonly reference: string;
}

/** Makes the contents; the outcome comes first among the questions. */
export function coefficients(
  model: ModelDocument,
  questions: readonly Question[],
  joins: Joins,
  source: Source,
  words: Words,
): HTMLElement[] {
  const compared = comparedOf(model, questions, joins, words);
  const outcome = questions[0] ? titleOf(questions[0], words) : model.outcome;
  const caption = words.regression.coefficients(apart(outcome, ISOLATE));
  const outcomes = [...new Set(compared.map(({ outcome }) => outcome))];
  const title = outcomes.length === 1 ? `${caption}: ${outcomes[0]}` : caption;
  const notes = [
    ...(model.ridge ? [words.regression.penalised] : []),
    words.regression.pictureNote(whole(model.n), percent(model.confidence, 0)),
    sourceOf(source, words),
  ];
  const chart = { ...chartWords(words, model.confidence), image: words.regression.image };
  const kind = { draw: forest, unfolded: true, units: RATIOS };
  const { figure, controls } = drawnBy(kind, chart, words, { name: `${model.outcome} odds ratios`, title, notes });
  const rows = compared.map(({ coefficient: { estimate, interval }, outcome, question, category, reference }) => {
    const [lower, upper] = interval.map(Math.exp) as [number, number];
    const said = words.regression.heading(apart(question, ISOLATE), apart(reference, ISOLATE));
    const labels = [category, apart(outcomes.length === 1 ? said : `${outcome} · ${said}`, MIRRORED)];
    return { labels, shown: Math.exp(estimate), lower, upper };
  });
  const table = oddsRatios(compared, caption, model.confidence, words);
  requestAnimationFrame(() => figure.showWith(table, rows, title));
  return [element("h3", {}, caption), ...said(model, words), figure.element, controls];
}

/** Every coefficient but the constants, in words. */
function comparedOf(model: ModelDocument, questions: readonly Question[], joins: Joins, words: Words): Compared[] {
  const labels = new Map(questions.map((question) => [question.name, joins.labels(question)]));
  const titles = new Map(questions.map((question) => [question.name, titleOf(question, words)]));
  const labelOf = (name: string, category: string): string => labels.get(name)?.get(category) ?? category;
  const referenceOf = (name: string): string => [...(labels.get(name)?.values() ?? [])][0] ?? "";
  return model.coefficients.flatMap((coefficient) => {
    if (!coefficient.term) return [];
    const [name, category] = coefficient.term;
    const answers = [labelOf(model.outcome, coefficient.outcome), referenceOf(model.outcome)] as const;
    return {
      coefficient,
      outcome: words.regression.against(apart(answers[0], ISOLATE), apart(answers[1], ISOLATE)),
      question: titles.get(name) ?? name,
      category: labelOf(name, category),
      reference: referenceOf(name),
    };
  });
}

/** The table, with p-values. */
function oddsRatios(
  compared: readonly Compared[],
  caption: string,
  confidence: number,
  words: Words,
): HTMLTableElement {
  const { regression } = words;
  const headings = [
    regression.answer,
    regression.regressor,
    regression.oddsRatio,
    words.chart.interval(percent(confidence, 0)),
    words.pValue,
  ];
  const rows = compared.map(({ coefficient, outcome, question, category, reference }) => {
    const against = regression.against(apart(category, ISOLATE), apart(reference, ISOLATE));
    return rowOf(coefficient, [outcome, `${apart(question, ISOLATE)}: ${against}`]);
  });
  return bareTable(caption, headings, rows);
}

function rowOf({ estimate, interval, test }: CoefficientDocument, heads: readonly string[]): HTMLElement {
  const [lower, upper] = interval;
  const numbers = [
    ratio(Math.exp(estimate)),
    `${ratio(Math.exp(lower))} – ${ratio(Math.exp(upper))}`,
    probability(test.p_value),
  ];
  return element(
    "tr",
    { class: lower > 0 || upper < 0 ? "strong" : undefined },
    ...heads.map((text) => element("th", { scope: "row" }, text)),
    ...numbers.map((text) => element("td", {}, text)),
  );
}

/** The remarks on the whole model: that it is penalised, or its overall tests. */
function said({ ridge, overall, fit }: ModelDocument, { regression }: Words): HTMLElement[] {
  if (ridge) return [element("p", { class: "rough" }, element("strong", {}, regression.penalised))];
  const tests = [
    ...(overall ? [regression.overall(spoken(overall.p_value))] : []),
    ...(fit && fit.degrees_of_freedom > 0 ? [regression.misfit(spoken(fit.p_value))] : []),
  ];
  return tests.map((sentence) => element("p", { class: "note" }, sentence));
}

/** A regression as a table of odds ratios, with remarks on the whole model. */

import type { CoefficientDocument, ModelDocument } from "candor/analysis";
import { element } from "../page/element";
import { percent, ratio } from "../page/numbers";
import { apart } from "./figures";
import type { Joins } from "./joins";
import { type Question, titleOf } from "./labels";
import { probability, spoken, tableOf } from "./pair";
import type { Words } from "./words";

/** Makes the contents; the outcome comes first among the questions. */
export function coefficients(
  model: ModelDocument,
  questions: readonly Question[],
  joins: Joins,
  words: Words,
): HTMLElement[] {
  const { regression } = words;
  const labels = new Map(questions.map((question) => [question.name, joins.labels(question)]));
  const titles = new Map(questions.map((question) => [question.name, apart(titleOf(question, words), "\u2068")]));
  const against = (name: string, category: string): string => {
    const known = labels.get(name) ?? new Map<string, string>();
    const named = [known.get(category) ?? category, [...known.values()][0] ?? ""] as const;
    return regression.against(apart(named[0], "\u2068"), apart(named[1], "\u2068"));
  };
  const rows = model.coefficients.flatMap((coefficient) => {
    if (!coefficient.term) return [];
    const [name, category] = coefficient.term;
    const heads = [against(model.outcome, coefficient.outcome), `${titles.get(name)}: ${against(name, category)}`];
    return [rowOf(coefficient, heads)];
  });
  const caption = regression.coefficients(titles.get(model.outcome) ?? model.outcome);
  const headings = [
    regression.answer,
    regression.regressor,
    regression.oddsRatio,
    words.chart.interval(percent(model.confidence, 0)),
    words.pValue,
  ];
  return [element("h3", {}, caption), ...said(model, words), tableOf(caption, headings, rows)];
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

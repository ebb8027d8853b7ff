/** The columns of CSV files, as their descriptions need them. */

import type { PlanDocument } from "candor";
import type { Statistics } from "../cards";
import { bare } from "../figures";
import { inWords, labelsOf, type Question, titleOf, valuesOf } from "../labels";
import { rankingsOf } from "../rankings-section";
import { scoresOf } from "../scores-section";
import type { Words } from "../words";

/** A column. */
export interface Column {
  readonly heading: string;
  readonly text: string;
  readonly datatype: "string" | "double" | "integer";
  /** Whether cells may be empty. */
  readonly empty: boolean;
  /** The values that it may have, with their labels, if these are categories. */
  readonly values?: readonly (readonly [value: string, label: string])[];
  /** The question whose answers these are. */
  readonly question?: Question;
}

/** The columns after those of the questions in `candor estimate --format csv`, with their types. */
const OF_NUMBERS = {
  estimate: "double",
  standard_error: "double",
  lower: "double",
  upper: "double",
  confidence: "double",
  n: "integer",
  condition: "double",
  method: "string",
  given: "string",
} as const;

/** The same of `candor weigh --format csv`. */
const OF_WEIGHTED = {
  estimate: "double",
  standard_error: "double",
  replicated: "double",
  lower: "double",
  upper: "double",
  n: "integer",
  effective: "double",
} as const;

/** The same of `candor scores --format csv` and `candor rankings --format csv`, after the name of the score or the ranking. */
const OF_STATISTICS = {
  what: "string",
  estimate: "double",
  standard_error: "double",
  lower: "double",
  upper: "double",
  p_value: "double",
  n: "integer",
} as const;

/** A column after those that say what numbers are of. */
type Own = keyof typeof OF_NUMBERS | keyof typeof OF_WEIGHTED | keyof typeof OF_STATISTICS;

/** The columns that may be empty. */
const EMPTY: ReadonlySet<string> = new Set(["given", "standard_error", "replicated", "p_value"]);

/** The columns of a CSV of estimates: the table, a column for each of its questions, and the numbers. */
export function columnsOf(headings: readonly string[], plan: PlanDocument, words: Words): Column[] {
  const numbers = ownColumns(headings.at(-1) === "effective" ? OF_WEIGHTED : OF_NUMBERS, words);
  const asked = headings.slice(1, headings.length - numbers.length);
  return [
    { heading: headings[0] ?? "", text: words.exports.table, datatype: "string", empty: false },
    ...asked.map((heading): Column => {
      const question = plan.attributes.find(({ name }) => name === heading);
      const about = question ? ofQuestion(question, plan, words) : { text: heading };
      return { heading, ...about, datatype: "string", empty: true };
    }),
    ...numbers,
  ];
}

/** The columns of a CSV of scores or rankings: which it is, which number, and the numbers. */
export function statisticsColumns(
  of: Statistics,
  plan: PlanDocument,
  headings: readonly string[],
  words: Words,
): Column[] {
  const asked = of === "scores" ? scoresOf(plan, words) : rankingsOf(plan, words);
  const values = asked.map(({ name, title }) => [name, bare(title)] as const);
  return [
    { heading: headings[0] ?? "", text: words[of].title, datatype: "string", empty: false, values },
    ...ownColumns(OF_STATISTICS, words),
  ];
}

function ownColumns(own: Readonly<Partial<Record<Own, Column["datatype"]>>>, words: Words): Column[] {
  const { exports, chart } = words;
  const texts: Readonly<Record<Own, string>> = {
    what: words.scores.statistic,
    estimate: chart.estimate,
    standard_error: words.standardError,
    lower: words.from,
    upper: words.to,
    p_value: words.pValue,
    confidence: words.confidence,
    n: words.numberOfReports,
    condition: exports.condition,
    method: words.method,
    given: exports.given,
    replicated: words.standardError,
    effective: words.weights.effective,
  };
  const columns = Object.entries(own) as [Own, Column["datatype"]][];
  return columns.map(([heading, datatype]) => ({ heading, text: texts[heading], datatype, empty: EMPTY.has(heading) }));
}

/** What a column of a question's answers is. */
export function ofQuestion(
  question: Question,
  plan: PlanDocument,
  words: Words,
): Pick<Column, "text" | "values" | "question"> {
  return { text: titleOf(question, words), values: categoriesOf(question, plan, words), question };
}

/** The values of a column's categories with their labels. */
export function categoriesOf(
  question: Question,
  plan: PlanDocument,
  words: Words,
): (readonly [value: string, label: string])[] {
  const labels = labelsOf(question, plan, words);
  return valuesOf(question).map((value, place) => [value, labels[place] ?? value]);
}

/** The texts of a question in all languages of the plan; where there are none, in that of the page. */
export function inAll(question: Question, words: Words): (readonly [language: string, text: string])[] {
  const { question: text } = question;
  return text === undefined || typeof text === "string"
    ? [[words.language, inWords(text ?? question.name, words)]]
    : Object.entries(text);
}

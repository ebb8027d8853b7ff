/** The columns of CSV files, as their descriptions need them. */

import { inWords, labelsOf, type Question, titleOf, valuesOf } from "../labels";
import type { Words } from "../words";

/** A column: its heading, what it is, and the values that it may have if these are categories. */
export interface Column {
  readonly heading: string;
  readonly text: string;
  readonly datatype: "string" | "double" | "integer";
  /** Whether cells may be empty. */
  readonly empty: boolean;
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

/** The columns that may be empty. */
const EMPTY: ReadonlySet<string> = new Set(["given", "standard_error", "replicated"]);

/** The columns of a CSV of estimates: the table, a column for each of its questions, and the numbers. */
export function columnsOf(headings: readonly string[], questions: readonly Question[], words: Words): Column[] {
  const { exports, chart } = words;
  const texts: Readonly<Record<keyof typeof OF_NUMBERS | keyof typeof OF_WEIGHTED, string>> = {
    estimate: chart.estimate,
    standard_error: words.standardError,
    lower: words.from,
    upper: words.to,
    confidence: words.confidence,
    n: words.numberOfReports,
    condition: exports.condition,
    method: words.method,
    given: exports.given,
    replicated: words.standardError,
    effective: words.weights.effective,
  };
  const own = headings.at(-1) === "effective" ? OF_WEIGHTED : OF_NUMBERS;
  const numbers = Object.entries(own) as [keyof typeof texts, Column["datatype"]][];
  const asked = headings.slice(1, headings.length - numbers.length);
  return [
    { heading: headings[0] ?? "", text: exports.table, datatype: "string", empty: false },
    ...asked.map((heading): Column => {
      const question = questions.find(({ name }) => name === heading);
      const about = question ? { question, text: titleOf(question, words) } : { text: heading };
      return { heading, ...about, datatype: "string", empty: true };
    }),
    ...numbers.map(
      ([heading, datatype]): Column => ({
        heading,
        text: texts[heading],
        datatype,
        empty: EMPTY.has(heading),
      }),
    ),
  ];
}

/** The values of a column's categories with their labels. */
export function categoriesOf(question: Question, words: Words): (readonly [value: string, label: string])[] {
  const labels = labelsOf(question, words);
  return valuesOf(question).map((value, place) => [value, labels[place] ?? value]);
}

/** The texts of a question in all languages of the plan; where there are none, in that of the page. */
export function inAll(question: Question, words: Words): (readonly [language: string, text: string])[] {
  const { question: text } = question;
  return text === undefined || typeof text === "string"
    ? [[words.language, inWords(text ?? question.name, words)]]
    : Object.entries(text);
}

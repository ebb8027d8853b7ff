/** The texts of a plan's questions and categories. */

import type { PlanDocument } from "candor";
import type { CellDocument } from "candor/analysis";
import type { Words } from "./words";

/** A question, or a plain column, which has fewer members. */
export type Question = PlanDocument["attributes"][number];

/** Returns a text in the page's language, or in its own first language if it lacks the page's. */
export function inWords(text: string | Readonly<Record<string, string>>, { language }: Words): string {
  if (typeof text === "string") return text;
  const tags = Object.keys(text);
  const tag = tags.find((each) => each === language) ?? tags.find((each) => each.split("-")[0] === language) ?? tags[0];
  return text[tag ?? ""] ?? "";
}

/** The text of a question, or its name. */
export function titleOf(question: Question, words: Words): string {
  return question.question === undefined ? question.name : inWords(question.question, words);
}

/** The values of a question's categories, in order. */
export function valuesOf({ categories }: Question): string[] {
  return categories.map((category) => (typeof category === "string" ? category : category.value));
}

/** The labels of a question's categories, in order; bins are labelled by their edges, which need no translation. */
export function labelsOf(question: Question, words: Words): string[] {
  const { asked_if, bins, categories, optional, partial } = question;
  const answers = categories.length - (asked_if ? 1 : 0) - (partial ? 1 : 0);
  return categories.map((category, place) => {
    if (partial && place === answers) return words.notReached;
    if (place >= answers) return words.notAsked;
    if (optional && place === answers - 1) return words.noAnswer;
    if (bins && place < bins.length - 1) return binLabel(bins[place] ?? null, bins[place + 1] ?? null, words);
    return typeof category === "string" ? category : inWords(category.label ?? category.value, words);
  });
}

function binLabel(from: number | null, to: number | null, words: Words): string {
  if (from === null && to === null) return words.any;
  if (from === null) return `< ${to}`;
  return to === null ? `≥ ${from}` : `${from} – < ${to}`;
}

/** The labels of each of these cells of a table over these questions. */
export function cellLabels(
  cells: readonly Pick<CellDocument, "categories">[],
  questions: readonly Question[],
  words: Words,
): string[][] {
  const labels = questions.map((question) => {
    const own = labelsOf(question, words);
    return new Map(valuesOf(question).map((value, place) => [value, own[place] ?? value]));
  });
  return cells.map(({ categories }) => categories.map((value, axis) => labels[axis]?.get(value) ?? value));
}

/** The values of a question's categories that are no valid answers: not reached, not asked, no answer, refused, or not known. */
export function noneOf(question: Question): ReadonlySet<string> {
  const { asked_if, categories, optional, partial } = question;
  const none = (asked_if ? 1 : 0) + (partial ? 1 : 0) + (optional ? 1 : 0);
  const isNone = (category: (typeof categories)[number], place: number): boolean =>
    place >= categories.length - none ||
    (typeof category !== "string" && (category.role === "refused" || category.role === "dont-know"));
  return new Set(valuesOf(question).filter((_, place) => isNone(categories[place] ?? "", place)));
}

/** Whether a question has categories that are no valid answers: not asked, no answer, refused, or not known. */
export function hasNonAnswers({ asked_if, categories, optional }: Question): boolean {
  const isNone = (category: (typeof categories)[number]): boolean =>
    typeof category !== "string" && (category.role === "refused" || category.role === "dont-know");
  return asked_if !== undefined || optional === true || categories.some(isNone);
}

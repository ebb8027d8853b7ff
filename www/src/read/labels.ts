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

/** What is said of questions that were asked together. */
type Compounds = Pick<PlanDocument, "attributes" | "compounds">;

/** The value that says that a choice was made, and the one that says that an item has no place. */
const [CHOSEN, NOT_RANKED] = ["yes", "not ranked"];

/**
 * The labels of a question's categories, in order. Plans have no texts for bins, which are labelled by their edges, for whether a choice was made,
 * and for the places of a ranking.
 */
export function labelsOf(question: Question, plan: Compounds, words: Words): string[] {
  const { asked_if, bins, categories, optional, partial } = question;
  const answers = categories.length - (asked_if ? 1 : 0) - (partial ? 1 : 0);
  const kind = kindOf(question, plan);
  return categories.map((category, place) => {
    if (partial && place === answers) return words.notReached;
    if (place >= answers) return words.notAsked;
    if (optional && place === answers - 1) return words.noAnswer;
    if (bins && place < bins.length - 1) return binLabel(bins[place] ?? null, bins[place + 1] ?? null, words);
    const { value, label = value } = typeof category === "string" ? { value: category } : category;
    if (kind === "choices") return value === CHOSEN ? words.chosen : words.unchosen;
    if (kind === "ranking") return value === NOT_RANKED ? words.rankings.notRanked : words.rankings.place(value);
    return inWords(label, words);
  });
}

/** As what a question was asked together with others, if it was. */
function kindOf({ name }: Question, { attributes, compounds = [] }: Compounds) {
  return compounds.find((compound) => compound.attributes.some((place) => attributes[place]?.name === name))?.kind;
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
  plan: Compounds,
  words: Words,
): string[][] {
  const labels = questions.map((question) => {
    const own = labelsOf(question, plan, words);
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

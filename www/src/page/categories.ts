/**
 * The labels of categories, and the category that an answer falls into.
 *
 * A numeric question has bins, with `null` at an open end: `[null, 1200, 2000, null]` are the categories "under 1,200", "1,200 to
 * under 2,000" and "2,000 or more". The category after these, of an optional question, is for those who prefer not to say, and
 * those after these for those who stopped before it, and of a follow-up for those who are not asked.
 */

import type { Attribute } from "candor";
import { whole } from "./numbers";
import type { PageWords } from "./words/words";

/** The answer to one question: a category's value, a number, or `null` for no answer. */
export type Answer = string | number | null;

/** The name of a question in tables and within sentences. */
export function nameOf(name: string, { names }: PageWords): string {
  return Object.entries(names).find(([each]) => each === name)?.[1] ?? name;
}

/** The number of categories that a question can be answered with: all but those of not reaching it and not being asked. */
export function answersTo({ askedIf, categories, partial }: Attribute): number {
  return categories.length - (askedIf ? 1 : 0) - (partial ? 1 : 0);
}

/** The label of a category without an answer, of which plans have no texts; undefined for any other. */
function labelWithoutAnswer(
  attribute: Attribute,
  category: number,
  words: Pick<PageWords, "declined" | "notAsked" | "notReached">,
): string | undefined {
  const answers = answersTo(attribute);
  if (attribute.partial && category === answers) return words.notReached;
  if (category >= answers) return words.notAsked;
  return attribute.optional && category === answers - 1 ? words.declined : undefined;
}

/** The label of a category. */
export function categoryLabel(attribute: Attribute, category: number, words: PageWords): string {
  const without = labelWithoutAnswer(attribute, category, words);
  if (without !== undefined) return without;
  const { bins } = attribute;
  if (bins && category < bins.length - 1) return binLabel(bins[category] ?? null, bins[category + 1] ?? null, words);
  return attribute.categories[category]?.label ?? "";
}

function binLabel(from: number | null, to: number | null, words: PageWords): string {
  if (from === null) return to === null ? words.anyNumber : words.under(whole(to));
  return to === null ? words.orMore(whole(from)) : words.range(whole(from), whole(to));
}

/** The category that an answer falls into; undefined if there is none. */
export function categoryOf(attribute: Attribute, answer: Answer): number | undefined {
  if (answer === null) return attribute.optional ? answersTo(attribute) - 1 : undefined;
  const found = typeof answer === "number" ? binOf(attribute, answer) : choiceOf(attribute, answer);
  return found < 0 ? undefined : found;
}

function binOf(attribute: Attribute, answer: number): number {
  const bins = attribute.bins ?? [];
  return bins.slice(1).findIndex((to, bin) => (bins[bin] ?? -Infinity) <= answer && answer < (to ?? Infinity));
}

function choiceOf(attribute: Attribute, answer: string): number {
  return attribute.categories.findIndex(({ value }) => value === answer);
}

/** Returns some valid answer, for a question that has none yet. */
export function anyAnswer(attribute: Attribute): Answer {
  if (!attribute.bins) return attribute.categories[0]?.value ?? null;
  const [from, to] = attribute.bins;
  return from ?? (to ?? 0) - 1;
}

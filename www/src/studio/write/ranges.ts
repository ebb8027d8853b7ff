/** Writes the ranges of a number in words. */

import { binsOf } from "../document/bins";
import type { Question } from "../draft";
import type { Words } from "../words/en";

/** The ranges between the edges of a question, as far as these are numbers. */
export function rangesOf(question: Question, words: Words): readonly string[] {
  const bins = binsOf(question);
  return bins.slice(1).flatMap((to, place) => {
    const from = bins[place] ?? null;
    if (Number.isNaN(from) || Number.isNaN(to) || (from === null && to === null)) return [];
    return [rangeOf(from, to, words)];
  });
}

/** Writes the range from one edge to below the next; `null` is an open end. */
export function rangeOf(from: number | null, to: number | null, words: Words): string {
  if (from === null) return words.under(String(to));
  return to === null ? words.orMore(String(from)) : words.between(String(from), String(to));
}

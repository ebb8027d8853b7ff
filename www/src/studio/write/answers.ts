/** The answers to a question or a part of it, as conditions and comparisons name them. */

import { binsOf, rangesBetween } from "../document/bins";
import { inFirst } from "../document/names";
import { ranksOf } from "../document/ranks";
import { CHOSEN, type Draft, NO_ANSWER, NOT_RANKED, type Question, takesNumbers, UNCHOSEN } from "../draft";
import type { Words } from "../words/en";
import { rangeOf } from "./ranges";

/** An answer with its label. */
export interface Answer {
  readonly id: string;
  readonly label: string;
}

/** The answers, in order. */
export function answersOf(question: Question, { languages }: Draft, words: Words): readonly Answer[] {
  const none = question.optional ? [{ id: NO_ANSWER, label: words.noAnswer }] : [];
  if (question.kind === "several")
    return [{ id: CHOSEN, label: words.chosen }, { id: UNCHOSEN, label: words.unchosen }, ...none];
  if (question.kind === "ranking")
    return [
      ...ranksOf(question).map((id) => ({ id, label: id === NOT_RANKED ? words.notRanked : words.place(id) })),
      ...none,
    ];
  const numeric = takesNumbers(question);
  const listed = numeric ? question.reasons : question.choices;
  const labelled = listed.map(({ id, label }) => ({ id, label: inFirst(label, languages) }));
  const ranges = numeric ? rangesBetween(binsOf(question)) : [];
  const known = ranges.filter(({ from, below }) => !Number.isNaN(from) && !Number.isNaN(below));
  return [
    ...known.map(({ value, from, below }) => ({ id: value, label: rangeOf(from, below, words) })),
    ...labelled,
    ...none,
  ];
}

/** What conditions and comparisons call the answers to a question, or to a part of it. */

import { CHOSEN, NO_ANSWER, type Question, takesNumbers, UNCHOSEN } from "../draft";
import { binsOf, rangesBetween } from "./bins";
import { inFirst } from "./names";
import { ranksOf } from "./ranks";

/** What drafts call the answers, by their values in documents. */
export function idsOf(question: Question, languages: readonly string[]): ReadonlyMap<string, string> {
  const { kind } = question;
  const own = kind === "several" ? [UNCHOSEN, CHOSEN] : kind === "ranking" ? ranksOf(question) : [];
  const same = [NO_ANSWER, ...own];
  const numeric = takesNumbers(question);
  const ranges = numeric ? rangesBetween(binsOf(question)).map(({ value }) => value) : [];
  const listed = own.length > 0 ? [] : numeric ? question.reasons : question.choices;
  return new Map([
    ...[...same, ...ranges].map((value) => [value, value] as const),
    ...listed.map(({ id, value, label }) => [value || inFirst(label, languages), id] as const),
  ]);
}

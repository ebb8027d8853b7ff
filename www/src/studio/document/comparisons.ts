/** The differences that a survey is to find: in the words of its document, and the tables that they take. */

import type { Sought } from "../analysis/messages";
import type { Comparison, Draft, Question } from "../draft";
import { membersOf } from "./members";
import { inFirst } from "./names";

/** A comparison in the words of the document; undefined until it is complete: two groups, with two different shares of an answer. */
export function soughtOf(draft: Draft, { id, outcome, answer, by, groups }: Comparison): Sought | undefined {
  const [compared, grouping] = [outcome, by].map((wanted) => membersOf(draft).find(({ ref }) => ref === wanted));
  const [one, other] = groups;
  if (compared === undefined || grouping === undefined || outcome === by || one.answer === other.answer)
    return undefined;
  const [wanted, ...values] = [
    valueIn(compared.question, answer, draft),
    ...groups.map((group) => valueIn(grouping.question, group.answer, draft)),
  ];
  const told = groups.flatMap(({ size, share }, place) => {
    const value = values[place];
    return value === undefined || share === undefined || !(size > 0) ? [] : [{ answer: value, size, share }];
  });
  const isDifferent = told.length === 2 && told[0]?.share !== told[1]?.share && one.size + other.size <= 100;
  return isDifferent && wanted !== undefined
    ? { id, outcome: compared.name, answer: wanted, by: grouping.name, groups: told }
    : undefined;
}

/** The value of an answer in the document: that of a choice by its id, any other as it is. */
function valueIn({ choices, reasons }: Question, answer: string, { languages }: Draft): string | undefined {
  if (answer === "") return undefined;
  const choice = [...choices, ...reasons].find(({ id }) => id === answer);
  return choice === undefined ? answer : choice.value || inFirst(choice.label, languages);
}

/** The tables that comparisons take, each once. */
export function tablesFor(comparisons: readonly Comparison[]): readonly (readonly string[])[] {
  return united(comparisons.map(({ by, outcome }) => [by, outcome]));
}

/** The tables without those that are the same but for the order of their questions. */
export function united(tables: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return tables.filter((table, place) => tables.findIndex((other) => isSame(table, other)) === place);
}

/** Whether two tables are of the same questions. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length && one.every((ref) => other.includes(ref)) && other.every((ref) => one.includes(ref))
  );
}

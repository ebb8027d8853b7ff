/** Converts the differences that a survey is to find between drafts and documents, and lists the tables that they take. */

import { type Comparison, type Draft, type Group, NO_ANSWER, type Question } from "../draft";
import { fresh } from "../fresh";
import { idsOf } from "./answers";
import { type Member, membersOf } from "./members";
import type { ComparedGroupDocument, ComparisonDocument } from "./types";

/** A comparison as documents write it; undefined until it is complete: two groups, with two different shares of an answer. */
export function comparisonOf(draft: Draft, comparison: Comparison): ComparisonDocument | undefined {
  const { outcome, answer, by, groups } = comparison;
  const [one, other] = groups;
  const [compared, grouping] = [outcome, by].map((wanted) => membersOf(draft).find(({ ref }) => ref === wanted));
  if (compared === undefined || grouping === undefined || outcome === by || one.answer === other.answer)
    return undefined;
  const value = valueIn(compared.question, answer, draft);
  const [first, second] = groups.map((group) => groupOf(grouping.question, group, draft));
  if (value === undefined || first === undefined || second === undefined) return undefined;
  if (one.share === other.share || one.size + other.size > 100) return undefined;
  return { of: compared.name, answer: value, by: grouping.name, groups: [first, second] };
}

function groupOf(grouping: Question, { answer, size, share }: Group, draft: Draft): ComparedGroupDocument | undefined {
  const value = valueIn(grouping, answer, draft);
  if (value === undefined || share === undefined || !(size > 0)) return undefined;
  return { answer: value, size: rounded(size / 100), share: rounded(share / 100) };
}

/** The value of an answer in the document; undefined where the question does not have it. */
function valueIn(question: Question, answer: string, { languages }: Draft): string | undefined {
  if (answer === NO_ANSWER && !question.optional) return undefined;
  const found = [...idsOf(question, languages)].find(([value, id]) => id === answer && value !== "");
  return found?.[0];
}

/** The complete comparisons of a draft, each once, after those with plain columns that its document had. */
export function comparisonsOf(draft: Draft): readonly ComparisonDocument[] {
  const { comparisons: kept = [], plain = [] } = draft.besides.survey as Kept;
  const columns = new Set(plain.map(({ name }) => name));
  const members = membersOf(draft);
  const has = (name: string, answer: string) => {
    const member = members.find((each) => each.name === name);
    return member === undefined ? columns.has(name) : idsOf(member.question, draft.languages).has(answer);
  };
  const still = kept.filter(
    ({ of, answer, by, groups }) => has(of, answer) && groups.every((group) => has(by, group.answer)),
  );
  const all = [...still, ...draft.comparisons.flatMap((comparison) => comparisonOf(draft, comparison) ?? [])];
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** What a draft keeps of its document unchanged. */
interface Kept {
  readonly comparisons?: readonly ComparisonDocument[];
  readonly plain?: readonly { readonly name: string }[];
}

/** The comparisons of a document as a draft has them, and those that it cannot have, such as by a plain column. */
export function comparisonsIn(
  documents: readonly unknown[],
  members: readonly Member[],
  languages: readonly string[],
): { readonly known: readonly Comparison[]; readonly kept: readonly unknown[] } {
  const read = documents.map((document) => ({
    document,
    comparison: readComparison(document as ComparisonDocument, members, languages),
  }));
  return {
    known: read.flatMap(({ comparison }) => comparison ?? []),
    kept: read.filter(({ comparison }) => comparison === undefined).map(({ document }) => document),
  };
}

function readComparison(
  { of, answer, by, groups }: ComparisonDocument,
  members: readonly Member[],
  languages: readonly string[],
): Comparison | undefined {
  const [compared, grouping] = [of, by].map((wanted) => members.find(({ name }) => name === wanted));
  if (compared === undefined || grouping === undefined || !Array.isArray(groups)) return undefined;
  const outcome = idsOf(compared.question, languages).get(answer);
  const ids = idsOf(grouping.question, languages);
  const [one, other, ...more] = (groups as readonly ComparedGroupDocument[]).flatMap((group): Group[] => {
    const id = ids.get(group?.answer);
    return id === undefined ? [] : [{ answer: id, size: of100(group.size), share: of100(group.share) }];
  });
  if (outcome === undefined || one === undefined || other === undefined || more.length > 0) return undefined;
  return { id: fresh(), outcome: compared.ref, answer: outcome, by: grouping.ref, groups: [one, other] };
}

/** A share as a number of 100: 0.14 is 14. */
function of100(share: number): number {
  return rounded(100 * share);
}

/** A number without the last digits, which multiplying and dividing change. */
function rounded(number: number): number {
  return Number(number.toPrecision(12));
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

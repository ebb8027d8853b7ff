/**
 * What a report says, statement by statement: each names some of the answers to a question, or some of the combinations of
 * answers to several. Beside it, on this device alone, whether what the person answered is among them.
 */

import type { Attribute, Plan, Told, ToldUnit } from "candor";
import { categoryLabel, nameOf } from "../page/categories";
import { element } from "../page/element";
import { counted, listed, whole } from "../page/numbers";
import { verdict } from "./verdict";
import type { Words } from "./words";

/** The category given to each question, by name; absent where there is none. */
export type Given = ReadonlyMap<string, number>;

/** The same with statements, and questions within them, in the order of the survey. */
export function inOrder(plan: Plan, { units, ...rest }: Told): Told {
  const place = (name: string | undefined) => plan.attributes.findIndex((attribute) => attribute.name === name);
  const ordered = (unit: ToldUnit): ToldUnit => {
    const order = unit.attributes
      .map((_, i) => i)
      .sort((a, b) => place(unit.attributes[a]) - place(unit.attributes[b]));
    const arranged = <Value>(values: readonly Value[]) => order.flatMap((i) => values.slice(i, i + 1));
    const named = unit.named.map(({ categories, labels }) => ({
      categories: arranged(categories),
      labels: arranged(labels),
    }));
    return { ...unit, attributes: arranged(unit.attributes), named };
  };
  return { ...rest, units: units.map(ordered).sort((a, b) => place(a.attributes[0]) - place(b.attributes[0])) };
}

/** Whether a statement is one answer to one question, as in a record. */
export function isSingle({ attributes, named }: ToldUnit): boolean {
  return attributes.length === 1 && named.length === 1;
}

/** Whether a report says one answer to every question. */
export function isRecord({ units, unused }: Told): boolean {
  return unused.length === 0 && units.every(isSingle);
}

/** The statement about a question, if there is one. */
export function statementAbout({ units }: Told, { name }: Attribute): ToldUnit | undefined {
  return units.find(({ attributes }) => attributes.includes(name));
}

/** Whether a statement names what was answered; undefined where that is not known of each of its questions. */
export function holds({ attributes, named }: ToldUnit, given: Given): boolean | undefined {
  const own = attributes.map((name) => given.get(name));
  if (own.includes(undefined)) return undefined;
  return named.some(({ categories }) => categories.every((category, i) => category === own[i]));
}

/** "2 of the 5 questions: taxes and drugs". */
export function drew(plan: Plan, { units }: Told, words: Words): string {
  const used = plan.attributes.filter(({ name }) => units.some(({ attributes }) => attributes.includes(name)));
  const all = plan.attributes.length;
  const called = listed(used.map(({ name }) => nameOf(name, words)));
  return used.length === all
    ? words.allQuestions(whole(all), called)
    : words.someQuestions(counted(used.length), whole(all), called);
}

/** "1 of 2 answers about taxes, and 2 of 12 combinations of drugs and income". */
export function names({ units }: Told, words: Words): string {
  const said = ({ attributes }: ToldUnit) => (attributes.length > 1 ? words.combinationsOf : words.answersAbout);
  return listed(units.map((unit) => said(unit)(few(unit, words), about(unit, words))));
}

/** "drugs and income". */
export function about({ attributes }: ToldUnit, words: Words): string {
  return listed(attributes.map((name) => nameOf(name, words)));
}

/** "2 of 12 combinations". */
export function few({ attributes, named, of }: ToldUnit, words: Words): string {
  const said = attributes.length > 1 ? words.fewCombinations : words.fewAnswers;
  return said(counted(named.length), whole(of));
}

/** More cells than that are no picture, and more combinations no list. */
const [MOST_CELLS, MOST_NAMED] = [144, 24];

/** A statement as a picture of all combinations and a list of those it names, what was answered marked in both. */
export function figure(plan: Plan, unit: ToldUnit, given: Given, words: Words): HTMLElement {
  const questions = unit.attributes.flatMap((name) => plan.attributes.filter((attribute) => attribute.name === name));
  const own = holds(unit, given) === undefined ? undefined : questions.map(({ name }) => given.get(name) ?? 0);
  const isOwn = (categories: readonly number[]) => own?.every((category, i) => category === categories[i]) ?? false;
  const chips = unit.named.slice(0, MOST_NAMED).map(({ categories }) => {
    const labels = questions.map((question, i) => categoryLabel(question, categories[i] ?? 0, words));
    const text = element("span", {}, labels.join(" · "));
    return isOwn(categories) && unit.named.length > 1
      ? element("li", { class: "own" }, text, element("span", { class: "yours" }, words.yours))
      : element("li", {}, text);
  });
  const more = unit.named.length - chips.length;
  return element(
    "div",
    { class: "statement" },
    ...(unit.of <= MOST_CELLS ? [cells(unit, questions, own)] : []),
    element("ul", { class: "named" }, ...chips, ...(more > 0 ? [element("li", {}, words.more(whole(more)))] : [])),
    ...(own ? [judged(unit, given, words)] : []),
  );
}

/** Whether what was answered is among what a statement names, in words. */
export function judged(unit: ToldUnit, given: Given, words: Words): HTMLElement {
  const kept = holds(unit, given) ?? false;
  if (unit.named.length === 1) return verdict(kept, kept ? words.asSaid : words.changed);
  return verdict(kept, kept ? words.among : words.notAmong);
}

/** A square for every combination, the last question's answers side by side. */
function cells(unit: ToldUnit, questions: readonly Attribute[], own: readonly number[] | undefined): HTMLElement {
  const cellOf = (categories: readonly number[]) =>
    questions.reduce((cell, question, i) => cell * question.categories.length + (categories[i] ?? 0), 0);
  const named = new Set(unit.named.map(({ categories }) => cellOf(categories)));
  const ownCell = own && cellOf(own);
  const squares = Array.from({ length: unit.of }, (_, cell) => {
    const kinds = [...(named.has(cell) ? ["on"] : []), ...(cell === ownCell ? ["own"] : [])];
    return element("i", { class: kinds.join(" ") || undefined });
  });
  const columns = questions.at(-1)?.categories.length ?? 1;
  return element("div", { class: "cells", "aria-hidden": "true", style: `--columns: ${columns}` }, ...squares);
}

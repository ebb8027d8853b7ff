/**
 * The statements of a report: each names some answers to one question, or some combinations of answers to several. Beside it the
 * page shows, on this device only, whether the person's own answer is among them.
 */

import type { Attribute, Plan, Told, ToldUnit } from "candor";
import { categoryLabel, nameOf } from "../page/categories";
import { element } from "../page/element";
import { counted, listed, whole } from "../page/numbers";
import { verdict } from "./verdict";
import type { Words } from "./words";

/** The category of the answer to each question, by name; absent where there is none. */
export type Given = ReadonlyMap<string, number>;

/** Sorts statements, and the questions within them, in the order of the survey; scores come last. */
export function inOrder(plan: Plan, { units, ...rest }: Told): Told {
  const names = plan.attributes.map(({ name }) => name);
  const place = (name = "") => (names.includes(name) ? names.indexOf(name) : names.length);
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

/** Whether a statement names one answer to one question, as in a record. */
export function isSingle({ attributes, named }: ToldUnit): boolean {
  return attributes.length === 1 && named.length === 1;
}

/** Whether a statement is about questions alone, and no score. */
export function isOfQuestions({ attributes: questions }: Plan, { attributes }: ToldUnit): boolean {
  return attributes.every((each) => questions.some(({ name }) => name === each));
}

/** Whether a report names one answer to every question, and nothing else. */
export function isRecord(plan: Plan, { units, unused }: Told): boolean {
  return unused.length === 0 && units.every((unit) => isSingle(unit) && isOfQuestions(plan, unit));
}

/** Finds the statement about a question, if there is one. */
export function statementAbout({ units }: Told, { name }: Attribute): ToldUnit | undefined {
  return units.find(({ attributes }) => attributes.includes(name));
}

/** Whether a statement names what was answered; undefined unless the answers to all its questions are known. */
export function holds({ attributes, named }: ToldUnit, given: Given): boolean | undefined {
  const own = attributes.map((name) => given.get(name));
  if (own.includes(undefined)) return undefined;
  return named.some(({ categories }) => categories.every((category, i) => category === own[i]));
}

/** Says which questions were used: "2 of the 5 questions: taxes and drugs". */
export function drew(plan: Plan, { unused }: Told, words: Words): string {
  const used = plan.attributes.filter(({ name }) => !unused.includes(name));
  const all = plan.attributes.length;
  const called = listed(used.map(({ name }) => nameOf(name, words)));
  return used.length === all
    ? words.allQuestions(whole(all), called)
    : words.someQuestions(counted(used.length), whole(all), called);
}

/** Says what a report names: "1 of 2 answers about taxes, and 2 of 12 combinations of drugs and income". */
export function names({ units }: Told, words: Words): string {
  const said = ({ attributes }: ToldUnit) => (attributes.length > 1 ? words.combinationsOf : words.answersAbout);
  return listed(units.map((unit) => said(unit)(few(unit, words), about(unit, words))));
}

/** The questions of a statement: "drugs and income". */
export function about({ attributes }: ToldUnit, words: Words): string {
  return listed(attributes.map((name) => nameOf(name, words)));
}

/** How many answers or combinations a statement names: "2 of 12 combinations". */
export function few({ attributes, named, of }: ToldUnit, words: Words): string {
  const said = attributes.length > 1 ? words.fewCombinations : words.fewAnswers;
  return said(counted(named.length), whole(of));
}

/** The most cells that are drawn as a picture, and the most combinations that are listed. */
const [MOST_CELLS, MOST_NAMED] = [144, 24];

/**
 * Makes a picture of all combinations, unless a score is part of them, and a list of those that a statement names, with the
 * person's own answer marked in both.
 */
export function figure(plan: Plan, unit: ToldUnit, given: Given, words: Words): HTMLElement {
  const columns = unit.attributes.map((each) => plan.attributes.find(({ name }) => name === each));
  const questions = columns.flatMap((question) => question ?? []);
  const own = holds(unit, given) === undefined ? undefined : questions.map(({ name }) => given.get(name) ?? 0);
  const isOwn = (categories: readonly number[]) => own?.every((category, i) => category === categories[i]) ?? false;
  const chips = unit.named.slice(0, MOST_NAMED).map(({ categories, labels: shown }) => {
    const labels = columns.map((question, i) =>
      question ? categoryLabel(question, categories[i] ?? 0, words) : scoreLabel(shown[i], words),
    );
    const text = element("span", {}, labels.join(" · "));
    return isOwn(categories) && unit.named.length > 1
      ? element("li", { class: "own" }, text, element("span", { class: "yours" }, words.yours))
      : element("li", {}, text);
  });
  const more = unit.named.length - chips.length;
  return element(
    "div",
    { class: "statement" },
    ...(unit.of <= MOST_CELLS && isOfQuestions(plan, unit) ? [cells(unit, questions, own)] : []),
    element("ul", { class: "named" }, ...chips, ...(more > 0 ? [element("li", {}, words.more(whole(more)))] : [])),
    ...(own ? [judged(unit, given, words)] : []),
  );
}

/** The label of a level of a score; plans have no texts for there being none. */
function scoreLabel(label = "", words: Words): string {
  return label === "no score" ? words.noScore : label;
}

/** Says in words whether a statement names what was answered. */
export function judged(unit: ToldUnit, given: Given, words: Words): HTMLElement {
  const kept = holds(unit, given) ?? false;
  if (unit.named.length === 1) return verdict(kept, kept ? words.asSaid : words.changed);
  return verdict(kept, kept ? words.among : words.notAmong);
}

/** Draws a square for every combination; the last question's answers are side by side. */
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

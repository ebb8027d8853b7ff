/**
 * The plan's promises in plain words. Every number is computed from the verified plan's promises, and rounded in the direction
 * that promises less.
 */

import type { Plan } from "candor";
import { posterior, sentences } from "candor/sentences";
import { nameOf } from "../page/categories";
import { element } from "../page/element";
import { percent, whole } from "../page/numbers";
import type { Words } from "./words";

/** The prior belief that figures start from, in people of 100; the package's sentences start from the same one. */
const BEFORE = 10;

/** Makes the three promises, each a figure, a name and a sentence. */
export function promiseCards(plan: Plan, words: Words): HTMLElement[] {
  const { record, replaced } = sentences(plan, words.language);
  const told = posterior(Math.max(...plan.promises.attributes.map(({ attribute }) => attribute)), BEFORE);
  return [
    card(
      words.record.figure(whole(BEFORE), whole(posterior(plan.promises.record, BEFORE).most)),
      words.record.title,
      record + words.between + replaced,
    ),
    eachAnswer(plan, words.each.told(whole(BEFORE), whole(told.most), whole(told.least)), words),
    nothingElse(plan, words),
  ];
}

/** Makes the promise that nothing else is sent. */
function nothingElse(plan: Plan, words: Words): HTMLElement {
  const most = whole(plan.promises.used[1]);
  const { plain } = plan.promises;
  const asItIs = plain.map((name) => words.nothing.asItIs(name)).join("");
  const [more, sent] = isDrawn(plan) ? [3, words.nothing.drawn] : [2, words.nothing.record];
  return card(
    `${most} + ${whole(more + plain.length)}`,
    words.nothing.title,
    sent(most, asItIs) + words.between + words.nothing.unasked,
  );
}

/** Whether a device draws at random which questions it uses. */
function isDrawn(plan: Plan): boolean {
  return sentences(plan).used !== undefined;
}

/**
 * Makes the promise about each answer: how often answers leave changed or, where a device draws which ones it uses, how many it
 * uses; and what a report can tell about one.
 */
function eachAnswer(plan: Plan, told: string, words: Words): HTMLElement {
  const { used, attributes } = plan.promises;
  const { title, ...said } = words.each;
  const all = whole(attributes.length);
  const drawn = sentences(plan, words.language).used;
  if (drawn !== undefined)
    return card(said.used(whole(used[0]), whole(used[1]), all), title, drawn + words.between + told);
  const chances = attributes.map(({ asAnswered = Number.NaN }) => 1 - asAnswered);
  if (chances.some(Number.isNaN)) return card(all, title, told);
  const [least, most] = [roundedDown(Math.min(...chances)), roundedDown(Math.max(...chances))];
  return card(said.changed(least, most), title, said.chances(least, most) + words.between + told);
}

function roundedDown(chance: number): string {
  return percent(Math.floor(chance * 100) / 100, 0);
}

function card(figure: string, name: string, sentence: string): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: "figure", "aria-hidden": "true" }, figure),
    element("h3", {}, name),
    element("p", {}, sentence),
  );
}

/** Makes the table of the numbers behind the cards, by question. */
export function promiseTable(plan: Plan, words: Words): HTMLElement {
  const drawn = isDrawn(plan);
  const { question, used, changed, alone, whole: seen } = words.table;
  const rows = plan.promises.attributes.map(({ name, asked, asAnswered, column, attribute }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, nameOf(name, words)),
      element("td", {}, drawn ? percent(Math.ceil(asked * 1000) / 1000) : leavesChanged(asAnswered)),
      element("td", {}, range(column, words)),
      element("td", {}, range(attribute, words)),
    ),
  );
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...[question, drawn ? used : changed, alone, seen].map((heading) => element("th", { scope: "col" }, heading)),
      ),
    ),
    element("tbody", {}, ...rows),
  );
}

function leavesChanged(asAnswered: number | undefined): string {
  return asAnswered === undefined ? "–" : percent(Math.floor((1 - asAnswered) * 1000) / 1000);
}

/** Writes a range of people such as "1 to 46". */
function range(epsilon: number, words: Words): string {
  const { least, most } = posterior(epsilon, BEFORE);
  return words.table.between(whole(least), whole(most));
}

/** Makes the promises in sentences, by question. */
export function promiseSentences(plan: Plan, words: Words): HTMLElement[] {
  return sentences(plan, words.language).attributes.map(({ sentence }) => element("li", {}, sentence));
}

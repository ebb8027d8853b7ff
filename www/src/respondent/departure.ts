/**
 * Shows what left the device, or is about to: the report's exact bytes, and what it says beside the given answers, as long as
 * this page remembers them.
 */

import type { Attribute, Plan, Report, Told, ToldPlain, ToldUnit } from "candor";
import { categoryLabel, nameOf } from "../page/categories";
import { button, element } from "../page/element";
import { counted, listed, whole } from "../page/numbers";
import { type Actions, afterwards } from "./afterwards";
import type { Answered } from "./form";
import { givenTo } from "./preview";
import { reportBytes } from "./report-bytes";
import {
  about,
  drew,
  few,
  figure,
  type Given,
  holds,
  inOrder,
  isOfQuestions,
  isRecord,
  isSingle,
  names,
  statementAbout,
} from "./statements";
import { verdict } from "./verdict";
import type { Words } from "./words";

/** Where the report is: on its way, at the collector, still on the device for a reason, or nowhere because it is an example. */
export type Whereabouts = { at: "way" } | { at: "collector" } | { at: "device"; reason: string } | { at: "example" };

/** A drawn report, with the answers that it was drawn from; an example has none. */
export interface Drawn {
  readonly report: Report;
  readonly answered: Answered | undefined;
}

/** Makes the view of a drawn report. */
export function departure(
  plan: Plan,
  drawn: Drawn,
  whereabouts: Whereabouts,
  actions: Actions,
  words: Words,
): HTMLElement {
  const asSent = plan.told(drawn.report);
  const told = inOrder(plan, asSent);
  const given = givenTo(plan, drawn.answered);
  const sent = whereabouts.at === "collector";
  return element(
    "div",
    { class: "departure" },
    ...status(whereabouts, thanks(plan, told, given, words), actions, words),
    comparison(plan, told, given, sent, words),
    ...statements(plan, told, given, words),
    ...inClear(plan, told, words),
    element("h4", {}, sent ? words.exactlySent : words.exactlyToBeSent),
    reportBytes(JSON.stringify(drawn.report), changed(drawn.report, asSent, given), words.bytes),
    note(plan, drawn.report, told, words),
    ...(sent ? [afterwards(plan, actions, words)] : []),
  );
}

function status(whereabouts: Whereabouts, thanks: string, actions: Actions, words: Words): HTMLElement[] {
  const title = (text: string) => element("h3", { class: "title", tabindex: -1 }, text);
  switch (whereabouts.at) {
    case "way":
      return [title(words.sending)];
    case "example":
      return [title(words.wouldLeave), element("p", { class: "lede" }, words.onlyExample)];
    case "device":
      return [
        title(words.notReceived),
        element("p", { class: "setback", role: "alert" }, whereabouts.reason, words.between, words.nothingLost),
        button(words.sendAgain, () => actions.resend(), "primary"),
      ];
    case "collector":
      return [title(words.thanks), element("p", { class: "lede" }, thanks)];
  }
}

function thanks(plan: Plan, told: Told, given: Given, words: Words): string {
  if (!isRecord(plan, told)) return words.drew(drew(plan, told, words), names(told, words)) + kept(told, given, words);
  const changed = told.units.filter((unit) => !holds(unit, given)).length;
  const answers = counted(given.size);
  return changed === 0 ? words.noneChanged(answers) : words.someChanged(counted(changed), answers);
}

/** Says after a blank how many statements name what was answered, of those about which that is known. */
function kept({ units }: Told, given: Given, words: Words): string {
  const known = units.map((unit) => holds(unit, given)).filter((held) => held !== undefined);
  const own = known.filter(Boolean).length;
  const all = whole(known.length);
  if (known.length === 0) return "";
  if (known.length === 1) return words.between + words.keptOnly(own === 1);
  if (own === 0) return words.between + words.keptNone(all);
  return words.between + (own === known.length ? words.keptEach(all) : words.keptSome(counted(own), all));
}

function comparison(plan: Plan, told: Told, given: Given, sent: boolean, words: Words): HTMLElement {
  const known = given.size > 0;
  const rows = plan.attributes.map((attribute) => {
    const before = given.get(attribute.name);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, nameOf(attribute.name, words)),
      ...(known ? [element("td", {}, before === undefined ? "" : categoryLabel(attribute, before, words))] : []),
      element("td", {}, ...leaving(plan, attribute, told, before, words)),
    );
  });
  const heading = sent ? words.sent : words.toBeSent;
  const headings = [words.table.question, ...(known ? [words.answered] : []), heading];
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rows),
  );
}

function leaving(
  plan: Plan,
  attribute: Attribute,
  told: Told,
  before: number | undefined,
  words: Words,
): (HTMLElement | string)[] {
  const unit = statementAbout(told, attribute);
  const [named] = unit?.named ?? [];
  if (told.unused.includes(attribute.name))
    return [element("span", { class: "nothing" }, plan.ask === "drawn" ? words.notAsked : words.unused)];
  if (unit === undefined || named === undefined) return [words.inScore];
  if (!isSingle(unit)) {
    const others = unit.attributes.filter((name) => name !== attribute.name).map((name) => nameOf(name, words));
    return [others.length > 0 ? words.togetherBelow(listed(others)) : words.fewBelow(few(unit, words))];
  }
  const [sent = 0] = named.categories;
  const label = categoryLabel(attribute, sent, words);
  if (before === undefined) return [label];
  return [label, " ", verdict(before === sent, before === sent ? words.asSaid : words.changed)];
}

/** Draws the statements that are not a single answer to a single question, and those about scores. */
function statements(plan: Plan, { units }: Told, given: Given, words: Words): HTMLElement[] {
  const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const named = (unit: ToldUnit) => (unit.named.length > 1 ? words.oneOf(few(unit, words)) : few(unit, words));
  return units
    .filter((unit) => !isSingle(unit) || !isOfQuestions(plan, unit))
    .map((unit) =>
      element(
        "div",
        { class: "said" },
        element("h4", {}, words.statement(upper(about(unit, words)), named(unit))),
        figure(plan, unit, given, words),
      ),
    );
}

/** Makes the list of plain columns, which the report carries without noise. */
function inClear(plan: Plan, { plain = [] }: Told, words: Words): HTMLElement[] {
  const row = ({ name, value }: ToldPlain) => {
    const column = plan.plain.find((column) => column.name === name);
    const { label = value } = column?.categories.find((category) => category.value === value) ?? {};
    const head = element("th", { scope: "row" }, column?.question ?? name);
    return element("tr", {}, head, element("td", {}, label));
  };
  if (plain.length === 0) return [];
  return [element("h4", {}, words.asItIs), element("table", {}, element("tbody", {}, ...plain.map(row)))];
}

/** For each number of a report, whether its statement does not name what was answered. */
function changed({ perturbed }: Report, told: Told, given: Given): boolean[] {
  const numbers = told.units.flatMap((unit) => Array(width(unit)).fill(holds(unit, given) === false) as boolean[]);
  return [...(Array(perturbed.length - numbers.length).fill(false) as boolean[]), ...numbers];
}

/** How many numbers of the report a statement takes. */
function width({ named, of }: ToldUnit): number {
  return named.length === 1 ? 1 : Math.ceil(of / 32);
}

function note(plan: Plan, { perturbed }: Report, told: Told, words: Words): HTMLElement {
  const labelled = perturbed.length > told.units.reduce((sum, unit) => sum + width(unit), 0);
  const numbers = labelled ? words.notes.labelled : words.notes.unlabelled;
  const said = [
    isRecord(plan, told) && !labelled ? words.notes.record : numbers,
    words.notes.plan,
    ...(told.plain ? [words.notes.plain] : []),
    words.notes.nothingElse,
  ];
  return element("p", { class: "note" }, said.join(words.between));
}

/**
 * What left the device, or is about to: the report in its exact bytes, and beside what it says the
 * answers given, as long as this page remembers them.
 */

import type { Attribute, Plan, Report, Told, ToldPlain, ToldUnit } from "candor";
import { sentences } from "candor/sentences";
import { categoryLabel } from "../page/categories";
import { button, element } from "../page/element";
import { counted } from "../page/numbers";
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
  isRecord,
  isSingle,
  names,
  statementAbout,
} from "./statements";
import { verdict } from "./verdict";

/** Where the report is: on its way, at the collector, still here and why, or nowhere, as an example. */
export type Whereabouts = { at: "way" } | { at: "collector" } | { at: "device"; reason: string } | { at: "example" };

/** What the person can do from here. */
export interface Actions {
  resend(): void;
  startAfresh(): void;
  /** Where the totals are. */
  readonly totals?: string;
}

/** A drawn report, with the answers given where they are still known. */
export interface Drawn {
  readonly report: Report;
  readonly answered: Answered | undefined;
}

/** The view of a drawn report. */
export function departure(plan: Plan, drawn: Drawn, whereabouts: Whereabouts, actions: Actions): HTMLElement {
  const asSent = plan.told(drawn.report);
  const told = inOrder(plan, asSent);
  const given = givenTo(plan, drawn.answered);
  const sent = whereabouts.at === "collector";
  return element(
    "div",
    { class: "departure" },
    ...status(whereabouts, thanks(plan, drawn, told, given), actions),
    comparison(plan, told, given, sent ? "Sent" : "To be sent"),
    ...statements(plan, told, given),
    ...inClear(plan, told),
    element("h4", {}, sent ? "Exactly what was sent" : "Exactly what is sent"),
    reportBytes(JSON.stringify(drawn.report), changed(drawn.report, asSent, given)),
    note(drawn.report, told),
    afterwards(plan, whereabouts, actions),
  );
}

function status(whereabouts: Whereabouts, thanks: string, actions: Actions): HTMLElement[] {
  const title = (text: string) => element("h3", { class: "title", tabindex: -1 }, text);
  switch (whereabouts.at) {
    case "way":
      return [title("Sending…")];
    case "example":
      return [title("This is what would leave"), element("p", { class: "lede" }, "An example: nothing was sent.")];
    case "device":
      return [
        title("Not received yet"),
        element(
          "p",
          { class: "setback", role: "alert" },
          whereabouts.reason,
          " Nothing is lost: the report below is kept on this device, and the next try sends the very same bytes.",
        ),
        button("Send again", () => actions.resend(), "primary"),
      ];
    case "collector":
      return [title("Thank you"), element("p", { class: "lede" }, thanks)];
  }
}

function thanks(plan: Plan, { answered }: Drawn, told: Told, given: Given): string {
  const drawn = isRecord(told)
    ? ""
    : `Your device drew ${drew(plan, told)}. It says only this of your answers: ${names(told)}. `;
  if (!answered) {
    return `${drawn || "This device has sent its report for this survey. "}This page has not kept what you answered,
      so only what was sent can be shown.`;
  }
  if (drawn) return `${drawn}${kept(told, given)}, and it counts towards the totals all the same.`;
  const changed = told.units.filter((unit) => !holds(unit, given)).length;
  const share = changed === 0 ? "By chance none" : `${changed}`;
  return `${share} of your ${counted(answered.size, "answer")} left changed. The report does not say which,
    and it counts towards the totals all the same.`;
}

/** How many statements name what was answered. */
function kept({ units }: Told, given: Given): string {
  const own = units.filter((unit) => holds(unit, given)).length;
  if (units.length === 1)
    return `What you answered is ${own === 1 ? "" : "not "}named there: the report does not say so`;
  const some = own === units.length ? "each" : own === 0 ? "none" : `${own}`;
  return `By chance ${some} of these ${units.length} names what you answered: the report does not say which`;
}

function comparison(plan: Plan, told: Told, given: Given, heading: string): HTMLElement {
  const known = given.size > 0;
  const rows = plan.attributes.map((attribute) => {
    const before = given.get(attribute.name);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, attribute.name),
      ...(known ? [element("td", {}, before === undefined ? "" : categoryLabel(attribute, before))] : []),
      element("td", {}, ...leaving(plan, attribute, statementAbout(told, attribute), before)),
    );
  });
  const headings = known ? ["Question", "You answered", heading] : ["Question", heading];
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
  unit: ToldUnit | undefined,
  before: number | undefined,
): (HTMLElement | string)[] {
  const [named] = unit?.named ?? [];
  if (unit === undefined || named === undefined)
    return [element("span", { class: "nothing" }, plan.ask === "drawn" ? "not asked" : "not used in this draw")];
  if (!isSingle(unit)) {
    const others = unit.attributes.filter((name) => name !== attribute.name).join(" and ");
    return [others ? `together with ${others}, see below` : `${few(unit)}, see below`];
  }
  const [sent = 0] = named.categories;
  const label = categoryLabel(attribute, sent);
  return before === undefined ? [label] : [label, " ", verdict(before === sent)];
}

/** What is no single answer to a single question, drawn. */
function statements(plan: Plan, { units }: Told, given: Given): HTMLElement[] {
  const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
  return units
    .filter((unit) => !isSingle(unit))
    .map((unit) =>
      element(
        "div",
        { class: "said" },
        element("h4", {}, `${upper(about(unit))}: ${unit.named.length > 1 ? "one of " : ""}${few(unit)}`),
        figure(plan, unit, given),
      ),
    );
}

/** What is carried as it is. */
function inClear(plan: Plan, { plain = [] }: Told): HTMLElement[] {
  const row = ({ name, value }: ToldPlain) => {
    const column = plan.plain.find((column) => column.name === name);
    const { label = value } = column?.categories.find((category) => category.value === value) ?? {};
    const head = element("th", { scope: "row" }, column?.question ?? name);
    return element("tr", {}, head, element("td", {}, label));
  };
  if (plain.length === 0) return [];
  return [element("h4", {}, "As it is, without noise"), element("table", {}, element("tbody", {}, ...plain.map(row)))];
}

/** Which numbers of a report name something else than what was answered. */
function changed({ perturbed }: Report, told: Told, given: Given): boolean[] {
  const numbers = told.units.flatMap((unit) => Array(width(unit)).fill(holds(unit, given) === false) as boolean[]);
  return [...(Array(perturbed.length - numbers.length).fill(false) as boolean[]), ...numbers];
}

/** How many numbers a statement takes. */
function width({ named, of }: ToldUnit): number {
  return named.length === 1 ? 1 : Math.ceil(of / 32);
}

function note({ perturbed }: Report, told: Told): HTMLElement {
  const labelled = perturbed.length > told.units.reduce((sum, unit) => sum + width(unit), 0);
  const numbers = `${labelled ? "The first number says which questions were drawn, and which of them are taken together. Each other" : "Each"}
    number is that of an answer or of a combination, counted from 0, or has a bit set for each of those named. `;
  return element(
    "p",
    { class: "note" },
    isRecord(told) && !labelled
      ? "Answers are category numbers counted from 0, in the order of the questions. "
      : numbers,
    "The plan is the fingerprint of the survey and its noise; the id is random and only recognises a resend. ",
    told.plain ? "What it carries in clear are categories counted from 0, in the order above. " : "",
    "There is no time in it and no name, and nothing else that depends on your answers. Blanks at its end make all ",
    "reports equally long.",
  );
}

function afterwards(plan: Plan, whereabouts: Whereabouts, actions: Actions): HTMLElement {
  const afresh = element(
    "div",
    { class: "afresh" },
    element(
      "p",
      { class: "note" },
      "Another person at this device? Starting afresh draws a new report. Please do so for another person only. ",
      sentences(plan).again,
    ),
    button("Start afresh", () => actions.startAfresh()),
  );
  if (whereabouts.at !== "collector") return element("div", {});
  return element(
    "div",
    { class: "afterwards" },
    ...(actions.totals === undefined
      ? []
      : [element("a", { class: "button primary", href: actions.totals }, "See the totals")]),
    afresh,
  );
}

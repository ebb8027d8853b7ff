/**
 * What left the device, or is about to: the report in its exact bytes, and beside each answer sent
 * the one given, as long as this page remembers it.
 */

import type { Plan, Report } from "candor";
import { categoryLabel, categoryOf } from "../page/categories";
import { button, element } from "../page/element";
import { counted } from "../page/numbers";
import type { Answered } from "./form";
import { reportBytes } from "./report-bytes";
import { verdict } from "./verdict";

/** Where the report is: on its way, at the collector, or still here and why. */
export type Whereabouts = { at: "way" } | { at: "collector" } | { at: "device"; reason: string };

/** What the person can do from here. */
export interface Actions {
  resend(): void;
  startAfresh(): void;
}

/** A drawn report, with the answers given where they are still known. */
export interface Drawn {
  readonly report: Report;
  readonly answered: Answered | undefined;
}

/** The view of a drawn report. */
export function departure(plan: Plan, drawn: Drawn, whereabouts: Whereabouts, actions: Actions): HTMLElement {
  const categories = drawn.report.perturbed;
  const given = plan.attributes.map((attribute) => {
    const answer = drawn.answered?.get(attribute.name);
    return answer === undefined ? undefined : categoryOf(attribute, answer);
  });
  const changed = categories.map((category, position) => given[position] !== undefined && given[position] !== category);
  const sent = whereabouts.at === "collector";
  return element(
    "div",
    { class: "departure" },
    ...status(whereabouts, drawn, changed.filter(Boolean).length, actions),
    comparison(plan, given, categories, sent ? "Sent" : "To be sent"),
    element("h4", {}, sent ? "Exactly what was sent" : "Exactly what is sent"),
    reportBytes(JSON.stringify(drawn.report), changed),
    element(
      "p",
      { class: "note" },
      "Answers are category numbers counted from 0, in the order of the questions. The plan is the ",
      "fingerprint of the survey and its noise; the id is random and only recognises a resend. ",
      "There is no time in it and no name, and nothing else that depends on your answers. Blanks at its end make all ",
      "reports equally long.",
    ),
    afterwards(plan, whereabouts, actions),
  );
}

function status(whereabouts: Whereabouts, drawn: Drawn, changed: number, actions: Actions): HTMLElement[] {
  const title = (text: string) => element("h3", { class: "title", tabindex: -1 }, text);
  switch (whereabouts.at) {
    case "way":
      return [title("Sending…")];
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
      return [title("Thank you"), element("p", { class: "lede" }, thanks(drawn, changed))];
  }
}

function thanks({ answered }: Drawn, changed: number): string {
  if (!answered) {
    return `This device has sent its report for this survey. This page has not kept what you answered,
      so only what was sent can be shown.`;
  }
  const share = changed === 0 ? "By chance none" : `${changed}`;
  return `${share} of your ${counted(answered.size, "answer")} left changed. The report does not say which,
    and it counts towards the totals all the same.`;
}

function comparison(plan: Plan, given: (number | undefined)[], sent: readonly number[], heading: string): HTMLElement {
  const rows = plan.attributes.map((attribute, position) => {
    const [before, after] = [given[position], sent[position] ?? 0];
    const name = element("th", { scope: "row" }, attribute.name);
    const leaving = element("td", {}, categoryLabel(attribute, after));
    if (before === undefined) return element("tr", {}, name, leaving);
    leaving.append(" ", verdict(before === after));
    return element("tr", {}, name, element("td", {}, categoryLabel(attribute, before)), leaving);
  });
  const known = given.some((category) => category !== undefined);
  const headings = known ? ["Question", "You answered", heading] : ["Question", heading];
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...headings.map((text) => element("th", { scope: "col" }, text)))),
    element("tbody", {}, ...rows),
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
      plan.promises.sentences("en").again,
    ),
    button("Start afresh", () => actions.startAfresh()),
  );
  if (whereabouts.at !== "collector") return element("div", {});
  return element(
    "div",
    { class: "afterwards" },
    element("a", { class: "button primary", href: "/dashboard.html" }, "See the totals"),
    afresh,
  );
}

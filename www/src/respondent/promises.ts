/**
 * The plan's promises in plain words. Every number is computed from what the verified plan
 * promises; whatever is rounded is rounded so that the promise as read is never the stronger one.
 */

import { factor, type Plan } from "candor";
import { element } from "../page/element";
import { percent } from "../page/numbers";

/** Three promises, each a figure, a name and a sentence. */
export function promiseCards(plan: Plan): HTMLElement[] {
  const { record, replaced } = plan.promises.sentences("en");
  const chances = plan.promises.attributes.map(({ asAnswered }) => 1 - asAnswered);
  const [least, most] = [Math.min(...chances), Math.max(...chances)].map(roundedDown);
  return [
    card(`×\u2009${factor("en", plan.promises.record)}`, "Your whole record",
      `${record} ${replaced} Nobody can be sure which answers led to what you send.`),
    card(`${least} to ${most}`, "Each answer",
      `Every answer has its own chance of leaving changed, from ${least} to ${most}.
      No single answer you send proves anything about you.`),
    card(`${plan.attributes.length} + 2`, "Nothing else",
      `Only the ${plan.attributes.length} perturbed answers, the plan’s fingerprint and a random id leave.
      Nothing at all is requested between loading this page and pressing Send.`),
  ];
}

function roundedDown(chance: number): string {
  return percent(Math.floor(chance * 100) / 100, 0);
}

function card(figure: string, name: string, sentence: string): HTMLElement {
  return element("li", {},
    element("span", { class: "figure", "aria-hidden": "true" }, figure),
    element("h3", {}, name),
    element("p", {}, sentence));
}

/** The numbers behind the cards, question by question. */
export function promiseTable(plan: Plan): HTMLElement {
  const rows = plan.promises.attributes.map(({ name, asAnswered, column, attribute }) =>
    element("tr", {},
      element("th", { scope: "row" }, name),
      element("td", {}, percent(1 - asAnswered, 1)),
      element("td", {}, `×\u2009${factor("en", column)}`),
      element("td", {}, `×\u2009${factor("en", attribute)}`)));
  return element("table", {},
    element("thead", {},
      element("tr", {},
        ...["Question", "Leaves changed", "This answer seen alone", "The whole record seen"].map((heading) =>
          element("th", { scope: "col" }, heading)))),
    element("tbody", {}, ...rows));
}

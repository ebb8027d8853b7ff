/**
 * The plan's promises in plain words. Every number is computed from what the verified plan
 * promises; whatever is rounded is rounded so that the promise as read is never the stronger one.
 */

import type { Plan } from "candor";
import { posterior, sentences } from "candor/sentences";
import { element } from "../page/element";
import { percent } from "../page/numbers";

/** The belief that figures start from, of 100 people; the sentences of the package start from the same. */
const BEFORE = 10;

/** Three promises, each a figure, a name and a sentence. */
export function promiseCards(plan: Plan): HTMLElement[] {
  const { record, replaced } = sentences(plan);
  const told = posterior(Math.max(...plan.promises.attributes.map(({ attribute }) => attribute)), BEFORE);
  return [
    card(
      `${BEFORE} → at most ${posterior(plan.promises.record, BEFORE).most}`,
      "Your whole record",
      `${record} ${replaced}`,
    ),
    eachAnswer(
      plan,
      `To someone who knows all your other
      answers, ${BEFORE} of 100 can become ${told.most} at most, and ${told.least} at least, whichever the question.`,
    ),
    nothingElse(plan),
  ];
}

/** What is sent, and nothing more. */
function nothingElse(plan: Plan): HTMLElement {
  const most = plan.promises.used[1];
  const inClear = plan.promises.plain.length;
  const [figure, sent] = isDrawn(plan)
    ? [`${most} + ${3 + inClear}`, `which questions were drawn, what is said of these, up to ${most}`]
    : [`${most} + ${2 + inClear}`, `the perturbed record of ${most} questions`];
  return card(
    figure,
    "Nothing else",
    `Only ${sent}, ${plan.promises.plain.map((name) => `${name} as it is, `).join("")}the plan’s fingerprint and a random id are sent. Nothing at all
    is requested between loading this page and pressing Send. That you sent something can be seen on the way.`,
  );
}

/** Whether a device draws which questions it uses. */
function isDrawn(plan: Plan): boolean {
  return sentences(plan).used !== undefined;
}

/** How often answers leave changed, or which of them are used where a device draws that, and what is told of one. */
function eachAnswer(plan: Plan, told: string): HTMLElement {
  const { used, attributes } = plan.promises;
  const chances = attributes.map(({ asAnswered = Number.NaN }) => 1 - asAnswered);
  const [least, most] = [Math.min(...chances), Math.max(...chances)].map(roundedDown);
  const drawn = sentences(plan).used;
  if (drawn !== undefined)
    return card(`${used.join(" to ")} of ${attributes.length}`, "Each answer", `${drawn} ${told}`);
  if (chances.some(Number.isNaN)) return card(`${attributes.length}`, "Each answer", told);
  return card(
    `${least} to ${most}`,
    "Each answer",
    `Every answer has its own chance of leaving changed, from ${least} to ${most}. ${told}`,
  );
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

/** The numbers behind the cards, question by question. */
export function promiseTable(plan: Plan): HTMLElement {
  const drawn = isDrawn(plan);
  const rows = plan.promises.attributes.map(({ name, asked, asAnswered, column, attribute }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", {}, drawn ? percent(Math.ceil(asked * 1000) / 1000) : changed(asAnswered)),
      element("td", {}, range(column)),
      element("td", {}, range(attribute)),
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
        ...[
          "Question",
          drawn ? "Is used" : "Leaves changed",
          "Of 100, this answer seen alone",
          "Of 100, the whole report seen",
        ].map((heading) => element("th", { scope: "col" }, heading)),
      ),
    ),
    element("tbody", {}, ...rows),
  );
}

function changed(asAnswered: number | undefined): string {
  return asAnswered === undefined ? "–" : percent(Math.floor((1 - asAnswered) * 1000) / 1000);
}

/** "1 to 46". */
function range(epsilon: number): string {
  const { least, most } = posterior(epsilon, BEFORE);
  return `${least} to ${most}`;
}

/** The same in sentences, question by question. */
export function promiseSentences(plan: Plan): HTMLElement[] {
  return sentences(plan).attributes.map(({ sentence }) => element("li", {}, sentence));
}

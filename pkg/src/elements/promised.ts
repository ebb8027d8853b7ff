import { sentences } from "../sentences/sentences.js";
import { inLanguage, type Make } from "./make.js";
import { readable } from "./plain.js";
import type { Asked } from "./questionnaire.js";

/**
 * Makes the introduction of a survey: its title, what it promises and what it does not, in the element's language, shown before
 * any question.
 */
export function promised(make: Make, { plan, spoken, plain }: Asked, ...more: readonly string[]): HTMLElement {
  const { words, language } = spoken;
  const { record, replaced, used, attributes, plain: inClear, again } = sentences(plan, language);
  const filled = readable(plan, plain);
  const paragraphs = (...texts: readonly string[]) => texts.map((text) => make("p", {}, text));
  return make(
    "section",
    { class: "stack" },
    make("h2", inLanguage(plan.language), plan.title ?? plan.survey),
    make("h3", {}, words.promised),
    ...paragraphs(...(used === undefined ? [] : [used]), record, replaced, ...more),
    ...(inClear === undefined ? [] : paragraphs(inClear)),
    ...(filled.length === 0
      ? []
      : [make("ul", inLanguage(plan.language), ...filled.map((each) => make("li", {}, each)))]),
    make(
      "details",
      {},
      make("summary", {}, words.byQuestion),
      make("ul", {}, ...attributes.map(({ sentence }) => make("li", {}, sentence))),
      ...paragraphs(words.plan),
      make("p", {}, make("code", { dir: "ltr" }, plan.fingerprint)),
    ),
    make("details", {}, make("summary", {}, words.notPromised), ...paragraphs(words.visible, again)),
  );
}

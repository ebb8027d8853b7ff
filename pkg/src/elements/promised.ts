import type { Plan } from "../plan/plan.js";
import { sentences } from "../sentences/sentences.js";
import { inLanguage, type Make } from "./make.js";
import { readable } from "./plain.js";
import type { Asked } from "./questionnaire.js";

/**
 * Makes what comes before the questions, in the element's language: the page's introduction, or else the title and the promise of the
 * whole report; what leaves in clear; and all that is promised and what is not, folded away.
 */
export function promised(
  make: Make,
  { plan, spoken, plain, introduction }: Asked,
  ...more: readonly string[]
): HTMLElement {
  const { words, language } = spoken;
  const { record, replaced, used, attributes, plain: inClear, again } = sentences(plan, language);
  const filled = readable(plan, plain);
  const paragraphs = (...texts: readonly (string | undefined)[]) =>
    texts.flatMap((text) => (text === undefined ? [] : [make("p", {}, text)]));
  const title = () => [make("h2", inLanguage(plan.language), plan.title ?? plan.survey)];
  return make(
    "section",
    { class: "stack" },
    ...(introduction?.map((each) => each.cloneNode(true)) ?? title()),
    ...text(make, plan, plan.texts.welcome),
    ...(plan.closes === undefined ? [] : paragraphs(words.closes(moment(plan.closes, language)))),
    ...paragraphs(introduction ? undefined : record, ...more, inClear),
    ...(filled.length === 0
      ? []
      : [make("ul", inLanguage(plan.language), ...filled.map((each) => make("li", {}, each)))]),
    make(
      "details",
      {},
      make("summary", {}, words.promised),
      ...paragraphs(used, introduction && record, replaced),
      make(
        "details",
        {},
        make("summary", {}, words.byQuestion),
        make("ul", {}, ...attributes.map(({ sentence }) => make("li", {}, sentence))),
        ...paragraphs(words.plan),
        make("p", {}, make("code", { dir: "ltr" }, plan.fingerprint)),
      ),
      make("h2", { class: "part" }, words.notPromised),
      ...paragraphs(words.visible, again),
    ),
  );
}

/** Makes the author's thanks, if there are any. */
export function thanked(make: Make, plan: Plan): readonly HTMLElement[] {
  return text(make, plan, plan.texts.thanks);
}

function text(make: Make, { language }: Plan, said: string | undefined): readonly HTMLElement[] {
  return said === undefined ? [] : [make("p", { class: "said", ...inLanguage(language) }, said)];
}

/** A moment in the reader's time zone. */
function moment(utc: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" }).format(new Date(utc));
}

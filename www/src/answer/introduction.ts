/**
 * What a survey's page shows before the first question: a sentence on what happens to answers, and a picture of what would leave, drawn
 * from the plan with invented answers. The noise does not depend on answers, so the picture is representative.
 */

import { type Answers, type Attribute, CandorError, type Plan, type Told, type ToldUnit } from "candor";
import { labelsOf } from "../../../pkg/src/elements/labels";
import { spoken } from "../../../pkg/src/elements/words";
import { type Answer, answersTo, categoryOf } from "../page/categories";
import { element, inLanguage } from "../page/element";
import type { SurveyLanguage } from "../page/language";
import { type AnswerWords, WORDS } from "./words";

/** The most statements in the picture, and the most answers or combinations that are listed of one. */
const [MOST_STATEMENTS, MOST_NAMED] = [2, 3];

/** A long question is cut off here: it is below in full. */
const ONE_LINE = "overflow: hidden; text-overflow: ellipsis; white-space: nowrap";

/** Makes the sentence and the picture, in a language of the page. */
export function introduction(plan: Plan, language: SurveyLanguage): readonly Element[] {
  const words = WORDS[language];
  return [element("p", {}, words.lead), ...example(plan, language, words)];
}

/** The picture; none of a plan whose rules the invented answers do not fit. */
function example(plan: Plan, language: string, words: AnswerWords): readonly Element[] {
  const answers = invented(plan);
  let told: Told;
  try {
    told = plan.told(plan.perturb(given(plan, answers), undefined, { plain: anyPlain(plan) }));
  } catch (failure) {
    if (failure instanceof CandorError) return [];
    throw failure;
  }
  const shown = told.units.slice(0, MOST_STATEMENTS);
  const rows = shown.map((unit) => statement(plan, unit, answers, language, words));
  const others = told.unused.length > 0 ? [element("p", { class: "note" }, words.nothing)] : [];
  return [
    element(
      "figure",
      {
        style: "width: 100%; max-width: 42em; padding-inline-start: 0.9em; border-inline-start: 3px solid var(--edge)",
      },
      element("figcaption", { class: "note" }, words.example),
      ...rows,
      ...others,
    ),
  ];
}

/** Answers by attribute as they are given: those to choices and items of a ranking together, as a list. */
function given(plan: Plan, answers: Readonly<Record<string, Answer>>): Answers {
  const all: Record<string, string | number | readonly string[] | null> = {};
  for (const { name, compound } of plan.attributes) {
    const answer = answers[name];
    if (answer === undefined) continue;
    if (!compound || compound.kind === "rows") {
      all[name] = answer;
      continue;
    }
    const own = name.slice(compound.name.length + 1);
    const isListed =
      compound.kind === "choices" ? answer === "yes" : compound.attributes.indexOf(name) < compound.places;
    const listed = all[compound.name];
    all[compound.name] = [...(Array.isArray(listed) ? listed : []), ...(isListed ? [own] : [])];
  }
  return all;
}

/** Invented answers by attribute to the questions that these lead to. */
function invented(plan: Plan): Readonly<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const [place, attribute] of plan.attributes.entries())
    if (!attribute.askedIf || plan.applicable(given(plan, answers)).includes(attribute))
      answers[attribute.name] = any(attribute, place);
  return answers;
}

/** Some answer: of a question by itself one that depends on its place, of a compound one that fits its rule. */
function any({ name, bins, categories, compound, ...attribute }: Attribute, place: number): Answer {
  const valueAt = (category: number): string => categories[category]?.value ?? "";
  const nth = compound?.attributes.indexOf(name) ?? 0;
  if (compound?.kind === "choices") return valueAt(nth < Math.max(1, compound.atLeast) ? 1 : 0);
  if (compound?.kind === "ranking") return valueAt(Math.min(nth, compound.places));
  const choices = answersTo({ name, categories, ...attribute }) - (attribute.optional ? 1 : 0);
  const chosen = place % choices;
  if (!bins || chosen >= bins.length - 1) return valueAt(chosen);
  const [from = null, to = null] = bins.slice(chosen);
  return from ?? (to ?? 0) - 1;
}

/** Some value of every plain column. */
function anyPlain(plan: Plan): Readonly<Record<string, string>> {
  return Object.fromEntries(plan.plain.map(({ name, categories: [first] }) => [name, first?.value ?? ""]));
}

/** What is answered to the questions of a statement, and what it says of that. */
function statement(
  plan: Plan,
  { attributes, named }: ToldUnit,
  answers: Readonly<Record<string, Answer>>,
  language: string,
  words: AnswerWords,
): HTMLElement {
  const questions = attributes.flatMap((name) => plan.attributes.filter((attribute) => attribute.name === name));
  const own = questions.map((attribute) => categoryOfAnswer(attribute, answers[attribute.name]) ?? 0);
  const isOwn = ({ categories }: (typeof named)[number]) => categories.every((each, place) => each === own[place]);
  const labels = (categories: readonly number[]) =>
    questions.map((attribute, place) => labelOf(attribute, categories[place] ?? 0, language, words)).join(" · ");
  const kept = named.length > 1 ? words.among : words.kept;
  const verdict = named.some(isOwn) ? kept : words.changed;
  const listed = named.slice(0, MOST_NAMED).map(({ categories }) => labels(categories));
  const more = named.length > listed.length ? ["…"] : [];
  const either = new Intl.ListFormat(language, { type: "disjunction" }).format([...listed, ...more]);
  const part = (said: string, text: string, strong: boolean, ...more: readonly Element[]) =>
    element(
      "span",
      { style: "flex: 1 1 7.5em; min-width: 0" },
      element("span", { class: "note", style: "display: block" }, said),
      element(strong ? "strong" : "span", inLanguage(plan.language), text),
      ...more,
    );
  return element(
    "div",
    { style: "margin-top: 0.6em" },
    ...questions.map(({ name, question = name }) =>
      element("p", { style: ONE_LINE, ...inLanguage(plan.language) }, question),
    ),
    element(
      "div",
      { style: "display: flex; flex-wrap: wrap; gap: 0.25em 1.25em; margin-top: 0.2em" },
      part(words.answered, labels(own), false),
      part(words.leaves, either, true, element("span", { class: "note", style: "display: block" }, verdict)),
    ),
  );
}

/** The label of a category in a language of the page, as the questions below have it; of one of several choices, a sign. */
function labelOf(attribute: Attribute, category: number, language: string, words: AnswerWords): string {
  const { compound, partial } = attribute;
  const answers = answersTo(attribute);
  if (category >= answers) return partial && category === answers ? words.notReached : words.notAsked;
  const own = spoken([language]);
  if (compound?.kind === "choices" && category < 2) return category ? "✓" : "✗";
  if (compound?.kind === "ranking" && category === compound.places) return own.words.noPlace;
  return labelsOf(attribute, own)[category] ?? "";
}

/** The category of an invented answer; the last one, "not asked", where there is none. */
function categoryOfAnswer(attribute: Attribute, answer: Answer | undefined): number | undefined {
  return answer === undefined ? attribute.categories.length - 1 : categoryOf(attribute, answer);
}

/**
 * Shows an example of what would leave the device: one fresh draw of the perturbation, beside each answer. An example is never
 * sent; the draw that counts happens once, when the person presses Send.
 *
 * For questions without an answer the draw uses any valid answer, to which others may follow, and shows nothing. The example is
 * still representative, because the noise does not depend on the answers.
 */

import type { Answers, Attribute, Plan, Told, ToldUnit } from "candor";
import { type Answer, answersTo, anyAnswer, categoryLabel, categoryOf, nameOf } from "../page/categories";
import { element } from "../page/element";
import { counted, listed } from "../page/numbers";
import type { Answered, SurveyForm } from "./form";
import { anyPlain } from "./plain";
import type { Question } from "./question";
import {
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

/** Draws an example and writes it beside the questions; returns a summary in words. */
export function showExample(plan: Plan, questions: readonly Attribute[], form: SurveyForm, words: Words): string {
  const answered = form.answered();
  const told = inOrder(
    plan,
    plan.told(plan.perturb(completed(plan, questions, answered), questions, { plain: anyPlain(plan) })),
  );
  const given = givenTo(plan, answered);
  for (const question of form.questions)
    question.preview.replaceChildren(...leaving(plan, question, told, given, words));
  return answered.size === 0 ? "" : sentence(plan, told, given, words);
}

/** The answers so far, with any valid ones to the other questions that these lead to. */
function completed(plan: Plan, questions: readonly Attribute[], answered: Answered): Answers {
  const answers: Record<string, Answer | undefined> = {};
  for (const attribute of questions) {
    if (attribute.askedIf && !plan.applicable(answers).includes(attribute)) continue;
    const { name } = attribute;
    answers[name] = answered.has(name) ? answered.get(name) : anyAnswer(attribute);
  }
  return answers;
}

/** The categories of the answers so far, and of the follow-ups that these say are not asked. */
export function givenTo(plan: Plan, answered: Answered | undefined): Given {
  const given = new Map<string, number>();
  for (const attribute of plan.attributes) {
    const answer = answered?.get(attribute.name);
    const category = isOutOfQuestion(plan, attribute, given)
      ? answersTo(attribute)
      : answer !== undefined && categoryOf(attribute, answer);
    if (typeof category === "number") given.set(attribute.name, category);
  }
  return given;
}

/** Whether a known answer to an earlier question means that this one is not asked. */
function isOutOfQuestion({ attributes }: Plan, { askedIf = [] }: Attribute, given: Given): boolean {
  return askedIf.some((condition) => {
    const category = given.get(condition.attribute);
    const value = attributes.find(({ name }) => name === condition.attribute)?.categories[category ?? -1]?.value;
    return value !== undefined && !condition.values.includes(value);
  });
}

/** Makes what the example says about one question. */
function leaving(plan: Plan, { attribute }: Question, told: Told, given: Given, words: Words): HTMLElement[] {
  const category = given.get(attribute.name);
  if (category === undefined) return [element("span", { class: "nothing" }, words.nothingYet)];
  if (told.unused.includes(attribute.name)) return [element("span", { class: "nothing" }, words.unused)];
  const unit = statementAbout(told, attribute);
  if (unit === undefined) return [lead(words.inScore)];
  const [named] = unit.named;
  if (isSingle(unit) && named) {
    const [sent = 0] = named.categories;
    const kept = sent === category;
    return [
      lead(words.mightLeaveAs),
      element("strong", {}, categoryLabel(attribute, sent, words)),
      verdict(kept, kept ? words.asSaid : words.changed),
    ];
  }
  return together(plan, attribute.name, unit, given, words);
}

/** Makes a statement about several questions, which is shown beside the first of them. */
function together(plan: Plan, name: string, unit: ToldUnit, given: Given, words: Words): HTMLElement[] {
  const others = listed(unit.attributes.filter((other) => other !== name).map((other) => nameOf(other, words)));
  if (isOfQuestions(plan, unit) && holds(unit, given) === undefined) return [lead(words.mightWithUnanswered(others))];
  if (unit.attributes[0] !== name) return [lead(words.mightAsShown(others))];
  const several = unit.named.length > 1 ? few(unit, words) : "";
  return [lead(words.mightLeave(others, several)), figure(plan, unit, given, words)];
}

function lead(said: string): HTMLElement {
  return element("span", { class: "lead" }, said);
}

function sentence(plan: Plan, told: Told, given: Given, words: Words): string {
  const judged = told.units.map((unit) => holds(unit, given));
  const changed = judged.filter((held) => held === false).length;
  if (isRecord(plan, told)) return words.exampleChanged(counted(changed), counted(given.size));
  return words.exampleDraws(drew(plan, told, words), names(told, words));
}

/**
 * What would leave the device, as an example: one fresh draw of the perturbation, shown beside each
 * answer. An example is never sent; the draw that counts happens once, when the person sends.
 *
 * Questions without an answer take any answer for the draw and show nothing. That is a fair
 * example, because the noise does not look at the answers.
 */

import type { Plan } from "candor";
import { anyAnswer, categoryLabel, categoryOf } from "../page/categories";
import { element } from "../page/element";
import { counted } from "../page/numbers";
import type { SurveyForm } from "./form";
import type { Question } from "./question";
import { verdict } from "./verdict";

/** Draws an example and writes it beside the questions; returns it in one sentence. */
export function showExample(plan: Plan, form: SurveyForm): string {
  const answered = form.answered();
  const complete = plan.attributes.map((attribute) => [
    attribute.name,
    answered.has(attribute.name) ? answered.get(attribute.name) : anyAnswer(attribute),
  ]);
  const example = plan.perturb(Object.fromEntries(complete));
  let changed = 0;
  form.questions.forEach((question, position) => {
    if (showLeaving(question, example.perturbed[position])) changed += 1;
  });
  return answered.size === 0 ? "" : sentence(changed, answered.size);
}

/** Writes one question's preview; true when the example changed the answer. */
function showLeaving({ attribute, answer, preview }: Question, leaving: number | undefined): boolean {
  const given = answer();
  const category = given === undefined ? undefined : categoryOf(attribute, given);
  if (category === undefined || leaving === undefined) {
    preview.replaceChildren(element("span", { class: "nothing" }, "nothing yet"));
    return false;
  }
  preview.replaceChildren(
    element("span", { class: "lead" }, "might leave as"),
    element("strong", {}, categoryLabel(attribute, leaving)),
    verdict(category === leaving),
  );
  return category !== leaving;
}

function sentence(changed: number, answered: number): string {
  return `In this example ${changed} of your ${counted(answered, "answer")} would leave changed.`;
}

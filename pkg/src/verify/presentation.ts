/** Checks what is shown around questions, and scores; like `src/schema/presentation.rs` and `src/schema/score.rs`. */

import { CandorError } from "../common/errors.js";
import { offered } from "../common/offered.js";
import type { Document, Question, Section } from "./document.js";
import { ascend, checkName } from "./schema.js";

/** Checks where sections begin, and that numbers are shown in their order and follow-ups after the questions that they follow from. */
export function checkOrder({ attributes: questions, compounds = [], sections = [] }: Document): void {
  const fits = ({ attribute, order }: Section, i: number) => {
    const end = sections[i + 1]?.attribute ?? questions.length;
    const hangs = ({ asked_if = [] }: Question) => asked_if.some((condition) => condition.attribute >= attribute);
    const isInside = compounds.some(({ attributes }) => attributes.indexOf(attribute) > 0);
    return attribute < end && !isInside && !(order && questions.slice(attribute, end).some(hangs));
  };
  if (sections.every(fits) && !questions.some(({ bins, order }) => bins && order)) return;
  throw new CandorError("invalid-order", "sections, numbers and follow-ups must be in order");
}

/** Checks that the codes of scores fit the valid answers of their attributes, and that their names are not taken. */
export function checkScores({ attributes: all, compounds = [], scores = [] }: Document): void {
  const names = [...all, ...compounds, ...scores].map(({ name }) => name);
  for (const { attributes, codes, name, reversed = [] } of scores) {
    checkName(name);
    if (
      attributes.length > 0 &&
      [attributes, reversed].every(ascend) &&
      attributes.every((i) => all[i] && answersOf(all[i]) === codes.length) &&
      reversed.every((i) => attributes.includes(i)) &&
      new Set(codes).size > 1 &&
      names.indexOf(name) === names.lastIndexOf(name)
    )
      continue;
    throw new CandorError(
      "invalid-score",
      `score "${name}" needs attributes, in order, their codes, and a name of its own`,
    );
  }
}

/** How many valid answers a question has. */
function answersOf(question: Question): number {
  const answers = offered(question).filter(({ role }) => !role || role === "other");
  return answers.length - Number(question.optional === true);
}

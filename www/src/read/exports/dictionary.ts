/** The questions and answers of a plan as a sheet of a workbook. */

import type { PlanDocument } from "candor";
import { noneOf, titleOf } from "../labels";
import type { Words } from "../words";
import { categoriesOf } from "./columns";

/** Makes a sheet with a row for each answer of every question: what it is called in files for programs, and in words. */
export function dictionarySheet(plan: PlanDocument, words: Words) {
  const { dictionary, no, yes } = words.exports;
  const headings = [dictionary.name, words.regression.question, words.report.value, words.answer, dictionary.valid];
  return {
    sheet: dictionary.title,
    data: [
      headings.map((value) => ({ value, fontWeight: "bold" as const })),
      ...plan.attributes.flatMap((question) => {
        const none = noneOf(question);
        return categoriesOf(question, plan, words).map(([value, label]) =>
          [question.name, titleOf(question, words), value, label, none.has(value) ? no : yes].map((cell) => ({
            value: cell,
          })),
        );
      }),
    ],
  };
}

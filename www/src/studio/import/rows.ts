/**
 * Imports questions of a spreadsheet: one per row, with its text first and then its choices. Rows with an empty first cell
 * continue the question above.
 */

import { type Imported, withChoices, withNumber } from "./imported";

/** Words by which a header row is recognized. */
const HEADS = /^(question|questions|pregunta|preguntas|質問|設問|سؤال|السؤال)$/i;

/** Words in place of choices that make a question about a number. */
const NUMBERS = /^(number|número|numero|数|数値|数字|رقم|عدد)$/i;

/** Reads the questions of rows of cells. */
export function fromRows(rows: readonly (readonly string[])[], language: string): Imported {
  const cells = rows.map((row) => row.map((cell) => cell.trim()));
  const [head] = cells;
  const body = head?.[0] !== undefined && HEADS.test(head[0]) ? cells.slice(1) : cells;
  const asked: { text: string; choices: string[] }[] = [];
  for (const [text = "", ...choices] of body) {
    const given = choices.filter((choice) => choice !== "");
    const last = asked.at(-1);
    if (text !== "") asked.push({ text, choices: given });
    else if (last) last.choices.push(...given);
  }
  const isNumber = ({ choices }: { choices: string[] }) => choices.length === 1 && NUMBERS.test(choices[0] ?? "");
  const usable = asked.filter((each) => isNumber(each) || each.choices.length >= 2);
  return {
    questions: usable.map((each) =>
      isNumber(each) ? withNumber(language, "", each.text) : withChoices(language, "", each.text, each.choices),
    ),
    leftOut: asked.filter((each) => !usable.includes(each)).map(({ text }) => text),
  };
}

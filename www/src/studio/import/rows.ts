/** Questions of a spreadsheet: one a row, its text first, then its choices; or several rows, if the first cell is left empty below. */

import { type Imported, withChoices, withNumber } from "./imported";

/** Words of a first row that says what columns are. */
const HEADS = /^(question|questions|pregunta|preguntas|質問|設問|سؤال|السؤال)$/i;

/** Words that stand where choices would, for a question about a number. */
const NUMBERS = /^(number|número|numero|数|数値|数字|رقم|عدد)$/i;

/** The questions of rows of cells. */
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

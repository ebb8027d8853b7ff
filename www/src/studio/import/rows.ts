/**
 * Imports questions of a spreadsheet: one per row, with its text first and then its choices. Rows with an empty first cell
 * continue the question above.
 */

import { nameOf, untaken } from "../document/names";
import type { AttributeDocument } from "../document/types";
import { type Imported, imported } from "./imported";
import { binsAt } from "./number";

/** Words by which a header row is recognized. */
const HEADS = /^(question|questions|pregunta|preguntas|質問|設問|سؤال|السؤال)$/i;

/** Words in place of choices that make a question about a number. */
const NUMBERS = /^(number|número|numero|数|数値|数字|رقم|عدد)$/i;

/** Cells that are no text of a question: numbers, dates, and what answers are stored as. */
const VALUE = /^[\d\s.,:/+-]+$/;

/** Reads the questions of rows of cells; undefined if they are something else, such as stored answers. */
export function fromRows(rows: readonly (readonly string[])[], language: string): Imported | undefined {
  const cells = rows.map((row) => row.map((cell) => cell.trim()));
  const [head] = cells;
  const isHeaded = head?.[0] !== undefined && HEADS.test(head[0]);
  const asked: { text: string; choices: string[] }[] = [];
  for (const [text = "", ...choices] of isHeaded ? cells.slice(1) : cells) {
    const given = choices.filter((choice) => choice !== "");
    const last = asked.at(-1);
    if (text !== "") asked.push({ text, choices: given });
    else if (last) last.choices.push(...given);
  }
  const values = asked.slice(1).filter(({ text }) => VALUE.test(text));
  if (!isHeaded && values.length > 0 && values.length * 2 >= asked.length - 1) return undefined;
  const taken = new Set<string>();
  const attributes: AttributeDocument[] = [];
  const leftOut: { name: string; why: "few" }[] = [];
  for (const { text, choices } of asked) {
    const name = untaken(nameOf(text, "question"), taken);
    const isNumber = choices.length === 1 && NUMBERS.test(choices[0] ?? "");
    if (!isNumber && choices.length < 2) leftOut.push({ name: text, why: "few" });
    else {
      taken.add(name);
      attributes.push({ name, question: text, ...(isNumber ? { bins: binsAt() } : { categories: choices }) });
    }
  }
  const read = imported({ attributes, leftOut }, language);
  // Their names are left to be made of their texts.
  return { ...read, questions: read.questions.map((question) => ({ ...question, name: "" })) };
}

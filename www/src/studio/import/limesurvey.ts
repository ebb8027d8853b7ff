/**
 * Imports questions of LimeSurvey, from its XML (.lss) or its tab-separated text (.txt): lists, yes/no, gender, five-point
 * scales, and numbers, whose edges the author must still enter. An array becomes one question for each of its rows.
 */

import type { Question } from "../draft";
import { type Imported, plain, withChoices, withNumber } from "./imported";

/** Types whose answers are built into LimeSurvey. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  Y: ["Yes", "No"],
  G: ["Female", "Male"],
  "5": ["1", "2", "3", "4", "5"],
  A: ["1", "2", "3", "4", "5"],
  B: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
  C: ["Yes", "Uncertain", "No"],
  E: ["Increase", "Same", "Decrease"],
};

/** Types whose answers the survey lists. */
const LISTS = ["L", "!", "F", "H"];

/** Array types, whose subquestions become questions of their own. */
const ARRAYS = ["A", "B", "C", "E", "F", "H"];

interface Asked {
  readonly code: string;
  readonly type: string;
  readonly text: string;
  readonly mandatory: boolean;
  readonly other: boolean;
  readonly answers: readonly string[];
  readonly rows: readonly { readonly code: string; readonly text: string }[];
}

/** Reads the questions of an .lss file. Throws `SyntaxError` for any other file. */
export function fromLss(xml: string, language: string): Imported {
  const file = new DOMParser().parseFromString(xml, "application/xml");
  if (file.querySelector("parsererror") || file.documentElement.localName !== "document")
    throw new SyntaxError("it is not LimeSurvey XML");
  const rows = (table: string) => [...file.querySelectorAll(`document > ${table} > rows > row`)].map(fields);
  const base = rows("surveys")[0]?.language ?? "";
  const own = (row: Fields) => row.language === undefined || base === "" || row.language === base;
  const localised = (table: string, key: string, id: string | undefined, field: string) =>
    rows(table).find((row) => row[key] === id && own(row))?.[field] ?? "";
  const byOrder = (one: Fields, other: Fields) =>
    Number(one.question_order ?? one.sortorder ?? 0) - Number(other.question_order ?? other.sortorder ?? 0);
  const textOf = (row: Fields) => plain(row.question ?? localised("question_l10ns", "qid", row.qid, "question"));
  const answersOf = (qid: string | undefined) =>
    rows("answers")
      .filter((row) => row.qid === qid && own(row))
      .sort(byOrder)
      .map((row) => plain(row.answer ?? localised("answer_l10ns", "aid", row.aid, "answer")));
  const parts = rows("subquestions").filter(own).sort(byOrder);
  const asked = rows("questions")
    .filter((row) => own(row) && (row.parent_qid ?? "0") === "0")
    .sort((one, other) => Number(one.gid) - Number(other.gid) || byOrder(one, other))
    .map((row) => ({
      code: row.title ?? "",
      type: row.type ?? "",
      text: textOf(row),
      mandatory: row.mandatory === "Y",
      other: row.other === "Y",
      answers: answersOf(row.qid),
      rows: parts
        .filter(({ parent_qid }) => parent_qid === row.qid)
        .map((part) => ({ code: part.title ?? "", text: textOf(part) })),
    }));
  const title = plain(
    rows("surveys_languagesettings").find((row) => row.surveyls_language === base)?.surveyls_title ?? "",
  );
  return imported(asked, language, title);
}

type Fields = Readonly<Record<string, string | undefined>>;

function fields(row: Element): Fields {
  return Object.fromEntries([...row.children].map((field) => [field.localName, field.textContent ?? ""]));
}

/** Whether rows come from LimeSurvey's tab-separated text. */
export function isLimesurveyText(rows: readonly (readonly string[])[]): boolean {
  const [head = []] = rows;
  return head.includes("class") && head.includes("name") && head.includes("text");
}

/** Reads the questions of a tab-separated export, in which `class` is the kind of a row: S, SL, G, Q, SQ or A. */
export function fromLimesurveyText(rows: readonly (readonly string[])[], language: string): Imported {
  const [head = [], ...body] = rows;
  const lines = body.map((row): Fields => Object.fromEntries(head.map((column, place) => [column, row[place] ?? ""])));
  const base = lines.find((line) => line.class === "S" && line.name === "language")?.text ?? "";
  const asked: (Asked & { answers: string[]; rows: { code: string; text: string }[] })[] = [];
  for (const line of lines) {
    if (base !== "" && line.language !== "" && line.language !== undefined && line.language !== base) continue;
    const [code = "", text = ""] = [line.name, plain(line.text ?? "")];
    if (line.class === "Q") {
      const type = line["type/scale"] ?? line.type ?? "";
      asked.push({
        code,
        type,
        text,
        mandatory: line.mandatory === "Y",
        other: line.other === "Y",
        answers: [],
        rows: [],
      });
    } else if (line.class === "A") asked.at(-1)?.answers.push(text);
    else if (line.class === "SQ") asked.at(-1)?.rows.push({ code, text });
  }
  const title = lines.find(({ class: kind, name }) => kind === "SL" && name === "surveyls_title")?.text ?? "";
  return imported(asked, language, plain(title));
}

function imported(asked: readonly Asked[], language: string, title: string): Imported {
  const made = asked.map((each) => ({ each, questions: questionsOf(each, language) }));
  return {
    ...(title !== "" && { title }),
    questions: made.flatMap(({ questions }) => questions),
    leftOut: made.filter(({ questions }) => questions.length === 0).map(({ each }) => each.code),
  };
}

function questionsOf({ code, type, text, mandatory, other, answers, rows }: Asked, language: string): Question[] {
  const optional = !mandatory;
  if (type === "N") return [withNumber(language, code, text, optional)];
  const labels = LISTS.includes(type) ? answers : LISTED[type];
  if (labels === undefined || labels.length < 2 || other) return [];
  if (!ARRAYS.includes(type)) return [withChoices(language, code, text, labels, optional)];
  return rows.map((row) =>
    withChoices(language, `${code}-${row.code}`, `${text} ${row.text}`.trim(), labels, optional),
  );
}

/** LimeSurvey's XML (.lss): tables of rows, with the texts in tables of their own in newer versions. */

import { linesIn, plain } from "../html";
import { writtenIn } from "../language";
import { type AskedSurvey, around, type Fields, groupWith, isFiltered, OTHER, spokenOf, TEXT } from "./asked";

/** Reads the questions of an .lss file; texts without a language are in `language`. Throws `SyntaxError` for any other file. */
export function askedInXml(xml: string, language: string): AskedSurvey {
  const file = new DOMParser().parseFromString(xml, "application/xml");
  if (file.querySelector("parsererror") || file.documentElement.localName !== "document")
    throw new SyntaxError("it is not LimeSurvey XML");
  const tables = new Map<string, readonly Fields[]>();
  const rows = (table: string) => {
    const read = () => [...file.querySelectorAll(`document > ${table} > rows > row`)].map(fields);
    const known = tables.get(table) ?? read();
    tables.set(table, known);
    return known;
  };
  const [survey = {}] = rows("surveys");
  const { language: base = "", additional_languages: others = "" } = survey;
  const spoken = spokenOf(base, others, language);
  const own = (row: Fields) => row.language === undefined || base === "" || row.language === base;
  /** A field of a row in a language: in the row of this language beside it, or in the table of texts that newer versions have. */
  const fieldIn = (code: string, [table, texts, ...keys]: Texts, row: Fields, field: string, read = plain) => {
    const isSame = (other: Fields) => keys.every((key) => other[key] === row[key]);
    const isIn = (other: Fields) => other.language === code || (code === base && own(other));
    const found = [...rows(table), ...rows(texts)].find((other) => isSame(other) && isIn(other) && field in other);
    return read(found?.[field] ?? "");
  };
  const textOf = (at: Texts, row: Fields, field: string, read = plain) => {
    const text = fieldIn(base, at, row, field, read);
    return { text, written: writtenIn(spoken, text, (code) => fieldIn(code, at, row, field, read)) };
  };
  const byOrder = (one: Fields, other: Fields) =>
    Number(one.question_order ?? one.sortorder ?? 0) - Number(other.question_order ?? other.sortorder ?? 0);
  const answersOf = (qid: string | undefined) =>
    rows("answers")
      .filter((row) => row.qid === qid && own(row))
      .sort(byOrder)
      .map((row) => ({
        code: row.code ?? "",
        ...textOf(row.aid === undefined ? OLD_ANSWERS : ANSWERS, row, "answer"),
      }));
  const groups = rows("groups").filter(own);
  const groupOf = (gid: string | undefined) => groups.find((group) => group.gid === gid);
  const headings = new Map(
    groups.map((row) => {
      const [title, text] = [textOf(GROUPS, row, "group_name"), textOf(GROUPS, row, "description", linesIn)];
      return [row.gid, groupWith(title.written, text.written, row.grelevance, survey.showgroupinfo)] as const;
    }),
  );
  const groupOrder = (gid: string | undefined) => Number(groupOf(gid)?.group_order ?? gid);
  const settings = (qid: string | undefined, code: string) =>
    rows("question_attributes")
      .filter(
        (row) =>
          row.qid === qid &&
          (row.language === code || (code === base && own({ ...row, language: row.language || undefined }))),
      )
      .map(({ attribute = "", value }) => [attribute, value] as const);
  const parts = rows("subquestions").filter(own).sort(byOrder);
  const questions = rows("questions")
    .filter((row) => own(row) && (row.parent_qid ?? "0") === "0")
    .sort((one, other) => groupOrder(one.gid) - groupOrder(other.gid) || byOrder(one, other))
    .map((row) => {
      const { other_replace_text: otherText, ...ofAll } = Object.fromEntries(settings(row.qid, base));
      const otherIn = (code: string) => new Map(settings(row.qid, code)).get("other_replace_text") ?? "";
      return {
        code: row.title ?? "",
        address: `${row.sid ?? ""}X${row.gid ?? ""}X${row.qid ?? ""}`,
        type: row.type ?? "",
        text: textOf(QUESTIONS, row, "question", row.type === TEXT ? linesIn : plain).written,
        mandatory: row.mandatory === "Y",
        other: row.other === "Y",
        otherText: otherText ? writtenIn(spoken, otherText, otherIn) : OTHER,
        answers: answersOf(row.qid),
        rows: parts
          .filter(({ parent_qid, scale_id = "0" }) => parent_qid === row.qid && scale_id === "0")
          .map((part) => ({ code: part.title ?? "", ...textOf(SUBQUESTIONS, part, "question") })),
        group: headings.get(row.gid) ?? {},
        relevance: [groupOf(row.gid)?.grelevance ?? "", row.relevance ?? ""],
        isFiltered: isFiltered(
          ofAll,
          parts.filter(({ parent_qid }) => parent_qid === row.qid),
        ),
        settings: ofAll,
      };
    });
  const saidIn = (code: string, field: string, read = linesIn) =>
    read(rows("surveys_languagesettings").find((row) => row.surveyls_language === code)?.[field] ?? "");
  const said = (field: string, read = linesIn) =>
    writtenIn(spoken, saidIn(base, field, read), (code) => saidIn(code, field, read));
  return { ...around(said, survey.showwelcome), title: said("surveyls_title", plain), spoken, questions };
}

/** Where texts are: their table, that of newer versions, and what their rows have in common. */
type Texts = readonly [table: string, texts: string, ...keys: string[]];

const GROUPS: Texts = ["groups", "group_l10ns", "gid"];
const QUESTIONS: Texts = ["questions", "question_l10ns", "qid"];
const SUBQUESTIONS: Texts = ["subquestions", "question_l10ns", "qid"];
const ANSWERS: Texts = ["answers", "answer_l10ns", "aid"];
const OLD_ANSWERS: Texts = ["answers", "answer_l10ns", "qid", "code", "scale_id"];

function fields(row: Element): Fields {
  return Object.fromEntries([...row.children].map((field) => [field.localName, field.textContent ?? ""]));
}

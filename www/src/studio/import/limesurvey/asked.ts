/** The questions of a LimeSurvey survey as its files have them: XML (.lss), or tab-separated text (.txt). Both have the same fields by other names. */

import { plain } from "../imported";

/** A question as LimeSurvey has it. */
export interface Asked {
  readonly code: string;
  /** Its old name in expressions, of the numbers of survey, group and question. */
  readonly address: string;
  readonly type: string;
  readonly text: string;
  readonly mandatory: boolean;
  readonly other: boolean;
  readonly answers: readonly Coded[];
  /** Its subquestions: rows, or choices of several. */
  readonly rows: readonly Coded[];
  /** The expressions that must hold for it to be asked: its own, and that of its group. */
  readonly relevance: readonly string[];
  /** Its advanced settings, such as `max_answers`. */
  readonly settings: Fields;
}

/** A text with its code. */
export interface Coded {
  readonly code: string;
  readonly text: string;
}

/** A survey as LimeSurvey has it. */
export interface AskedSurvey {
  readonly title: string;
  readonly questions: readonly Asked[];
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Reads the questions of an .lss file. Throws `SyntaxError` for any other file. */
export function askedInXml(xml: string): AskedSurvey {
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
      .map((row) => ({
        code: row.code ?? "",
        text: plain(row.answer ?? localised("answer_l10ns", "aid", row.aid, "answer")),
      }));
  const groups = rows("groups").filter(own);
  const groupOf = (gid: string | undefined) => groups.find((group) => group.gid === gid);
  const groupOrder = (gid: string | undefined) => Number(groupOf(gid)?.group_order ?? gid);
  const settings = (qid: string | undefined) =>
    rows("question_attributes")
      .filter((row) => row.qid === qid && own({ ...row, language: row.language || undefined }))
      .map(({ attribute = "", value }) => [attribute, value] as const);
  const parts = rows("subquestions").filter(own).sort(byOrder);
  const questions = rows("questions")
    .filter((row) => own(row) && (row.parent_qid ?? "0") === "0")
    .sort((one, other) => groupOrder(one.gid) - groupOrder(other.gid) || byOrder(one, other))
    .map((row) => ({
      code: row.title ?? "",
      address: `${row.sid ?? ""}X${row.gid ?? ""}X${row.qid ?? ""}`,
      type: row.type ?? "",
      text: textOf(row),
      mandatory: row.mandatory === "Y",
      other: row.other === "Y",
      answers: answersOf(row.qid),
      rows: parts
        .filter(({ parent_qid, scale_id = "0" }) => parent_qid === row.qid && scale_id === "0")
        .map((part) => ({ code: part.title ?? "", text: textOf(part) })),
      relevance: [groupOf(row.gid)?.grelevance ?? "", row.relevance ?? ""],
      settings: Object.fromEntries(settings(row.qid)),
    }));
  const titled = rows("surveys_languagesettings").find((row) => row.surveyls_language === base);
  return { title: plain(titled?.surveyls_title ?? ""), questions };
}

function fields(row: Element): Fields {
  return Object.fromEntries([...row.children].map((field) => [field.localName, field.textContent ?? ""]));
}

/** Whether rows come from LimeSurvey's tab-separated text. */
export function isLimesurveyText(rows: readonly (readonly string[])[]): boolean {
  const [head = []] = rows;
  return head.includes("class") && head.includes("name") && head.includes("text");
}

/** Reads the questions of a tab-separated export, in which `class` is the kind of a row: S, SL, G, Q, SQ or A. */
export function askedInText(rows: readonly (readonly string[])[]): AskedSurvey {
  const [head = [], ...body] = rows;
  const lines = body.map((row): Fields => Object.fromEntries(head.map((column, place) => [column, row[place] ?? ""])));
  const base = lines.find((line) => line.class === "S" && line.name === "language")?.text ?? "";
  const questions: (Asked & { readonly answers: Coded[]; readonly rows: Coded[] })[] = [];
  let group = "";
  for (const line of lines) {
    if (base !== "" && line.language !== "" && line.language !== undefined && line.language !== base) continue;
    const coded = { code: line.name ?? "", text: plain(line.text ?? "") };
    const last = questions.at(-1);
    if (line.class === "G") group = line.relevance ?? "";
    else if (line.class === "A") last?.answers.push(coded);
    else if (line.class === "SQ") last?.rows.push(coded);
    else if (line.class === "Q")
      questions.push({
        ...coded,
        address: "",
        type: line["type/scale"] ?? line.type ?? "",
        mandatory: line.mandatory === "Y",
        other: line.other === "Y",
        answers: [],
        rows: [],
        relevance: [group, line.relevance ?? ""],
        settings: line,
      });
  }
  const title = lines.find(({ class: kind, name }) => kind === "SL" && name === "surveyls_title")?.text ?? "";
  return { title: plain(title), questions };
}

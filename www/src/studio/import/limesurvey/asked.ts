/** The questions of a LimeSurvey survey as its files have them: XML (.lss), or tab-separated text (.txt). Both have the same fields by other names. */

import type { Written } from "../../document/types";
import { linesIn, plain } from "../html";
import { joined, type Spoken, spokenIn, writtenIn } from "../language";
import type { Group } from "../sections";

/** A question as LimeSurvey has it. */
export interface Asked {
  readonly code: string;
  /** Its old name in expressions, of the numbers of survey, group and question. */
  readonly address: string;
  readonly type: string;
  readonly text: Written;
  readonly mandatory: boolean;
  readonly other: boolean;
  /** The text of "other", which is LimeSurvey's own unless the author has given one. */
  readonly otherText: Written;
  readonly answers: readonly Coded[];
  /** Its subquestions: rows, or choices of several. */
  readonly rows: readonly Coded[];
  readonly group: Group;
  /** The expressions that must hold for it to be asked: its own, and that of its group. */
  readonly relevance: readonly string[];
  /** Whether some of its subquestions are shown after some answers only. */
  readonly isFiltered: boolean;
  /** Its advanced settings, such as `max_answers`. */
  readonly settings: Fields;
}

/** A text with its code. */
export interface Coded {
  readonly code: string;
  /** It in the survey's own language. */
  readonly text: string;
  readonly written: Written;
}

/** A survey as LimeSurvey has it. */
export interface AskedSurvey {
  readonly title: Written;
  readonly welcome: Written;
  readonly thanks: Written;
  readonly spoken: Spoken;
  readonly questions: readonly Asked[];
}

/** The type of a question that only shows its text. */
export const TEXT = "X";

/** LimeSurvey's own text of "other", which it translates. */
export const OTHER = "Other";

type Fields = Readonly<Record<string, string | undefined>>;

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
  const spoken = spokenIn([base, ...others.split(/\s+/).filter((code) => code !== "")], language);
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

/** The group with this heading, as far as the survey shows headings: `N` the names, `D` the descriptions, `X` neither. */
function groupWith(title: Written, text: Written, relevance = "", shown = "B"): Group {
  return {
    ...(!"DX".includes(shown) && { title }),
    ...(!"NX".includes(shown) && { text }),
    isForSome: !isAlways(relevance),
  };
}

/** Whether an expression holds for everybody. */
export function isAlways(relevance: string): boolean {
  return ["", "1"].includes(relevance.trim());
}

/** What is said before the first question, where there is a page for it, and after the last. */
function around(said: (field: string) => Written, showsWelcome = "Y") {
  const welcome = joined(said("surveyls_description"), said("surveyls_welcometext"), "\n\n");
  return { welcome: showsWelcome === "N" ? "" : welcome, thanks: said("surveyls_endtext") };
}

/** Where texts are: their table, that of newer versions, and what their rows have in common. */
type Texts = readonly [table: string, texts: string, ...keys: string[]];

const GROUPS: Texts = ["groups", "group_l10ns", "gid"];
const QUESTIONS: Texts = ["questions", "question_l10ns", "qid"];
const SUBQUESTIONS: Texts = ["subquestions", "question_l10ns", "qid"];
const ANSWERS: Texts = ["answers", "answer_l10ns", "aid"];
const OLD_ANSWERS: Texts = ["answers", "answer_l10ns", "qid", "code", "scale_id"];

/** Whether a setting of a question, or the relevance of a subquestion, hides some of these. */
function isFiltered(settings: Fields, parts: readonly Fields[]): boolean {
  const isConditional = ({ relevance = "" }: Fields) => !isAlways(relevance);
  return Boolean(settings.array_filter || settings.array_filter_exclude) || parts.some(isConditional);
}

function fields(row: Element): Fields {
  return Object.fromEntries([...row.children].map((field) => [field.localName, field.textContent ?? ""]));
}

/** Whether rows come from LimeSurvey's tab-separated text. */
export function isLimesurveyText(rows: readonly (readonly string[])[]): boolean {
  const [head = []] = rows;
  return head.includes("class") && head.includes("name") && head.includes("text");
}

/** Reads the questions of a tab-separated export, in which `class` is the kind of a row: S, SL, G, Q, SQ or A. Texts without a language are in `language`. */
export function askedInText(rows: readonly (readonly string[])[], language: string): AskedSurvey {
  const [head = [], ...body] = rows;
  const lines = placed(body.map((row) => Object.fromEntries(head.map((column, place) => [column, row[place] ?? ""]))));
  const setting = (name: string) => lines.find((line) => line.class === "S" && line.name === name)?.text ?? "";
  const base = setting("language");
  const spoken = spokenIn(
    [
      base,
      ...setting("additional_languages")
        .split(/\s+/)
        .filter((code) => code !== ""),
    ],
    language,
  );
  const isOwn = (line: Fields) => base === "" || (line.language ?? "") === "" || line.language === base;
  const textOf = (line: Line, field: "text" | "name" | "other_replace_text", read = plain) => {
    const fieldIn = (code: string) =>
      read(lines.find((other) => other.key === line.key && other.language === code)?.[field] ?? "");
    const text = read(line[field] ?? "");
    return { text, written: writtenIn(spoken, text, fieldIn) };
  };
  const questions: (Asked & { readonly answers: Coded[]; readonly rows: Coded[] })[] = [];
  let [group, relevance]: [Group, string] = [{}, ""];
  for (const line of lines.filter(isOwn)) {
    const { name: code = "" } = line;
    const last = questions.at(-1);
    if (line.class === "G") {
      relevance = line.relevance ?? "";
      const [title, text] = [textOf(line, "name").written, textOf(line, "text", linesIn).written];
      group = groupWith(title, text, relevance, setting("showgroupinfo") || undefined);
    } else if (line.class === "A") last?.answers.push({ code, ...textOf(line, "text") });
    else if (line.class === "SQ") last?.rows.push({ code, ...textOf(line, "text") });
    else if (line.class === "Q") {
      const { key } = line;
      const type = line["type/scale"] ?? line.type ?? "";
      questions.push({
        code,
        text: textOf(line, "text", type === TEXT ? linesIn : plain).written,
        address: "",
        type,
        mandatory: line.mandatory === "Y",
        other: line.other === "Y",
        otherText: line.other_replace_text ? textOf(line, "other_replace_text").written : OTHER,
        answers: [],
        rows: [],
        group,
        relevance: [relevance, line.relevance ?? ""],
        isFiltered: isFiltered(
          line,
          lines.filter((other) => other.class === "SQ" && other.within === key),
        ),
        settings: line,
      });
    }
  }
  const said = (name: string, read = linesIn) => {
    const line = lines.find((each) => each.class === "SL" && each.name === name && isOwn(each));
    return line ? textOf(line, "text", read).written : "";
  };
  return { ...around(said, setting("showwelcome")), title: said("surveyls_title", plain), spoken, questions };
}

/** A row of a tab-separated export, with what it has in common with those of it in other languages. */
type Line = Fields & {
  readonly key: string;
  /** The key of the question that it belongs to. */
  readonly within: string;
};

function placed(lines: readonly Fields[]): readonly Line[] {
  let question = "";
  return lines.map((line): Line => {
    // The name of a group is that in one language.
    const own = `${line.class} ${(line.class === "G" && line["type/scale"]) || line.name}`;
    if (line.class === "Q") question = own;
    const isPart = line.class === "A" || line.class === "SQ";
    return { ...line, key: isPart ? `${own} ${line["type/scale"]} ${question}` : own, within: question };
  });
}

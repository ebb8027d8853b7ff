/** LimeSurvey's tab-separated text (.txt): a row for each setting, text, group, question, subquestion and answer, in each language. */

import { linesIn, plain } from "../html";
import { writtenIn } from "../language";
import type { Group } from "../steps";
import {
  type Asked,
  type AskedSurvey,
  around,
  type Coded,
  type Fields,
  groupWith,
  isFiltered,
  OTHER,
  spokenOf,
  TEXT,
} from "./asked";

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
  const spoken = spokenOf(base, setting("additional_languages"), language);
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
      group = groupWith(title, text, relevance, setting("showgroupinfo"));
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

/** The types of questions in Qualtrics, which have a selector and some a second one. */

import type { LeftOut, Why } from "../reasons";
import { isObject, type Json } from "./file";

/** How a question that can be imported is answered. */
export type Kind = "one" | "several" | "ranking" | "grid" | "number";

const ONE = ["SAVR", "SAHR", "SACOL", "DL", "SB", "NPS"];
const SEVERAL = ["MAVR", "MAHR", "MACOL", "MSB"];

const REASONS: Readonly<Record<string, Why>> = {
  TE: "text",
  PGR: "ranking",
  Slider: "slider",
  SBS: "several-fields",
  CS: "several-fields",
  DB: "note",
  Timing: "computed",
  Meta: "computed",
  Captcha: "computed",
  FileUpload: "file",
  Draw: "file",
};

/** Whether a question only shows its text, to everybody. */
export function isText({ QuestionType, DisplayLogic }: Json): boolean {
  return QuestionType === "DB" && DisplayLogic === undefined;
}

/** How a question is answered, or why it cannot be imported. */
export function kindOf(question: Json): Kind | Pick<LeftOut, "why" | "said"> {
  const { QuestionType, Selector, SubSelector, DynamicChoices, DynamicAnswers, Validation } = question;
  const [type, selector] = [String(QuestionType), String(Selector)];
  if (DynamicChoices !== undefined || DynamicAnswers !== undefined) return { why: "elsewhere" };
  if (type === "MC" && ONE.includes(selector)) return "one";
  if (type === "MC" && SEVERAL.includes(selector)) return "several";
  if (type === "RO") return "ranking";
  if (type === "Matrix" && selector === "Likert")
    return ["SingleAnswer", "DL"].includes(String(SubSelector)) ? "grid" : { why: "several-answers" };
  if (type === "TE") {
    const settings = isObject(Validation) && isObject(Validation.Settings) ? Validation.Settings : {};
    if (selector === "FORM") return { why: "several-fields" };
    return settings.ContentType === "ValidNumber" ? "number" : { why: "text" };
  }
  if (type === "Matrix" && selector === "RO") return { why: "ranking" };
  if (type === "Matrix") return { why: "several-answers" };
  const why = REASONS[type];
  return why ? { why } : { why: "type", said: `${type} ${selector}` };
}

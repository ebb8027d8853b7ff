/** Texts of a SurveyJS survey, each of which can be in several languages. */

import type { Written } from "../../document/types";
import { linesIn } from "../html";
import type { Spoken } from "../language";

/** Whether a value is a text in several languages, by their codes and `default`. */
function isText(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const isIn = ([code, text]: [string, unknown]) =>
    typeof text === "string" && (code === "default" || /^[a-z]{2}(-[a-z]{2,4})?$/i.test(code));
  return entries.length > 0 && entries.every(isIn);
}

/** The codes of all languages of texts, in the order in which they are met. */
export function codesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return isText(value) ? Object.keys(value) : Object.values(value).flatMap(codesIn);
}

/** A survey, or a part of it, with the tags of languages in place of their codes; the survey's own is also the default. */
export function tagged(value: unknown, tags: Spoken["tags"]): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => tagged(each, tags));
  if (!isText(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tagged(each, tags)]));
  const [own = ""] = tags.keys();
  const otherwise = value.default ?? value[own] ?? Object.values(value)[0];
  return { default: otherwise, ...Object.fromEntries([...tags].map(([code, tag]) => [tag, value[code] ?? otherwise])) };
}

/** A text in these languages, or in the only one; undefined where there is none. */
export function writtenOf(text: unknown, languages: readonly string[]): Written | undefined {
  if (!isText(text)) return typeof text === "string" ? text : undefined;
  if (languages.length < 2) return text.default;
  return Object.fromEntries(languages.map((tag) => [tag, text[tag] ?? ""]));
}

/** The text of HTML, in one language or in several. */
export function withoutHtml(html: unknown): unknown {
  if (typeof html === "string") return linesIn(html);
  return isText(html) ? Object.fromEntries(Object.entries(html).map(([tag, text]) => [tag, linesIn(text)])) : undefined;
}

/** Names for tables and files: given by the author, or made from texts. */

import { type Choice, type Draft, isWritten, type Question, type Text } from "../draft";

/** The maximum length of a made name. */
const LONG = 24;

/** Converts `text` to lower-case letters, digits and hyphens; returns `otherwise` if none are left. */
export function nameOf(text: string, otherwise: string): string {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = [...letters].slice(0, LONG).join("").replace(/-+$/, "");
  return short === "" ? otherwise : short;
}

/** Returns `name`, with a number appended if it is taken. */
export function untaken(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

/** The first text that is not empty, in the order of the languages. */
export function inFirst(text: Text, languages: readonly string[]): string {
  return languages.map((tag) => text[tag]?.trim() ?? "").find((each) => each !== "") ?? "";
}

/** The name of the survey: given by the author, or made from its title. */
export function surveyName({ survey, title, languages }: Draft): string {
  return survey === "" ? nameOf(inFirst(title, languages), "survey") : survey;
}

/** The names of the questions, in order. */
export function namesOf({ questions, languages }: Draft): readonly string[] {
  return madeNames(questions, "question", languages);
}

/** The names of the rows of a grid, in order. */
export function rowNames({ rows }: Question, languages: readonly string[]): readonly string[] {
  return madeNames(rows, "row", languages);
}

/** The choices of several or of a ranking that have a label, each with its value, which is part of a name. */
export function valuedChoices(
  { choices }: Question,
  languages: readonly string[],
): readonly { readonly choice: Choice; readonly value: string }[] {
  const written = choices.filter(({ value, label }) => value !== "" || isWritten(label));
  const named = written.map(({ value, label }) => ({ name: value, text: label }));
  const values = madeNames(named, "choice", languages);
  return written.map((choice, place) => ({ choice, value: values[place] ?? "" }));
}

/** Given names, and names made from texts that no other has. */
function madeNames(
  parts: readonly { readonly name: string; readonly text: Text }[],
  otherwise: string,
  languages: readonly string[],
): readonly string[] {
  const taken = new Set(parts.map(({ name }) => name).filter((name) => name !== ""));
  return parts.map(({ name, text }, place) => {
    if (name !== "") return name;
    const made = untaken(nameOf(inFirst(text, languages), `${otherwise}-${place + 1}`), taken);
    taken.add(made);
    return made;
  });
}

/** Given names, and names made from labels in one language. */
export function distinctNames(parts: readonly { readonly name: string; readonly text: string }[]): readonly string[] {
  const inOne = parts.map(({ name, text }) => ({ name, text: { own: text } }));
  return madeNames(inOne, "choice", ["own"]);
}

/** The common result of all importers: questions, and the names of those that were left out. */

import { newChoice, newQuestion, type Question } from "../draft";

/** The questions of a file. */
export interface Imported {
  readonly title?: string;
  readonly questions: readonly Question[];
  /** The questions that were left out, by the names that people know. */
  readonly leftOut: readonly string[];
}

/** Makes a question with choices, in a language. */
export function withChoices(
  language: string,
  name: string,
  text: string,
  labels: readonly string[],
  optional = false,
): Question {
  return {
    ...newQuestion(),
    name: plainName(name),
    text: { [language]: text },
    choices: labels.map((label) => newChoice(label, language)),
    optional,
  };
}

/** Makes a question about a number, whose edges the author must still enter. */
export function withNumber(language: string, name: string, text: string, optional = false): Question {
  return { ...newQuestion(), name: plainName(name), text: { [language]: text }, kind: "number", optional };
}

function plainName(name: string): string {
  return name.trim();
}

/** Extracts the text of an HTML fragment. */
export function plain(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** What every kind of file is read as: questions, and the names of those whose answers are no list. */

import { newChoice, newQuestion, type Question } from "../draft";

/** Questions of a file. */
export interface Imported {
  readonly title?: string;
  readonly questions: readonly Question[];
  /** Questions that were left out, as people know them. */
  readonly leftOut: readonly string[];
}

/** A question with choices, in a language. */
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

/** A question about a number, whose edges are still to be given. */
export function withNumber(language: string, name: string, text: string, optional = false): Question {
  return { ...newQuestion(), name: plainName(name), text: { [language]: text }, kind: "number", optional };
}

function plainName(name: string): string {
  return name.trim();
}

/** The text of a piece of HTML. */
export function plain(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/**
 * The survey as a form without an action, whose fields no browser mechanism sends: the answers exist in the controls, are read
 * here, and go to the plan's perturbation and nowhere else.
 */

import type { Attribute } from "candor";
import type { Answer } from "../page/categories";
import { type Question, question } from "./question";
import type { Words } from "./words";

/** Answers by attribute name; questions without a usable answer are absent. */
export type Answered = ReadonlyMap<string, Answer>;

/** The survey's questions on the page. */
export class SurveyForm {
  readonly questions: readonly Question[];
  readonly #words: Words;

  /** Makes the questions; `language` is that of their texts, if they have one. */
  constructor(attributes: readonly Attribute[], language: string | undefined, words: Words) {
    this.#words = words;
    this.questions = attributes.map((attribute, position) => question(attribute, position + 1, language, words));
  }

  /** The answers so far. */
  answered(): Answered {
    const answers = new Map<string, Answer>();
    for (const { attribute, answer } of this.questions) {
      const given = answer();
      if (given !== undefined) answers.set(attribute.name, given);
    }
    return answers;
  }

  /** Marks the missing answers, moves the focus to the first one and returns their number. */
  insist(): number {
    const missing = this.questions.filter((each) => each.answer() === undefined);
    for (const each of this.questions) each.complain(missing.includes(each) ? plea(each.attribute, this.#words) : "");
    missing[0]?.focus();
    return missing.length;
  }

  /** Removes the error messages of questions that now have an answer. */
  relent(): void {
    for (const each of this.questions) if (each.answer() !== undefined) each.complain("");
  }
}

function plea(attribute: Attribute, words: Words): string {
  if (attribute.bins) return words.enterNumber;
  return attribute.optional ? words.chooseOrDecline : words.choose;
}

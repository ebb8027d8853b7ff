/**
 * The survey as a form without an action, whose fields no browser mechanism sends: the answers exist in the controls, are read
 * here, and go to the plan's perturbation and nowhere else.
 */

import type { Attribute, Plan } from "candor";
import type { Answer } from "../page/categories";
import { type Question, question } from "./question";
import type { Words } from "./words";

/** Answers by attribute name; questions without a usable answer are absent. */
export type Answered = ReadonlyMap<string, Answer>;

/**
 * The survey's questions on the page. A follow-up is shown while it applies; when it does not, it forgets its answer, and says so
 * when it is shown again.
 */
export class SurveyForm {
  readonly #plan: Plan;
  readonly #words: Words;
  /** All questions, also those that do not apply. */
  readonly #all: Question[];
  /** The follow-ups whose answers were forgotten, until they apply again. */
  readonly #forgotten = new Set<Attribute>();
  #shown: readonly Question[] = [];

  constructor(plan: Plan, attributes: readonly Attribute[], words: Words) {
    this.#plan = plan;
    this.#words = words;
    this.#all = attributes.map((attribute) => this.#fresh(attribute));
    this.update();
  }

  /** The rows of all questions. */
  get rows(): readonly HTMLElement[] {
    return this.#all.map(({ row }) => row);
  }

  /** The questions that apply. */
  get questions(): readonly Question[] {
    return this.#shown;
  }

  #fresh(attribute: Attribute): Question {
    return question(attribute, this.#plan.language, this.#words);
  }

  /** Shows the questions to which the answers lead. */
  update(): void {
    const applicable = this.#plan.applicable(Object.fromEntries(usable(this.#all)));
    const shown: Question[] = [];
    for (const [i, each] of this.#all.entries()) {
      const { attribute } = each;
      const applies = attribute.askedIf === undefined || applicable.includes(attribute);
      each.row.hidden = !applies;
      if (applies) {
        shown.push(each);
        each.count(shown.length);
        if (this.#forgotten.delete(attribute)) each.note(this.#words.answerAgain);
      } else if (!each.isEmpty()) {
        this.#forgotten.add(attribute);
        const fresh = this.#fresh(attribute);
        fresh.row.hidden = true;
        this.#all[i] = fresh;
        each.row.replaceWith(fresh.row);
      }
    }
    this.#shown = shown;
  }

  /** The answers so far. */
  answered(): Answered {
    return usable(this.#shown);
  }

  /** Marks the missing answers, moves the focus to the first one and returns their questions. */
  insist(): readonly Question[] {
    const missing = this.questions.filter((each) => each.answer() === undefined);
    for (const each of this.questions) each.complain(missing.includes(each) ? plea(each.attribute, this.#words) : "");
    missing[0]?.focus();
    return missing;
  }

  /** Removes the error messages of questions that now have an answer. */
  relent(): void {
    for (const each of this.questions) if (each.answer() !== undefined) each.complain("");
  }
}

/** The usable answers to questions. */
function usable(questions: readonly Question[]): Answered {
  const answers = new Map<string, Answer>();
  for (const { attribute, answer } of questions) {
    const given = answer();
    if (given !== undefined) answers.set(attribute.name, given);
  }
  return answers;
}

function plea(attribute: Attribute, words: Words): string {
  if (attribute.bins) return words.enterNumber;
  return attribute.optional ? words.chooseOrDecline : words.choose;
}

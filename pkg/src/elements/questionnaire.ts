import type { CandorError } from "../common/errors.js";
import type { Answers, Attribute, PlainValues } from "../common/types.js";
import type { Plan } from "../plan/plan.js";
import { button, type Make } from "./make.js";
import { unfilled } from "./plain.js";
import { answersOf, type Question, question } from "./question.js";
import type { Spoken } from "./words/index.js";

/** How many questions are shown at a time. */
export type Pace = "all" | "one";

/** The plan to ask, and the way to ask it. */
export interface Asked {
  readonly plan: Plan;
  readonly spoken: Spoken;
  readonly pace: Pace;
  /** The plain columns that the page has filled in; the others are asked. */
  readonly plain: PlainValues;
  /** Notifies the page of an error, without any answer. */
  failed(error: CandorError): void;
}

/** Called with the answers and the values of the plain columns. */
type Complete = (answers: Answers, plain: PlainValues) => Promise<void>;

/**
 * Shows the questions, all at once or one at a time. It is not an HTML form, which a browser could submit and a sandbox could
 * forbid. Once all are answered, `complete` gets the answers; meanwhile nothing can be changed, and if it fails the error is
 * shown and no answer is lost.
 */
export class Questionnaire {
  readonly element: HTMLElement;
  readonly #spoken: Spoken;
  readonly #private: readonly Question[];
  readonly #plain: readonly Question[];
  readonly #filled: PlainValues;
  readonly #pace: Pace;
  readonly #complete: Complete;
  readonly #failed: Asked["failed"];
  readonly #problem: HTMLElement;
  readonly #progress: HTMLElement;
  readonly #back: HTMLButtonElement;
  readonly #onward: HTMLButtonElement;
  #at = 0;
  #busy = false;

  constructor(make: Make, asked: Asked, questions: readonly Attribute[], complete: Complete) {
    const { plan, spoken, pace, plain } = asked;
    this.#spoken = spoken;
    this.#pace = pace;
    this.#filled = plain;
    this.#failed = asked.failed;
    this.#complete = complete;
    const { words } = spoken;
    this.#private = questions.map((each) => question(make, each, plan.language, spoken));
    this.#plain = unfilled(plan, plain).map((each) => question(make, each, plan.language, spoken, true));
    this.#problem = make("p", { class: "alarm", role: "alert" });
    this.#progress = make("p", { class: "note", role: "status" });
    this.#back = button(make, words.back, () => this.#turn(this.#at - 1));
    this.#onward = button(make, words.send, () => this.#entered(), "primary");
    this.element = make(
      "section",
      { class: "stack questions" },
      this.#progress,
      ...this.#questions.map(({ element }) => element),
      this.#problem,
      make("div", { class: "buttons" }, this.#back, this.#onward),
    );
    for (const { element } of this.#questions)
      element.addEventListener("keydown", ({ key, isComposing }) => {
        if (key === "Enter" && !isComposing) this.#entered();
      });
    this.#turn(0, false);
  }

  get #questions(): readonly Question[] {
    return [...this.#private, ...this.#plain];
  }

  get #shown(): readonly Question[] {
    return this.#pace === "all" ? this.#questions : this.#questions.slice(this.#at, this.#at + 1);
  }

  get #isLast(): boolean {
    return this.#pace === "all" || this.#at >= this.#questions.length - 1;
  }

  /** Turns to a question, if one is shown at a time. */
  #turn(at: number, focus = true): void {
    this.#at = at;
    const { words, language } = this.#spoken;
    const { format } = new Intl.NumberFormat(language);
    const shown = this.#shown;
    for (const each of this.#questions) each.element.hidden = !shown.includes(each);
    const isOne = this.#pace === "one";
    this.#progress.hidden = !isOne;
    if (isOne) this.#progress.textContent = words.progress(format(at + 1), format(this.#questions.length));
    this.#back.hidden = !isOne || at === 0;
    this.#onward.textContent = this.#isLast ? words.send : words.next;
    this.#problem.textContent = "";
    if (focus) shown[0]?.focus();
  }

  #entered(): void {
    if (this.#busy) return;
    const lacking = this.#shown.filter((each) => !each.judge());
    this.#problem.textContent = lacking.length > 0 ? this.#spoken.words.incomplete : "";
    if (lacking[0]) lacking[0].focus();
    else if (this.#isLast) this.#send();
    else this.#turn(this.#at + 1);
  }

  #send(): void {
    this.#busy = true;
    this.element.inert = true;
    const plain = { ...this.#filled, ...(answersOf(this.#plain) as PlainValues) };
    this.#complete(answersOf(this.#private), plain).catch((failure: CandorError) => {
      this.#busy = false;
      this.element.inert = false;
      this.#problem.textContent = this.#spoken.words.refused(failure.code);
      this.#failed(failure);
    });
  }
}

import type { Attribute } from "../common/types.js";
import type { Plan } from "../plan/plan.js";
import type { Make } from "./make.js";
import { answersOf, type Question, question } from "./question.js";
import type { Spoken } from "./words/index.js";

/** The plan of questions, and the words around them. */
export interface Asking {
  readonly plan: Plan;
  readonly spoken: Spoken;
}

/**
 * Questions that are asked in one document. A follow-up that does not apply is out of sight and of the accessibility tree, but
 * keeps its room, at the end: the page can see how high the document is, and must not see in that what was answered. It forgets
 * its answer, and says so when it applies again.
 */
export class Questions {
  readonly #make: Make;
  readonly #plan: Plan;
  readonly #spoken: Spoken;
  readonly #changed: () => void;
  readonly #all: Question[];
  /** The follow-ups whose answers were forgotten, until they apply again. */
  readonly #forgotten = new Set<Attribute>();
  #applicable: readonly Question[] = [];
  #disabled = false;

  /** Calls `changed` after every input. */
  constructor(make: Make, { plan, spoken }: Asking, attributes: readonly Attribute[], changed: () => void) {
    this.#make = make;
    this.#plan = plan;
    this.#spoken = spoken;
    this.#changed = changed;
    this.#all = attributes.map((attribute) => this.#fresh(attribute));
    this.#update();
  }

  /** All of them, also those that do not apply. */
  get all(): readonly Question[] {
    return this.#all;
  }

  get applicable(): readonly Question[] {
    return this.#applicable;
  }

  set disabled(disabled: boolean) {
    this.#disabled = disabled;
    for (const { element } of this.#all) element.disabled = disabled;
  }

  #fresh(attribute: Attribute): Question {
    const { language, plain } = this.#plan;
    const fresh = question(this.#make, attribute, language, this.#spoken, plain.includes(attribute));
    fresh.element.disabled = this.#disabled;
    fresh.element.addEventListener("input", () => {
      this.#update();
      this.#changed();
    });
    return fresh;
  }

  #update(): void {
    const applicable = this.#plan.applicable(answersOf(this.#all));
    const applies = (attribute: Attribute) => !attribute.askedIf || applicable.includes(attribute);
    this.#all.forEach((each, i) => {
      const { attribute } = each;
      const isAsked = applies(attribute);
      if (!isAsked && !each.isEmpty()) {
        this.#forgotten.add(attribute);
        this.#all[i] = this.#fresh(attribute);
        each.element.replaceWith(this.#all[i].element);
      }
      this.#all[i]!.element.classList.toggle("apart", !isAsked);
      if (isAsked && this.#forgotten.delete(attribute)) each.note(this.#spoken.words.answerAgain);
    });
    this.#applicable = this.#all.filter(({ attribute }) => applies(attribute));
  }
}

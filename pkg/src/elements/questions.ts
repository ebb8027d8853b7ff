import { asked } from "../common/compounds.js";
import type { Attribute } from "../common/types.js";
import type { Shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import type { Make } from "./make.js";
import { type Asked, answersOf, type Question, question } from "./question.js";
import type { Spoken } from "./words/index.js";

/** The plan of questions, and the words around them. */
export interface Asking {
  readonly plan: Plan;
  readonly spoken: Spoken;
  /** The questions of the device in the order in which it shows them. */
  readonly order: readonly Shown[];
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
  readonly #order: readonly Shown[];
  readonly #changed: () => void;
  readonly #all: Question[];
  /** The follow-ups whose answers were forgotten, until they apply again. */
  readonly #forgotten = new Set<Asked>();
  #applicable: readonly Question[] = [];
  #disabled = false;

  /** Calls `changed` after every input. */
  constructor(make: Make, { order, plan, spoken }: Asking, attributes: readonly Attribute[], changed: () => void) {
    this.#make = make;
    this.#plan = plan;
    this.#spoken = spoken;
    this.#order = order;
    this.#changed = changed;
    const sorted = order.flatMap(({ attribute }) => (attributes.includes(attribute) ? [attribute] : []));
    const others = attributes.filter((attribute) => !sorted.includes(attribute));
    this.#all = asked([...sorted, ...others]).map((group) => this.#fresh(group));
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

  #fresh(attributes: Asked): Question {
    const { language, plain } = this.#plan;
    const [first] = attributes;
    const shown = this.#order.find(({ attribute }) => attribute === first);
    const fresh = question(this.#make, attributes, language, this.#spoken, plain.includes(first), shown?.categories);
    fresh.element.disabled = this.#disabled;
    fresh.element.addEventListener("input", () => {
      this.#update();
      this.#changed();
    });
    return fresh;
  }

  #update(): void {
    const applicable = this.#plan.applicable(answersOf(this.#all));
    // All attributes of a compound have the same conditions.
    const applies = ([attribute]: Asked) => !attribute.askedIf || applicable.includes(attribute);
    this.#all.forEach((each, i) => {
      const { attributes } = each;
      const isAsked = applies(attributes);
      if (!isAsked && !each.isEmpty()) {
        this.#forgotten.add(attributes);
        this.#all[i] = this.#fresh(attributes);
        each.element.replaceWith(this.#all[i].element);
      }
      this.#all[i]!.element.classList.toggle("apart", !isAsked);
      if (isAsked && this.#forgotten.delete(attributes)) each.note(this.#spoken.words.answerAgain);
    });
    this.#applicable = this.#all.filter(({ attributes }) => applies(attributes));
  }
}

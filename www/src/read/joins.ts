/** The merging of a question's categories. */

import type { PlanDocument } from "candor";
import { button, element } from "../page/element";
import { labelsOf, type Question, titleOf, valuesOf } from "./labels";
import type { Words } from "./words";

/** Merged categories of a question, by their sorted positions. */
interface Join {
  readonly question: Question;
  readonly places: readonly number[];
}

/** The fewest categories that a question must have after merging. */
const FEWEST_LEFT = 2;

/** The controls for merging, folded away; a category is in at most one join. */
export class Joins {
  readonly element: HTMLElement;
  readonly #plan: PlanDocument;
  readonly #words: Words;
  readonly #question = element("select", {});
  readonly #categories = element("fieldset", {});
  readonly #together: HTMLButtonElement;
  readonly #list = element("ul", { class: "joins" });
  #offered: readonly Question[] = [];
  #joins: readonly Join[] = [];

  constructor(plan: PlanDocument, words: Words) {
    const { join, question, together } = words.regression;
    this.#plan = plan;
    this.#words = words;
    this.#together = button(together, () => this.#join(), "small");
    this.#question.addEventListener("change", () => this.#show());
    this.#categories.addEventListener("change", () => this.#judge());
    this.element = element(
      "details",
      {},
      element("summary", {}, join),
      element("label", {}, question, this.#question),
      this.#categories,
      this.#together,
      this.#list,
    );
  }

  /** Offers those of these questions whose categories can be merged; drops the joins of other questions. */
  offer(questions: readonly Question[]): void {
    const chosen = this.#chosen();
    this.#offered = questions.filter(({ categories }) => categories.length > FEWEST_LEFT);
    this.#joins = this.#joins.filter(({ question }) => this.#offered.includes(question));
    this.element.hidden = this.#offered.length === 0;
    const option = (each: Question) =>
      element("option", { value: each.name, selected: each === chosen }, titleOf(each, this.#words));
    this.#question.replaceChildren(...this.#offered.map(option));
    this.#show();
  }

  /** The joins in the format of `candor model --join`. */
  written(): string[] {
    return this.#joins.map(({ question, places }) => `${question.name}:${named(valuesOf(question), places, "+")}`);
  }

  /** Maps the model's names of a question's categories, merged ones included, to their labels, in order. */
  labels(question: Question): ReadonlyMap<string, string> {
    const [values, labels] = [valuesOf(question), labelsOf(question, this.#plan, this.#words)];
    return new Map(this.#groups(question).map((places) => [named(values, places, "+"), named(labels, places, " + ")]));
  }

  /** The positions of a question's categories, grouped by join. */
  #groups(question: Question): (readonly number[])[] {
    return question.categories.flatMap((_, place) => {
      const join = this.#joins.find((each) => each.question === question && each.places.includes(place));
      if (!join) return [[place]];
      return join.places[0] === place ? [join.places] : [];
    });
  }

  #chosen(): Question | undefined {
    return this.#offered[this.#question.selectedIndex];
  }

  /** The positions of the ticked categories. */
  #ticked(): number[] {
    return [...this.#categories.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => Number(value));
  }

  #show(): void {
    const question = this.#chosen();
    const labels = question ? labelsOf(question, this.#plan, this.#words) : [];
    const free = question ? this.#groups(question).filter(({ length }) => length === 1) : [];
    const boxes = free.map(([place = 0]) => {
      const box = element("input", { type: "checkbox", value: place });
      return element("label", { class: "check" }, box, element("bdi", {}, labels[place] ?? ""));
    });
    this.#categories.replaceChildren(element("legend", {}, this.#words.regression.categories), ...boxes);
    this.#list.replaceChildren(...this.#joins.map((join) => this.#item(join)));
    this.#judge();
  }

  /** Enables merging if two or more categories are ticked and at least one other is left. */
  #judge(): void {
    const question = this.#chosen();
    const ticked = this.#ticked().length;
    const left = question ? this.#groups(question).length - ticked + 1 : 0;
    this.#together.disabled = ticked < 2 || left < FEWEST_LEFT;
  }

  #join(): void {
    const [question, places] = [this.#chosen(), this.#ticked()];
    if (!question) return;
    this.#joins = [...this.#joins, { question, places }];
    this.#show();
    this.#question.focus();
  }

  #item(join: Join): HTMLElement {
    const { question, places } = join;
    const text = `${titleOf(question, this.#words)}: ${named(labelsOf(question, this.#plan, this.#words), places, " + ")}`;
    const apart = button(
      this.#words.regression.apart,
      () => {
        this.#joins = this.#joins.filter((each) => each !== join);
        this.#show();
        this.#question.focus();
      },
      "small",
    );
    apart.setAttribute("aria-label", `${this.#words.regression.apart}: ${text}`);
    return element("li", {}, element("bdi", {}, text), " ", apart);
  }
}

function named(texts: readonly string[], places: readonly number[], between: string): string {
  return places.map((place) => texts[place] ?? "").join(between);
}

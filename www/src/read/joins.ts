/** Categories of a question that are taken for one. */

import { button, element } from "../page/element";
import { labelsOf, type Question, titleOf, valuesOf } from "./labels";
import type { Words } from "./words";

/** Some categories of a question, by their places in order. */
interface Join {
  readonly question: Question;
  readonly places: readonly number[];
}

/** The fewest categories that a question has once some are joined. */
const FEWEST_LEFT = 2;

/** The choice, folded away; a category stands in one join at most. */
export class Joins {
  readonly element: HTMLElement;
  readonly #words: Words;
  readonly #question = element("select", {});
  readonly #categories = element("fieldset", {});
  readonly #together: HTMLButtonElement;
  readonly #list = element("ul", { class: "joins" });
  #offered: readonly Question[] = [];
  #joins: readonly Join[] = [];

  constructor(words: Words) {
    const { join, question, together } = words.regression;
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

  /** Offers these questions, those of which categories can be joined; joins of any other are forgotten. */
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

  /** The joins as `candor model --join` takes them. */
  written(): string[] {
    return this.#joins.map(({ question, places }) => `${question.name}:${named(valuesOf(question), places, "+")}`);
  }

  /** The labels of a question's categories by what the model calls them, those that are joined as one, in their order. */
  labels(question: Question): ReadonlyMap<string, string> {
    const [values, labels] = [valuesOf(question), labelsOf(question, this.#words)];
    return new Map(this.#groups(question).map((places) => [named(values, places, "+"), named(labels, places, " + ")]));
  }

  /** The places of a question's categories, by group. */
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

  /** The places that are ticked. */
  #ticked(): number[] {
    return [...this.#categories.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => Number(value));
  }

  #show(): void {
    const question = this.#chosen();
    const labels = question ? labelsOf(question, this.#words) : [];
    const free = question ? this.#groups(question).filter(({ length }) => length === 1) : [];
    const boxes = free.map(([place = 0]) => {
      const box = element("input", { type: "checkbox", value: place });
      return element("label", { class: "check" }, box, element("bdi", {}, labels[place] ?? ""));
    });
    this.#categories.replaceChildren(element("legend", {}, this.#words.regression.categories), ...boxes);
    this.#list.replaceChildren(...this.#joins.map((join) => this.#item(join)));
    this.#judge();
  }

  /** Whether what is ticked can be joined: two or more, and something must be left beside it. */
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
    const text = `${titleOf(question, this.#words)}: ${named(labelsOf(question, this.#words), places, " + ")}`;
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

import type { Plan } from "../plan/plan.js";
import { inLanguage, type Make } from "./make.js";
import type { Question } from "./question.js";

/** The headings of the sections that have a title or a text. */
export class Sections {
  readonly #plan: Plan;
  readonly #starts: readonly number[];
  readonly #headers: readonly HTMLElement[];

  constructor(make: Make, plan: Plan) {
    this.#plan = plan;
    this.#starts = plan.sections.map(({ before }) => plan.attributes.findIndex(({ name }) => name === before));
    this.#headers = plan.sections.map(({ text, title }) =>
      make(
        "header",
        { class: "said", ...inLanguage(plan.language) },
        ...(title === undefined ? [] : [make("h2", { class: "part" }, title)]),
        ...(text === undefined ? [] : [make("p", {}, text)]),
      ),
    );
  }

  /** The place of a question's section; −1 where it is in none. */
  #of({ attributes: [first] }: Question): number {
    const place = this.#plan.attributes.indexOf(first);
    return this.#starts.filter((start) => start <= place).length - 1;
  }

  /** The elements of questions, with every heading before the first of its own. */
  headed(questions: readonly Question[]): readonly HTMLElement[] {
    const places = questions.map((question) => this.#of(question));
    return questions.flatMap(({ element }, i) => {
      const header = this.#headers[places[i]!];
      return header?.hasChildNodes() && places.indexOf(places[i]!) === i ? [header, element] : [element];
    });
  }

  /** Shows the headings of these questions. The others keep their room, at the end, unless `isRoomless`. */
  show(questions: readonly Question[], isRoomless: boolean): void {
    const places = questions.map((question) => this.#of(question));
    this.#headers.forEach((header, place) => {
      const isShown = places.includes(place);
      header.hidden = isRoomless && !isShown;
      header.classList.toggle("apart", !isShown);
    });
  }
}

import { Base } from "./base.js";
import { Enclosure } from "./enclosure.js";
import { type Field, fields } from "./fields.js";
import { type Question, question } from "./question.js";
import type { Spoken } from "./words/index.js";

/**
 * `<candor-question name="smoker">`: one question of the `<candor-form>` around it, anywhere in its layout. It is empty until the
 * plan is verified, asks in a closed document of its own, and has no member that reveals its answer.
 */
export class CandorQuestion extends Base {
  readonly #enclosure = new Enclosure(this);
  #question: Question | undefined;

  constructor() {
    super();
    fields.set(this, {
      name: () => this.getAttribute("name") ?? "",
      question: () => this.#question,
      ask: (...asked) => this.#ask(...asked),
      say: (text, spoken) => this.#say(text, spoken),
      refuse: (text, detail) => this.#enclosure.say(text, detail),
      leave: () => this.#leave(),
    });
  }

  protected disconnectedCallback(): void {
    this.#leave();
  }

  async #ask(...[attribute, language, spoken, isPlain]: Parameters<Field["ask"]>): Promise<Question> {
    const { make, show } = await this.#enclosure.enter(spoken, attribute.question ?? attribute.name);
    const asked = question(make, attribute, language, spoken, isPlain);
    this.#question = asked;
    show(asked.element);
    return asked;
  }

  async #say(text: string, spoken: Spoken): Promise<void> {
    this.#leave();
    const { make, show } = await this.#enclosure.enter(spoken, text);
    show(make("p", { class: "note" }, text));
  }

  #leave(): void {
    this.#question = undefined;
    this.#enclosure.leave();
  }
}

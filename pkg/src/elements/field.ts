import type { Attribute } from "../common/types.js";
import { Base } from "./base.js";
import { Enclosure } from "./enclosure.js";
import { type Field, fields } from "./fields.js";
import { Questions } from "./questions.js";
import type { Spoken } from "./words/index.js";

/**
 * `<candor-question name="smoker">`: one question of the `<candor-form>` around it, anywhere in its layout, with the others that
 * depend on each other. It is empty until the plan is verified, asks in a closed document of its own, and has no member that
 * reveals an answer.
 */
export class CandorQuestion extends Base {
  readonly #enclosure = new Enclosure(this);
  #questions: Questions | undefined;

  constructor() {
    super();
    fields.set(this, {
      name: () => this.getAttribute("name") ?? "",
      questions: () => this.#questions,
      ask: (...asked) => this.#ask(...asked),
      say: (text, spoken) => this.#say(text, spoken),
      refuse: (text, detail) => this.#enclosure.say(text, detail),
      leave: () => this.#leave(),
    });
  }

  protected disconnectedCallback(): void {
    this.#leave();
  }

  async #ask(...[attributes, asking, changed, around]: Parameters<Field["ask"]>): Promise<Questions> {
    const [first] = attributes as [Attribute];
    const { name, question = name } = first.compound ?? first;
    const { make, show } = await this.#enclosure.enter(asking.spoken, question);
    const asked = new Questions(make, asking, attributes, changed);
    this.#questions = asked;
    const [before, after] = around(make);
    show(make("div", { class: "stack" }, ...before, ...asked.all.map(({ element }) => element), ...after));
    return asked;
  }

  async #say(text: string, spoken: Spoken): Promise<void> {
    this.#leave();
    const { make, show } = await this.#enclosure.enter(spoken, text);
    show(make("p", { class: "note" }, text));
  }

  #leave(): void {
    this.#questions = undefined;
    this.#enclosure.leave();
  }
}

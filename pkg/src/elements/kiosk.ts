import type { CandorError } from "../errors.js";
import type { Answers, PlainValues } from "../types.js";
import { button } from "./make.js";
import { promised } from "./promised.js";
import { Questionnaire } from "./questionnaire.js";
import type { Respondents } from "./respondents.js";
import type { Setting } from "./session.js";

/** After how many milliseconds without a touch a form is emptied, and thanks make room for the next person. */
const [ABANDONED, THANKED] = [180_000, 15_000];

/** Codes with which a collector takes no report of anybody. */
const CLOSED = ["plan-closed", "plan-not-open"];

/**
 * A device on which many people answer by themselves. Each finds an empty form, and nothing that tells whether somebody was there
 * before; reports are sent as they are drawn, and those that do not arrive later.
 */
export class Kiosk {
  readonly #setting: Setting;
  readonly #respondents: Respondents;
  /** That the collector takes none: nobody is asked in vain then. */
  #closed: CandorError | undefined;
  #drawing = false;

  constructor(setting: Setting, respondents: Respondents) {
    this.#setting = setting;
    this.#respondents = respondents;
    globalThis.addEventListener("online", () => void this.#deliver(), { signal: setting.ended });
  }

  /** Asks the next person, in a document of their own. */
  async begin(): Promise<void> {
    if (this.#drawing) return;
    await this.#respondents.next();
    void this.#deliver();
    if (this.#closed) throw this.#closed;
    const { spoken, plan } = this.#setting;
    const questions = await plan.questions();
    const inside = await this.#setting.enter();
    const { make } = inside;
    const complete = (answers: Answers, plain: PlainValues) => this.#answered(answers, plain);
    const form = new Questionnaire(make, this.#setting, questions, complete);
    const over = button(make, spoken.words.startOver, () => this.#anew());
    inside.show(
      make("div", { class: "stack" }, promised(make, this.#setting, spoken.words.severalPeople), form.element, over),
    );
    inside.whenIdle(ABANDONED, () => this.#anew());
  }

  #anew(): void {
    this.begin().catch((failure: unknown) => this.#setting.refuse(failure));
  }

  async #answered(answers: Answers, plain: PlainValues): Promise<void> {
    this.#drawing = true;
    try {
      await this.#respondents.respond(answers, plain);
    } finally {
      this.#drawing = false;
    }
    void this.#deliver();
    await this.#thank();
  }

  /** The same whether the report has arrived yet or not. */
  async #thank(): Promise<void> {
    const inside = await this.#setting.enter();
    const { make } = inside;
    const { words } = this.#setting.spoken;
    const heading = make("h2", { tabindex: -1 }, words.thanks);
    const next = button(make, words.nextRespondent, () => this.#anew(), "primary");
    const said = [words.forgotten, words.sentByItself].map((text) => make("p", {}, text));
    inside.show(make("div", { class: "stack" }, heading, ...said, next));
    inside.whenIdle(THANKED, () => this.#anew());
    heading.focus();
  }

  async #deliver(): Promise<void> {
    const { sending, sent, failed } = this.#setting;
    try {
      if (await this.#respondents.deliver(sending)) sent();
      this.#closed = undefined;
    } catch (failure) {
      const error = failure as CandorError;
      this.#closed = CLOSED.includes(error.code) ? error : undefined;
      failed(error);
    }
  }
}

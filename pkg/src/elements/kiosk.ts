import type { CandorError } from "../common/errors.js";
import type { Answers } from "../common/types.js";
import type { RespondOptions } from "../http/submit.js";
import { shown } from "../plan/order.js";
import { button } from "./make.js";
import { promised, thanked } from "./promised.js";
import { Questionnaire } from "./questionnaire.js";
import type { Respondents } from "./respondents.js";
import type { Setting } from "./session.js";

/** After how many milliseconds without input a form is cleared, and the thanks make room for the next person. */
const [ABANDONED, THANKED] = [180_000, 15_000];

/** Codes of a collector that takes no reports at all at this time. */
const CLOSED = ["plan-closed", "plan-not-open"];

/**
 * Runs a device on which many people answer by themselves. Each finds an empty form, and nothing that reveals whether somebody
 * was there before. Reports are sent when they are drawn; those that do not arrive are sent later.
 */
export class Kiosk {
  readonly #setting: Setting;
  readonly #respondents: Respondents;
  /** The error with which the collector refused all reports, if it did; then nobody is asked any more. */
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
    const order = await shown(plan);
    const inside = await this.#setting.enter();
    const { make } = inside;
    const complete = (answers: Answers, how: RespondOptions) => this.#answered(answers, how);
    const form = new Questionnaire(make, this.#setting, order, complete);
    const over = button(make, spoken.words.startOver, () => this.#anew());
    inside.show(
      make("div", { class: "stack" }, promised(make, this.#setting, spoken.words.severalPeople), form.element, over),
    );
    inside.whenIdle(ABANDONED, () => this.#anew());
  }

  #anew(): void {
    this.begin().catch((failure: unknown) => this.#setting.refuse(failure));
  }

  async #answered(answers: Answers, how: RespondOptions): Promise<void> {
    this.#drawing = true;
    try {
      await this.#respondents.respond(answers, how);
    } finally {
      this.#drawing = false;
    }
    void this.#deliver();
    await this.#thank();
  }

  /** Thanks the person, in the same words whether or not the report has arrived. */
  async #thank(): Promise<void> {
    const inside = await this.#setting.enter();
    const { make } = inside;
    const { words } = this.#setting.spoken;
    const heading = make("h2", { tabindex: -1 }, words.thanks);
    const next = button(make, words.nextRespondent, () => this.#anew(), "primary");
    const said = [words.forgotten, words.sentByItself].map((text) => make("p", {}, text));
    inside.show(make("div", { class: "stack" }, heading, ...thanked(make, this.#setting.plan), ...said, next));
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

import type { CandorError } from "../errors.js";
import type { Plan } from "../plan.js";
import type { SubmitOptions } from "../submit.js";
import type { Answers, PlainValues, Report } from "../types.js";
import type { Inside } from "./enclosure.js";
import { button } from "./make.js";
import { promised } from "./promised.js";
import { type Asked, Questionnaire } from "./questionnaire.js";
import { because, type Spoken } from "./words/index.js";

/** In what a survey is asked. */
export interface Setting extends Asked {
  readonly sending: SubmitOptions;
  /** Ends when the element leaves the page. */
  readonly ended: AbortSignal;
  /** An empty document in place of the one before. */
  enter(): Promise<Inside>;
  /** Tells the page, nothing of an answer, that reports have arrived. */
  sent(): void;
  /** Closes the survey, for what cannot be gone on with. */
  refuse(error: unknown): void;
}

/**
 * One report for each device: its person is asked once, and the report sent until a collector has it. What it says of that it says to
 * whoever has answered in this page; everybody else, who may be another person, reads the same whatever there was before.
 */
export class Session {
  readonly #setting: Setting;
  readonly #plan: Plan;
  readonly #inside: Inside;
  readonly #spoken: Spoken;
  /** The report that was drawn from answers given in this page, until it has arrived. */
  #own: Report | undefined;
  #delivering = false;

  constructor(setting: Setting, inside: Inside) {
    this.#setting = setting;
    this.#plan = setting.plan;
    this.#inside = inside;
    this.#spoken = setting.spoken;
    const back = () => void this.#deliver();
    globalThis.addEventListener("online", back, { signal: setting.ended });
  }

  /** Asks, unless this device has drawn its report already: that is sent then, where no collector has it. */
  async begin(): Promise<void> {
    if ((await this.#plan.kept()) === undefined) return this.#ask();
    this.#showNothingAsked();
    await this.#deliver();
  }

  async #ask(): Promise<void> {
    const questions = await this.#plan.questions();
    const { make } = this.#inside;
    const complete = (answers: Answers, plain: PlainValues) => this.#answered(answers, plain);
    const form = new Questionnaire(make, this.#setting, questions, complete);
    this.#inside.show(make("div", { class: "stack" }, promised(make, this.#setting), form.element));
  }

  /** Draws; from then on the answers are gone. */
  async #answered(answers: Answers, plain: PlainValues): Promise<void> {
    const { fromTheseAnswers, ...report } = await this.#plan.respond(answers, { plain });
    if (fromTheseAnswers === true) this.#own = report;
    else this.#showNothingAsked().focus();
    void this.#deliver();
  }

  /** Sends what no collector has, if anything. */
  async #deliver(): Promise<void> {
    const { sending, ended, sent, failed } = this.#setting;
    const own = this.#own;
    if (this.#delivering || ended.aborted) return;
    this.#delivering = true;
    try {
      if (own) this.#showSending();
      const receipt = await this.#plan.resend(sending);
      if (ended.aborted) return;
      if (own) this.#showArrived(own);
      this.#own = undefined;
      if (receipt) sent();
    } catch (failure) {
      if (ended.aborted) return;
      if (own) this.#showKept(own, failure as CandorError);
      failed(failure as CandorError);
    } finally {
      this.#delivering = false;
    }
  }

  #showSending(): void {
    this.#inside.show(this.#inside.make("h2", { role: "status" }, this.#spoken.words.sending));
  }

  /** What there is for whoever comes after an answer was given here: no word of that, nor of whether anything was sent. */
  #showNothingAsked(): HTMLElement {
    const { words } = this.#spoken;
    return this.#show(words.nothingAskedHere, [words.onePerDevice, words.sentByItself]);
  }

  #showArrived(report: Report): void {
    const { words } = this.#spoken;
    this.#show(words.thanks, [words.arrived, this.#bytes(report)]).focus();
  }

  #showKept(report: Report, { code }: CandorError): void {
    const { words } = this.#spoken;
    const retry = button(this.#inside.make, words.sendAgain, () => void this.#deliver(), "primary");
    this.#show(words.notReceived, [because(this.#spoken, code), words.kept, retry, this.#bytes(report)]).focus();
  }

  #bytes(report: Report): HTMLElement {
    const { make } = this.#inside;
    const { bytes } = this.#spoken.words;
    const name = { dir: "ltr", tabindex: 0, role: "region", "aria-label": bytes };
    return make("details", {}, make("summary", {}, bytes), make("pre", name, JSON.stringify(report)));
  }

  /** Shows this in place of what was there; gives its heading. */
  #show(title: string, content: readonly (string | HTMLElement)[]): HTMLElement {
    const { make } = this.#inside;
    const heading = make("h2", { tabindex: -1 }, title);
    const parts = content.map((part) => (typeof part === "string" ? make("p", {}, part) : part));
    this.#inside.show(make("div", { class: "stack" }, heading, ...parts));
    return heading;
  }
}

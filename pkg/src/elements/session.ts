import type { CandorError } from "../common/errors.js";
import type { Answers, Report } from "../common/types.js";
import type { RespondOptions, SubmitOptions } from "../http/submit.js";
import { shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import type { Inside } from "./enclosure.js";
import { button } from "./make.js";
import { promised, thanked } from "./promised.js";
import { type Asked, type Progress, Questionnaire } from "./questionnaire.js";
import { because, type Spoken } from "./words/index.js";

/** What a survey is asked in: the element, as its sessions see it. */
export interface Setting extends Asked {
  readonly sending: SubmitOptions;
  /** Aborted when the element leaves the page. */
  readonly ended: AbortSignal;
  /** Replaces the document by an empty one. */
  enter(): Promise<Inside>;
  /** Notifies the page that reports have arrived, without any answer. */
  sent(): void;
  /** Closes the survey after an error from which it cannot continue. */
  refuse(error: unknown): void;
}

/**
 * Asks the one person of a device once, and sends the report until a collector has acknowledged it. Only somebody who has
 * answered in this page sees how that went; everybody else, who may be another person, reads the same text whatever happened
 * before.
 */
export class Session {
  readonly #setting: Setting;
  readonly #plan: Plan;
  readonly #inside: Inside;
  readonly #spoken: Spoken;
  /** The report drawn from answers given in this page, until it has arrived. */
  #own: Report | undefined;
  #form: Questionnaire | undefined;
  #delivering = false;

  constructor(setting: Setting, inside: Inside) {
    this.#setting = setting;
    this.#plan = setting.plan;
    this.#inside = inside;
    this.#spoken = setting.spoken;
    const back = () => void this.#deliver();
    globalThis.addEventListener("online", back, { signal: setting.ended });
  }

  /** How far the person got, while there is something to fill in. */
  get progress(): Progress | undefined {
    return this.#form?.progress();
  }

  /**
   * Asks, from where the person was, unless this device has drawn its report already: then sends that, if no collector has
   * acknowledged it.
   */
  async begin(progress?: Progress): Promise<void> {
    if ((await this.#plan.kept()) === undefined) return this.#ask(progress);
    this.#showNothingAsked();
    await this.#deliver();
  }

  async #ask(progress?: Progress): Promise<void> {
    const order = await shown(this.#plan);
    const { make } = this.#inside;
    const complete = (answers: Answers, how: RespondOptions) => this.#answered(answers, how);
    const form = new Questionnaire(make, this.#setting, order, complete);
    if (progress) form.resume(progress);
    this.#form = form;
    this.#inside.show(make("div", { class: "stack" }, promised(make, this.#setting), form.element));
  }

  /** Draws the report; the answers are gone from then on. */
  async #answered(answers: Answers, how: RespondOptions): Promise<void> {
    const { fromTheseAnswers, ...report } = await this.#plan.respond(answers, how);
    this.#form = undefined;
    if (fromTheseAnswers === true) this.#own = report;
    else this.#showNothingAsked().focus();
    void this.#deliver();
  }

  /** Sends the report if no collector has acknowledged it. */
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

  /** Shows the text for anybody who comes after an answer was given here: it says neither that, nor whether anything was sent. */
  #showNothingAsked(): HTMLElement {
    const { words } = this.#spoken;
    return this.#show(words.nothingAskedHere, [words.onePerDevice, words.sentByItself]);
  }

  #showArrived(report: Report): void {
    const { words } = this.#spoken;
    this.#show(words.thanks, [...thanked(this.#inside.make, this.#plan), words.arrived, this.#bytes(report)]).focus();
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

  /** Replaces the content; returns its heading. */
  #show(title: string, content: readonly (string | HTMLElement)[]): HTMLElement {
    const { make } = this.#inside;
    const heading = make("h2", { tabindex: -1 }, title);
    const parts = content.map((part) => (typeof part === "string" ? make("p", {}, part) : part));
    this.#inside.show(make("div", { class: "stack" }, heading, ...parts));
    return heading;
  }
}

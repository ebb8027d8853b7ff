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

/** One person at their own device: asked once, one report, sent until a collector has it. */
export class Session {
  readonly #setting: Setting;
  readonly #plan: Plan;
  readonly #inside: Inside;
  readonly #spoken: Spoken;
  #delivering = false;
  /** Whether somebody pressed something: only then may the focus move. */
  #pressed = false;

  constructor(setting: Setting, inside: Inside) {
    this.#setting = setting;
    this.#plan = setting.plan;
    this.#inside = inside;
    this.#spoken = setting.spoken;
    const back = () => void this.#deliverKept().catch((failure: CandorError) => setting.failed(failure));
    globalThis.addEventListener("online", back, { signal: setting.ended });
  }

  /** Asks, unless this device has drawn its report already: that is sent then, where no collector has it. */
  async begin(): Promise<void> {
    const kept = await this.#plan.kept();
    if (kept === undefined) return this.#ask();
    if (kept.received) this.#showArrived(kept.report, undefined);
    else await this.#deliver(kept.report, undefined);
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
    this.#pressed = true;
    void this.#deliver(report, fromTheseAnswers);
  }

  async #deliverKept(): Promise<void> {
    const kept = await this.#plan.kept();
    if (kept && !kept.received) await this.#deliver(kept.report, undefined);
  }

  async #deliver(report: Report, own: boolean | undefined): Promise<void> {
    if (this.#delivering || this.#setting.ended.aborted) return;
    this.#delivering = true;
    const { make } = this.#inside;
    this.#inside.show(make("h2", { role: "status" }, this.#spoken.words.sending));
    try {
      await this.#plan.resend(this.#setting.sending);
      if (this.#setting.ended.aborted) return;
      this.#showArrived(report, own);
      this.#setting.sent();
    } catch (failure) {
      if (this.#setting.ended.aborted) return;
      this.#showKept(report, own, failure as CandorError);
      this.#setting.failed(failure as CandorError);
    } finally {
      this.#delivering = false;
    }
  }

  #showArrived(report: Report, own: boolean | undefined): void {
    const { words } = this.#spoken;
    this.#show(words.thanks, [own === true ? words.arrived : words.arrivedEarlier], report);
  }

  #showKept(report: Report, own: boolean | undefined, { code }: CandorError): void {
    const { words } = this.#spoken;
    const again = () => {
      this.#pressed = true;
      void this.#deliver(report, own);
    };
    const retry = button(this.#inside.make, words.sendAgain, again, "primary");
    this.#show(words.notReceived, [because(this.#spoken, code), words.kept, retry], report);
  }

  #show(title: string, content: readonly (string | HTMLElement)[], report: Report): void {
    const { make } = this.#inside;
    const heading = make("h2", { tabindex: -1 }, title);
    const { words } = this.#spoken;
    const bytes = make(
      "pre",
      { dir: "ltr", tabindex: 0, role: "region", "aria-label": words.bytes },
      JSON.stringify(report),
    );
    this.#inside.show(
      make(
        "div",
        { class: "stack" },
        heading,
        ...content.map((part) => (typeof part === "string" ? make("p", {}, part) : part)),
        make("details", {}, make("summary", {}, words.bytes), bytes),
      ),
    );
    if (this.#pressed) heading.focus();
  }
}

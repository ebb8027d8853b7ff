import type { CandorError } from "../common/errors.js";
import type { Answers } from "../common/types.js";
import type { RespondOptions } from "../http/submit.js";
import { shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";
import type { Inside } from "./enclosure.js";
import { button, type Make } from "./make.js";
import { promised } from "./promised.js";
import { Questionnaire } from "./questionnaire.js";
import type { Respondents } from "./respondents.js";
import type { Setting } from "./session.js";
import { because, type Spoken } from "./words/index.js";

/**
 * Runs interviews of many people on one device, which may be offline. Each person gets a document of their own, which is removed
 * when they have answered; what stays are reports, which the interviewer sends or saves.
 */
export class Interviewer {
  readonly #setting: Setting;
  readonly #plan: Plan;
  readonly #spoken: Spoken;
  readonly #respondents: Respondents;
  #problem = "";
  /** Updates the number of waiting reports, where it is shown. */
  #recount: () => Promise<void> = async () => {};

  constructor(setting: Setting, respondents: Respondents) {
    this.#setting = setting;
    this.#plan = setting.plan;
    this.#spoken = setting.spoken;
    this.#respondents = respondents;
    const back = () => this.#going(this.#deliver().then(() => this.#recount()));
    globalThis.addEventListener("online", back, { signal: setting.ended });
  }

  /** Asks the next person. */
  async begin(): Promise<void> {
    await this.#respondents.next();
    const inside = await this.#setting.enter();
    const { make } = inside;
    const order = await shown(this.#plan);
    const complete = (answers: Answers, how: RespondOptions) => this.#answered(answers, how);
    const form = new Questionnaire(make, this.#setting, order, complete);
    const promises = promised(make, this.#setting, this.#spoken.words.severalPeople);
    inside.show(make("div", { class: "stack" }, promises, form.element, await this.#waiting(inside)));
  }

  async #answered(answers: Answers, how: RespondOptions): Promise<void> {
    await this.#respondents.respond(answers, how);
    this.#problem = "";
    await this.#between();
  }

  /** Shows the page between two people: nothing about the previous one, and the waiting reports. */
  async #between(): Promise<void> {
    const inside = await this.#setting.enter();
    const { make } = inside;
    const { words } = this.#spoken;
    const heading = make("h2", { tabindex: -1 }, words.keptHere);
    const next = button(make, words.nextRespondent, () => this.#going(this.begin()), "primary");
    inside.show(
      make("div", { class: "stack" }, heading, make("p", {}, words.giveBack), next, await this.#waiting(inside)),
    );
    heading.focus();
  }

  /** Handles the failure of what a button started. */
  #going(begun: Promise<void>): void {
    begun.catch((failure: unknown) => this.#setting.refuse(failure));
  }

  /** Makes the part that shows how many reports wait and what can be done with them. */
  async #waiting(inside: Inside): Promise<HTMLElement> {
    const { make } = inside;
    const { words, language } = this.#spoken;
    const lines = await this.#respondents.interviews.lines();
    const count = new Intl.NumberFormat(language).format(lines.length);
    const shown = make(
      "section",
      { class: "stack" },
      make("p", { role: "status" }, words.waiting(count)),
      make("p", { class: "alarm", role: "alert", hidden: this.#problem === "" }, this.#problem),
      ...(lines.length === 0 ? [] : [this.#choices(make, lines)]),
    );
    this.#recount = async () => shown.replaceWith(await this.#waiting(inside));
    return shown;
  }

  /** Makes the buttons that send the reports, or save these lines and then delete them. */
  #choices(make: Make, lines: readonly string[]): HTMLElement {
    const { words } = this.#spoken;
    const send = button(make, words.sendReports, () => this.#going(this.#send()));
    const remove = async () => {
      await this.#respondents.interviews.remove(lines);
      await this.#between();
    };
    const removal = button(make, words.deleteExported, () => this.#going(remove()));
    const save = button(make, words.exportReports, () => {
      download(make("a"), this.#plan, lines);
      save.replaceWith(removal);
      removal.focus();
    });
    return make("div", { class: "buttons" }, send, save);
  }

  async #send(): Promise<void> {
    const inside = await this.#setting.enter();
    inside.show(inside.make("h2", { role: "status" }, this.#spoken.words.sending));
    await this.#deliver();
    await this.#between();
  }

  /** Sends the waiting reports. */
  async #deliver(): Promise<void> {
    try {
      const sent = await this.#respondents.deliver(this.#setting.sending);
      this.#problem = "";
      if (sent) this.#setting.sent();
    } catch (failure) {
      this.#problem = `${because(this.#spoken, (failure as CandorError).code)} ${this.#spoken.words.kept}`;
      this.#setting.failed(failure as CandorError);
    }
  }
}

/** Has the browser save reports in a file named after their survey, in the format that `candor count` reads. */
function download(link: HTMLAnchorElement, { survey }: Plan, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/x-ndjson" }));
  link.href = url;
  link.download = `${survey}.ndjson`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

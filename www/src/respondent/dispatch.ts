/** The way of a report: drawn once, kept on the device, sent, and if need be sent again as it is. */

import type { PlainValues, Plan, Receipt, Report } from "candor";
import { departure, type Whereabouts } from "./departure";
import type { Answered } from "./form";
import { setback } from "./setback";
import { tellTabs } from "./tabs";
import type { Words } from "./words";

/** Where reports go, and where their totals can be seen. */
export interface Collecting {
  readonly endpoint: string;
  readonly totals: string;
}

/** Draws and sends the report of one plan, showing in `place` where it is. */
export class Dispatch {
  readonly #plan: Plan;
  readonly #place: HTMLElement;
  readonly #collecting: Collecting;
  readonly #words: Words;
  /** Settles when nothing is being drawn. */
  idle: Promise<unknown> = Promise.resolve();

  constructor(plan: Plan, place: HTMLElement, collecting: Collecting, words: Words) {
    this.#plan = plan;
    this.#place = place;
    this.#collecting = collecting;
    this.#words = words;
  }

  /** Draws the one report of these answers, which is kept from then on, and sends it before anything is shown. */
  async drawAndSend(answered: Answered, plain: PlainValues): Promise<void> {
    const answers = Object.fromEntries(answered);
    const sending = this.#outcome(this.#plan.submit(answers, { endpoint: this.#collecting.endpoint, plain }));
    const drawing = this.#plan.respond(answers, { plain });
    this.idle = drawing.catch(() => undefined);
    const report = await drawing;
    tellTabs(this.#plan.fingerprint);
    await this.#follow(sending, report, report.fromTheseAnswers ? answered : undefined);
  }

  /** Shows the report drawn earlier or in another tab, if there is one. */
  async showKept(): Promise<boolean> {
    const kept = await this.#plan.kept();
    if (kept === undefined) return false;
    const reason = this.#words.drawnBefore;
    this.#show(kept.report, undefined, kept.received ? { at: "collector" } : { at: "device", reason });
    return true;
  }

  /** Shows where the report is, now and when it has arrived or failed to. */
  async #follow(sending: Promise<string | undefined>, report: Report, answered: Answered | undefined): Promise<void> {
    this.#show(report, answered, { at: "way" });
    const reason = await sending;
    if (reason !== undefined) return this.#show(report, answered, { at: "device", reason });
    tellTabs(this.#plan.fingerprint);
    this.#show(report, answered, { at: "collector" });
  }

  #show(report: Report, answered: Answered | undefined, whereabouts: Whereabouts): void {
    const { endpoint, totals } = this.#collecting;
    const actions = {
      resend: () => void this.#follow(this.#outcome(this.#plan.resend({ endpoint })), report, answered),
      startAfresh: () => void this.#plan.forget().then(() => location.reload()),
      totals,
    };
    const view = departure(this.#plan, { report, answered }, whereabouts, actions, this.#words);
    this.#place.replaceChildren(view);
    view.querySelector<HTMLElement>(".title")?.focus();
  }

  /** Why a report was not received, if it was not. */
  async #outcome(sending: Promise<Receipt | undefined>): Promise<string | undefined> {
    try {
      await sending;
      return undefined;
    } catch (failure) {
      return setback(failure, this.#words);
    }
  }
}

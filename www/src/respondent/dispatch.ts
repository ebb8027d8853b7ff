/** Delivers a report: it is drawn once, kept on the device, sent, and resent unchanged if necessary. */

import type { PlainValues, Plan, Receipt, Report } from "candor";
import { type Actions, nothingAsked } from "./afterwards";
import { departure, type Whereabouts } from "./departure";
import type { Answered } from "./form";
import { setback } from "./setback";
import { tellTabs } from "./tabs";
import type { Words } from "./words";

/** Where reports are sent, and where their totals can be seen. */
export interface Collecting {
  readonly endpoint: string;
  readonly totals: string;
}

/** Draws and sends the report of one plan, and shows in `place` where it is. */
export class Dispatch {
  readonly #plan: Plan;
  readonly #place: HTMLElement;
  readonly #collecting: Collecting;
  readonly #words: Words;
  /** Settles when no report is being drawn. */
  idle: Promise<unknown> = Promise.resolve();

  constructor(plan: Plan, place: HTMLElement, collecting: Collecting, words: Words) {
    this.#plan = plan;
    this.#place = place;
    this.#collecting = collecting;
    this.#words = words;
  }

  /** Draws the one report of these answers, which is kept from then on, and begins to send it before anything is shown. */
  async drawAndSend(answered: Answered, plain: PlainValues): Promise<void> {
    const answers = Object.fromEntries(answered);
    const sending = this.#outcome(this.#plan.submit(answers, { endpoint: this.#collecting.endpoint, plain }));
    const drawing = this.#plan.respond(answers, { plain });
    this.idle = drawing.catch(() => undefined);
    const report = await drawing;
    tellTabs(this.#plan.fingerprint);
    if (report.fromTheseAnswers) await this.#follow(sending, report, answered);
    else this.showNothingAsked();
  }

  /**
   * If this device has already drawn its report: says that nothing is asked, and sends the report if no collector has
   * acknowledged it.
   */
  async openKept(): Promise<void> {
    const kept = await this.#plan.kept();
    if (kept === undefined) return;
    this.showNothingAsked();
    if (!kept.received) void this.#outcome(this.#resent());
  }

  /** Shows the text for anybody but the person who has just answered here. */
  showNothingAsked(): void {
    this.#show(
      nothingAsked(
        this.#plan,
        this.#actions(() => {}),
        this.#words,
      ),
    );
  }

  /** Shows where the report is: now, and when it has arrived or failed to arrive. */
  async #follow(sending: Promise<string | undefined>, report: Report, answered: Answered): Promise<void> {
    this.#showDeparture(report, answered, { at: "way" });
    const reason = await sending;
    if (reason !== undefined) return this.#showDeparture(report, answered, { at: "device", reason });
    tellTabs(this.#plan.fingerprint);
    this.#showDeparture(report, answered, { at: "collector" });
  }

  #showDeparture(report: Report, answered: Answered, whereabouts: Whereabouts): void {
    const resend = () => void this.#follow(this.#outcome(this.#resent()), report, answered);
    const drawn = { report, answered };
    this.#show(departure(this.#plan, drawn, whereabouts, this.#actions(resend), this.#words));
  }

  #resent(): Promise<Receipt | undefined> {
    return this.#plan.resend({ endpoint: this.#collecting.endpoint });
  }

  #actions(resend: () => void): Actions {
    const startAfresh = () => void this.#plan.forget().then(() => location.reload());
    return { resend, startAfresh, totals: this.#collecting.totals };
  }

  #show(view: HTMLElement): void {
    this.#place.replaceChildren(view);
    view.querySelector<HTMLElement>(".title")?.focus();
  }

  /** Resolves with the reason if the report was not received. */
  async #outcome(sending: Promise<Receipt | undefined>): Promise<string | undefined> {
    try {
      await sending;
      return undefined;
    } catch (failure) {
      return setback(failure, this.#words);
    }
  }
}

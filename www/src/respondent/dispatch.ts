/** The way of a report: drawn once, kept on the device, sent, and if need be sent again as it is. */

import type { PlainValues, Plan, Receipt, Report } from "candor";
import { type Actions, nothingAsked } from "./afterwards";
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
    if (report.fromTheseAnswers) await this.#follow(sending, report, answered);
    else this.showNothingAsked();
  }

  /** Where this device has drawn its report before, says that nothing is asked, and sends what no collector has. */
  async openKept(): Promise<void> {
    const kept = await this.#plan.kept();
    if (kept === undefined) return;
    this.showNothingAsked();
    if (!kept.received) void this.#outcome(this.#resent());
  }

  /** What there is for anybody but who answered here just now. */
  showNothingAsked(): void {
    this.#show(
      nothingAsked(
        this.#plan,
        this.#actions(() => {}),
        this.#words,
      ),
    );
  }

  /** Shows where the report is, now and when it has arrived or failed to. */
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

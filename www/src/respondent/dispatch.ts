/** The way of a report: drawn once, kept on the device, sent, and if need be sent again as it is. */

import type { Plan, Report } from "candor";
import { departure, type Whereabouts } from "./departure";
import type { Answered } from "./form";
import { setback } from "./setback";
import { tellTabs } from "./tabs";

/** Draws and sends the report of one plan, showing in `place` where it is. */
export class Dispatch {
  readonly #plan: Plan;
  readonly #place: HTMLElement;

  constructor(plan: Plan, place: HTMLElement) {
    this.#plan = plan;
    this.#place = place;
  }

  /** Draws the one report of these answers, which is kept from then on, and sends it. */
  async drawAndSend(answered: Answered): Promise<void> {
    const report = await this.#plan.respond(Object.fromEntries(answered));
    tellTabs(this.#plan.fingerprint);
    await this.#send(report, answered);
  }

  /** Shows the report drawn earlier or in another tab, if there is one. */
  async showKept(): Promise<boolean> {
    const kept = await this.#plan.kept();
    if (kept === undefined) return false;
    const reason = "It was drawn on this device before, and no receipt has come.";
    this.#show(kept.report, undefined, kept.received ? { at: "collector" } : { at: "device", reason });
    return true;
  }

  async #send(report: Report, answered: Answered | undefined): Promise<void> {
    this.#show(report, answered, { at: "way" });
    try {
      await this.#plan.submit({}, { endpoint: "/reports" });
    } catch (failure) {
      return this.#show(report, answered, { at: "device", reason: setback(failure) });
    }
    tellTabs(this.#plan.fingerprint);
    this.#show(report, answered, { at: "collector" });
  }

  #show(report: Report, answered: Answered | undefined, whereabouts: Whereabouts): void {
    const view = departure(this.#plan, { report, answered }, whereabouts, {
      resend: () => void this.#send(report, answered),
      startAfresh: () => void this.#plan.forget().then(() => location.reload()),
    });
    this.#place.replaceChildren(view);
    view.querySelector<HTMLElement>(".title")?.focus();
  }
}

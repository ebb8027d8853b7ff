/** The way of a report: drawn once, kept on the device, sent, and if need be sent again as it is. */

import type { Plan } from "candor";
import { departure, type Drawn, type Whereabouts } from "./departure";
import type { Answered } from "./form";
import { forget, keep, recall, type Kept } from "./kept";
import { NotReceived, send } from "./send";

/** Draws, keeps and sends the report of one plan, showing in `place` where it is. */
export class Dispatch {
  readonly #plan: Plan;
  readonly #place: HTMLElement;

  constructor(plan: Plan, place: HTMLElement) {
    this.#plan = plan;
    this.#place = place;
  }

  /** Draws the one report of these answers, keeps it, and sends it. */
  async drawAndSend(answered: Answered): Promise<void> {
    const earlier = recall(this.#plan.fingerprint);
    if (earlier) return this.showKept(earlier);
    const drawn = await this.#plan.respond(Object.fromEntries(answered));
    const report = JSON.stringify(drawn);
    keep(this.#plan.fingerprint, { report, received: false });
    await this.#send({ report, answered });
  }

  /** Shows a report drawn earlier or in another tab. */
  showKept({ report, received }: Kept): void {
    const reason = "It was drawn on this device before, and no receipt has come.";
    this.#show({ report, answered: undefined }, received ? { at: "collector" } : { at: "device", reason });
  }

  async #send(drawn: Drawn): Promise<void> {
    this.#show(drawn, { at: "way" });
    try {
      await send(drawn.report);
    } catch (failure) {
      if (!(failure instanceof NotReceived)) throw failure;
      return this.#show(drawn, { at: "device", reason: failure.message });
    }
    keep(this.#plan.fingerprint, { report: drawn.report, received: true });
    this.#show(drawn, { at: "collector" });
  }

  #show(drawn: Drawn, whereabouts: Whereabouts): void {
    const view = departure(this.#plan, drawn, whereabouts, {
      resend: () => void this.#send(drawn),
      startAfresh: () => {
        forget(this.#plan.fingerprint);
        location.reload();
      },
    });
    this.#place.replaceChildren(view);
    view.querySelector<HTMLElement>(".title")?.focus();
  }
}

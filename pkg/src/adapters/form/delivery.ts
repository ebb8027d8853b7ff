import { CandorError } from "../../common/errors.js";
import { refused } from "../../common/refusal.js";
import { needed } from "../../common/runtime.js";
import type { Answers, Drawn, Receipt } from "../../common/types.js";
import type { RespondOptions, SubmitOptions } from "../../http/submit.js";
import type { Plan } from "../../plan/plan.js";

/** Draws and keeps the report of these answers, which are not needed from then on. */
export function draw(plan: Plan, answers: Answers, { plain = {}, stopped = false }: RespondOptions): Promise<Drawn> {
  return plan.respond(answers, { plain, stopped });
}

/** Sends a kept report, without its answers; one that a collector has acknowledged is not sent again. */
export async function deliver(plan: Plan, drawn: Drawn, options: SubmitOptions): Promise<Receipt> {
  const { id, fromTheseAnswers, revision } = drawn;
  const arrived = await plan.resend(options);
  if (arrived === undefined && !(await plan.kept())?.received)
    throw new CandorError("not-found", "the report on this device was deleted meanwhile");
  return { ...(arrived ?? { id, stored: "same" }), fromTheseAnswers, ...(revision && { revision }) };
}

const GIVEN = "a function of the page failed";

/** Callbacks for a page whose report is being sent. */
export interface Progress {
  /** The report is kept: the page must clear the answers. */
  kept(): void;
  received(receipt: Receipt): void;
  /** The report did not arrive, and will be sent later. */
  failed(error: CandorError): void;
}

/**
 * Delivers one person's report: it is drawn once, then sent without its answers, again when the network is back. A report that an
 * earlier page could not send is sent at once without notice, since the reader of this page may be somebody else.
 */
export class Delivery {
  readonly #plan: Plan;
  readonly #options: SubmitOptions;
  readonly #progress: Progress;
  readonly #ended = new (needed("AbortController"))();
  #drawn: Drawn | undefined;
  #sending = false;

  constructor(plan: Plan, options: SubmitOptions, progress: Progress) {
    this.#plan = plan;
    this.#options = options;
    this.#progress = progress;
    // Outside of pages there is no `online` event.
    globalThis.addEventListener?.("online", () => void this.resend(), { signal: this.#ended.signal });
    void this.resend();
  }

  /**
   * Draws, keeps and sends a report; `how` replaces options of the delivery. Rejects where an answer is refused or nothing can be
   * kept; the outcome of sending goes to the callbacks.
   */
  async send(answers: Answers, how: RespondOptions = {}): Promise<void> {
    try {
      this.#drawn = await draw(this.#plan, answers, { ...this.#options, ...how });
      if (this.#ended.signal.aborted) return;
      this.#progress.kept();
    } catch (thrown) {
      throw refused(thrown, "invalid-options", GIVEN);
    }
    await this.resend();
  }

  /** Sends a kept report that was not received. */
  async resend(): Promise<void> {
    if (this.#drawn === undefined) return this.#resendEarlier();
    if (this.#sending) return;
    this.#sending = true;
    try {
      const receipt = await deliver(this.#plan, this.#drawn, this.#options);
      this.#drawn = undefined;
      if (!this.#ended.signal.aborted) this.#progress.received(receipt);
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#progress.failed(refused(error, "invalid-options", GIVEN));
    } finally {
      this.#sending = false;
    }
  }

  /** Sends the report that an earlier page could not, without calling back. */
  async #resendEarlier(): Promise<void> {
    try {
      await this.#plan.resend(this.#options);
    } catch {}
  }

  /** Stops all callbacks. */
  end(): void {
    this.#ended.abort();
  }
}

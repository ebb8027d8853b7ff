import { CandorError } from "../errors.js";
import type { Plan } from "../plan.js";
import { refused } from "../refused.js";
import { needed } from "../runtime.js";
import type { SubmitOptions } from "../submit.js";
import type { Answers, Drawn, Receipt } from "../types.js";

/** Draws the report of these answers and keeps it: from then on nobody needs the answers. */
export function draw(plan: Plan, answers: Answers, { plain = {} }: SubmitOptions): Promise<Drawn> {
  return plan.respond(answers, { plain });
}

/** Sends a report that is kept, without its answers; one that a collector has is not sent again. */
export async function deliver(plan: Plan, drawn: Drawn, options: SubmitOptions): Promise<Receipt> {
  const { id, fromTheseAnswers, revision } = drawn;
  const arrived = await plan.resend(options);
  if (arrived === undefined && !(await plan.kept())?.received)
    throw new CandorError("not-found", "this device has forgotten the report meanwhile");
  return { ...(arrived ?? { id, stored: "same" }), fromTheseAnswers, ...(revision && { revision }) };
}

const GIVEN = "what the page gave failed";

/** What a page does while the report of its answers is on its way. */
export interface Progress {
  /** The report is kept: the answers are to be gone from the page. */
  kept(): void;
  received(receipt: Receipt): void;
  /** The report did not arrive, and is sent later. */
  failed(error: CandorError): void;
}

/**
 * The way of one person's report: drawn once, and from then on sent without its answers, also when the network is back. What an
 * earlier page could not send is sent at once, and nothing is said of it: whoever reads the page may be somebody else.
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
    // Without pages no network comes back.
    globalThis.addEventListener?.("online", () => void this.resend(), { signal: this.#ended.signal });
    void this.resend();
  }

  /** Rejects where an answer is refused or nothing can be kept; how the sending ends, the progress is told. */
  async send(answers: Answers): Promise<void> {
    try {
      this.#drawn = await draw(this.#plan, answers, this.#options);
      if (this.#ended.signal.aborted) return;
      this.#progress.kept();
    } catch (thrown) {
      throw refused(thrown, "invalid-options", GIVEN);
    }
    await this.resend();
  }

  /** Sends what is kept and was not received. */
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

  /** Sends what an earlier page could not, of which nothing is said. */
  async #resendEarlier(): Promise<void> {
    try {
      await this.#plan.resend(this.#options);
    } catch {}
  }

  /** Tells the progress nothing more. */
  end(): void {
    this.#ended.abort();
  }
}

/**
 * Reports that the device which sent them, and nobody else, can have deleted.
 *
 * ```ts
 * const own = await withdrawable(plan, { collector: "https://collector.example/" });
 * await plan.submit(answers, { endpoint: "https://collector.example/reports", fetch: own.fetch });
 * await own.withdraw();
 * ```
 */
import { base64url } from "./base64.js";
import { CandorError } from "./errors.js";
import { chosen, isAddress, isFunction, isStorage, type Kinds } from "./options.js";
import type { Plan } from "./plan.js";
import { type Fetch, send } from "./request.js";
import { store } from "./store/index.js";
import type { StorageChoice } from "./types.js";

/** How a report is made one that can be withdrawn. */
export interface WithdrawableOptions {
  /** Where the collector is; `plans/…` is looked for below it. */
  readonly collector: string | URL;
  /** Where the secret is kept, as in `loadPlan`. */
  readonly storage?: StorageChoice;
  readonly fetch?: Fetch;
}

const WITHDRAWABLE: Kinds<WithdrawableOptions> = { collector: isAddress, storage: isStorage, fetch: isFunction };

/** What sends a report so that this device can withdraw it. */
export interface Withdrawable {
  /** For `submit` and `resend`, in place of theirs. */
  readonly fetch: Fetch;
  /**
   * Has the collector delete the report. Totals that were told before stay with whoever has them. `not-found` where the collector
   * has no such report, or it was sent without this device's secret; also where it was deleted and the answer was lost.
   */
  withdraw(): Promise<void>;
}

/**
 * Draws a secret for the report of this device, keeps it, and has `fetch` send its hash with the report: who has the secret, and
 * nobody else, has it deleted. The hash tells nothing of the person; it is kept by the collector beside the report.
 */
export async function withdrawable(plan: Plan, options: WithdrawableOptions): Promise<Withdrawable> {
  const { collector, storage, fetch = globalThis.fetch } = chosen(options, WITHDRAWABLE, "collector");
  const fresh = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const keep = await store(storage);
  const [secret] = await keep.update([`withdrawal ${plan.fingerprint}`], ([kept]) => [kept ?? fresh]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  const hash = base64url(new Uint8Array(digest));
  return {
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set("candor-withdrawal", hash);
      return fetch(url, { ...init, headers });
    },
    withdraw: async () => {
      const kept = await plan.kept();
      if (kept === undefined) throw new CandorError("not-found", "this device has drawn no report for this plan");
      const below = new URL(collector, globalThis.location?.href);
      const url = new URL(`plans/${plan.fingerprint}/reports/${kept.report.id}`, below);
      await send(url, { method: "DELETE", headers: { authorization: `Bearer ${secret}` } }, fetch);
    },
  };
}

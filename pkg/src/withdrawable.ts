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
import { chosen, isAddress, isFunction, isStorage, type Kinds, refuseOther } from "./options.js";
import type { Plan } from "./plan.js";
import { below, randomBytes, sha256 } from "./platform.js";
import { type Fetch, send } from "./request.js";
import { needed } from "./runtime.js";
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
  const { collector, storage, fetch = needed("fetch") } = chosen(options, WITHDRAWABLE, "collector");
  refuseOther(plan);
  const reports = below(collector, `plans/${plan.fingerprint}/reports/`);
  const fresh = base64url(randomBytes(32));
  const keep = await store(storage);
  const [secret] = await keep.update([`withdrawal ${plan.fingerprint}`], ([kept]) => [kept ?? fresh]);
  const hash = base64url(await sha256(secret!));
  return {
    fetch: (url, init) => {
      const headers = new (needed("Headers"))(init.headers);
      headers.set("candor-withdrawal", hash);
      return fetch(url, { ...init, headers });
    },
    withdraw: async () => {
      const kept = await plan.kept();
      if (kept === undefined) throw new CandorError("not-found", "this device has drawn no report for this plan");
      await send(
        new URL(kept.report.id, reports),
        { method: "DELETE", headers: { authorization: `Bearer ${secret}` } },
        fetch,
      );
    },
  };
}

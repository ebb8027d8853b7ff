/**
 * Sends reports that the sending device, and nobody else, can have deleted.
 *
 * ```ts
 * const own = await withdrawable(plan, { collector: "https://collector.example/" });
 * await plan.submit(answers, { endpoint: "https://collector.example/reports", fetch: own.fetch });
 * await own.withdraw();
 * ```
 */
import { base64url } from "../common/base64.js";
import { CandorError } from "../common/errors.js";
import { chosen, isAddress, isFunction, isStorage, type Kinds, refuseOther } from "../common/options.js";
import { below, randomBytes, sha256 } from "../common/platform.js";
import { needed } from "../common/runtime.js";
import type { StorageChoice } from "../common/types.js";
import { type Fetch, send } from "../http/request.js";
import type { Plan } from "../plan/plan.js";
import { store } from "../store/index.js";

/** The options of `withdrawable`. */
export interface WithdrawableOptions {
  /** The collector's base address: requests go to `plans/…` below it. */
  readonly collector: string | URL;
  /** Where the secret is kept, as in `loadPlan`. */
  readonly storage?: StorageChoice;
  readonly fetch?: Fetch;
}

const WITHDRAWABLE: Kinds<WithdrawableOptions> = { collector: isAddress, storage: isStorage, fetch: isFunction };

/** Sends a report so that this device can withdraw it, and withdraws it. */
export interface Withdrawable {
  /** The `fetch` to pass to `submit` and `resend`. */
  readonly fetch: Fetch;
  /**
   * Has the collector delete the report, which leaves the totals when they next change; totals that were released before stay with
   * whoever has them. Rejects with `not-found` where the collector has no such report, or where it was sent without this device's
   * secret; also where it was deleted but the response was lost.
   */
  withdraw(): Promise<void>;
}

/**
 * Draws a secret for this device's report and keeps it; the returned `fetch` sends the hash of the secret with the report. Only
 * who has the secret can have the report deleted. The hash is random and reveals nothing about the person; the collector stores
 * it beside the report.
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

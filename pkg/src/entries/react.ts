/**
 * React hooks that load a verified plan and send a report, with any form library.
 *
 * ```tsx
 * const { plan, questions, offered, error } = usePlan("/plan.json", { maxRecordEpsilon: 4 });
 * const { fields, send, stage } = useReport(plan, { endpoint: "/reports", forget: reset });
 * const asked = (values) => applicable(plan, questions, values);
 * return <form {...fields} onSubmit={handleSubmit((values) => send(answersOf(asked(values), values)))}>…</form>;
 * ```
 */
import { useEffect, useState } from "react";
import type { CandorError } from "../common/errors.js";
import { chosen, taken } from "../common/options.js";
import { refused } from "../common/refusal.js";
import { needed } from "../common/runtime.js";
import type { Attribute, PlanDocument } from "../common/types.js";
import { LIMITS } from "../http/limits.js";
import { type LoadOptions, loadPlan } from "../plan/load-plan.js";
import { type Offered, offeredIn, shown } from "../plan/order.js";
import type { Plan } from "../plan/plan.js";

export { answersOf, applicable, type Entries, reached } from "../adapters/form/answers.js";
export { type FormProperties, type Reporting, type ReportOptions, useReport } from "../adapters/react/report.js";
export { asked, choiceValue, ticking } from "../common/compounds.js";
export type { Offered } from "../plan/order.js";

/** The state of loading a plan: `plan` and `error` are absent until it is verified or refused. */
export interface PlanState {
  readonly plan?: Plan;
  /** The questions that this device is to ask, in the order in which it shows them; empty until the plan is verified. */
  readonly questions: readonly Attribute[];
  /** Gives the answers that a question can be given, in the order in which this device shows them. */
  readonly offered: Offered;
  readonly error?: CandorError;
}

const WAITING: PlanState = { questions: [], offered: offeredIn([]) };

/**
 * Loads and verifies a plan once the component is mounted, and again when the source changes to another address or to a document
 * with another fingerprint. The options of the first rendering with a source apply. Unmounting the component ends the loading. On
 * a server nothing is loaded.
 */
export function usePlan(source: string | URL | PlanDocument, options: LoadOptions = {}): PlanState {
  const [state, setState] = useState(WAITING);
  const key = nameOf(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by its key
  useEffect(() => {
    setState(WAITING);
    const settle = (settled: PlanState) => left || setState(settled);
    let left = false;
    let leave = () => {};
    const open = async () => {
      const { signal, ...accepted } = taken(options);
      chosen(signal === undefined ? {} : { signal }, LIMITS);
      const ended = new (needed("AbortController"))();
      const end = () => ended.abort(signal?.reason);
      if (signal?.aborted) end();
      signal?.addEventListener("abort", end);
      leave = () => {
        signal?.removeEventListener("abort", end);
        ended.abort();
      };
      const plan = await loadPlan(source, { ...accepted, signal: ended.signal });
      const order = await shown(plan);
      settle({ plan, questions: order.map(({ attribute }) => attribute), offered: offeredIn(order) });
    };
    open().catch((thrown: unknown) =>
      settle({ ...WAITING, error: refused(thrown, "invalid-options", "the options cannot be used") }),
    );
    return () => {
      left = true;
      leave();
    };
  }, [key]);
  return state;
}

/** A key that tells sources apart; empty where the source cannot be read, which `loadPlan` then refuses. */
function nameOf(source: string | URL | PlanDocument): string {
  try {
    return (source as PlanDocument | null)?.fingerprint ?? String(source);
  } catch {
    return "";
  }
}

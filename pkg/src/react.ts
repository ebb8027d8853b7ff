/**
 * A verified plan in a React component, with any form library.
 *
 * ```tsx
 * const { plan, questions, error } = usePlan("/plan.json", { maxRecordEpsilon: 4 });
 * const { fields, send, stage } = useReport(plan, { endpoint: "/reports", forget: reset });
 * return <form {...fields} onSubmit={handleSubmit((values) => send(answersOf(questions, values)))}>…</form>;
 * ```
 */
import { useEffect, useState } from "react";
import type { CandorError } from "./errors.js";
import { type LoadOptions, loadPlan } from "./index.js";
import type { Plan } from "./plan.js";
import type { Attribute, PlanDocument } from "./types.js";

export { answersOf, type Entries } from "./form/answers.js";
export { type FormProperties, type Reporting, type ReportOptions, useReport } from "./react/report.js";

/** A plan on its way: neither `plan` nor `error` is there until it is verified or refused. */
export interface PlanState {
  readonly plan?: Plan;
  /** What this device is to ask; empty until the plan is verified. */
  readonly questions: readonly Attribute[];
  readonly error?: CandorError;
}

const WAITING: PlanState = { questions: [] };

/**
 * Loads and verifies a plan once the component is mounted, and anew where the source is another: an address, or a document
 * of another fingerprint. Options are those of the first rendering with that source. Leaving the component ends it. On a
 * server nothing is loaded.
 */
export function usePlan(source: string | URL | PlanDocument, options: LoadOptions = {}): PlanState {
  const [state, setState] = useState(WAITING);
  const key = typeof source === "object" && "fingerprint" in source ? source.fingerprint : String(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by its key
  useEffect(() => {
    const ended = new AbortController();
    const end = () => ended.abort(options.signal?.reason);
    if (options.signal?.aborted) end();
    options.signal?.addEventListener("abort", end);
    setState(WAITING);
    const settle = (settled: PlanState) => left || setState(settled);
    let left = false;
    loadPlan(source, { ...options, signal: ended.signal })
      .then(async (plan) => settle({ plan, questions: await plan.questions() }))
      .catch((error: CandorError) => settle({ questions: [], error }));
    return () => {
      left = true;
      options.signal?.removeEventListener("abort", end);
      ended.abort();
    };
  }, [key]);
  return state;
}

import { CandorError } from "./errors.js";
import { LoadedPlan } from "./loaded.js";
import { Mechanism } from "./mechanism.js";
import type { Plan } from "./plan.js";
import { send } from "./request.js";
import type { PlanDocument } from "./types.js";

export interface LoadOptions {
  /** The largest ε accepted for a whole record; 8 unless given. */
  readonly maxRecordEpsilon?: number;
}

/**
 * Verifies a plan on this device, from its address or its document. A document may still be on its way:
 * the module starts meanwhile.
 *
 * Every promise is recomputed from the plan's integers, so that whoever wrote the plan need not be trusted.
 * Rejects with `CandorError`: `cap-exceeded`, `understated-promise`, `fingerprint-mismatch`, `weight-sum`,
 * `invalid-plan` and others.
 */
export async function loadPlan(
  source: string | URL | PlanDocument | Promise<PlanDocument>,
  { maxRecordEpsilon = 8 }: LoadOptions = {},
): Promise<Plan> {
  const [document] = await Promise.all([isAddress(source) ? fetched(source) : copied(source), Mechanism.start()]);
  return new LoadedPlan(document, new Mechanism(document, maxRecordEpsilon));
}

function isAddress(source: unknown): source is string | URL {
  return typeof source === "string" || source instanceof URL;
}

async function fetched(address: string | URL): Promise<PlanDocument> {
  const response = await send(address, { headers: { accept: "application/json" } }, globalThis.fetch);
  return response.json().catch(() => {
    throw new CandorError("invalid-plan", "what the plan's address holds is not JSON");
  });
}

/** A copy that nobody can change between its verification and its use. */
async function copied(source: PlanDocument | Promise<PlanDocument>): Promise<PlanDocument> {
  const document = await source;
  try {
    return JSON.parse(JSON.stringify(document));
  } catch {
    throw new CandorError("invalid-plan", "the plan is not a document that JSON can hold");
  }
}

/** Writes the privacy labels of plans. */
import { label as labelled } from "../../dist/wasm/design.js";
import { taken } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** The parties that respondents rely on; "" or absent where unknown. */
export interface Parties {
  /** The party that serves the page on which answers are given. */
  readonly page?: string;
  /** The party that receives the reports. */
  readonly collector?: string;
}

/** A label, in two formats. */
export interface Label {
  readonly html: string;
  readonly json: string;
}

/**
 * Writes on one page what a plan promises and what it does not, the same as `candor label`. Rejects with `CandorError`:
 * `invalid-plan`, `understated-promise`…
 */
export async function label(plan: PlanDocument, parties: Parties = {}): Promise<Label> {
  const own = taken(parties);
  return call(() => labelled(plan, own));
}

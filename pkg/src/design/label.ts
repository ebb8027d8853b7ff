/** Privacy labels of plans. */
import { label as labelled } from "../../dist/wasm/design.js";
import { taken } from "../options.js";
import type { PlanDocument } from "../types.js";
import { call } from "./module.js";

/** Who controls what respondents rely on; "" or absent where nobody said. */
export interface Parties {
  /** Whoever serves the page on which answers are given. */
  readonly page?: string;
  /** Whoever receives the reports. */
  readonly collector?: string;
}

/** A label, in two formats. */
export interface Label {
  readonly html: string;
  readonly json: string;
}

/**
 * What a plan promises and what not, on one page: the same as `candor label` writes. Rejects with `CandorError`: `invalid-plan`,
 * `understated-promise`…
 */
export async function label(plan: PlanDocument, parties: Parties = {}): Promise<Label> {
  const own = taken(parties);
  return call(() => labelled(plan, own));
}

/** Writes the privacy labels of plans. */
import { label as labelled } from "../../dist/wasm/design.js";
import { taken } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** How a plan is deployed, which it does not say; "" or absent where unknown. */
export interface Deployment {
  /** The party that serves the page on which answers are given. */
  readonly page?: string;
  /** The party that receives the reports. */
  readonly collector?: string;
  /** Who may read totals. */
  readonly readers?: string;
  /** Until when reports are kept. */
  readonly retention?: string;
  /** How many people are expected to take part; 10,000 unless given. */
  readonly respondents?: number;
  /** The fewest reports that are told together; 100 unless given. */
  readonly step?: number;
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
export async function label(plan: PlanDocument, deployment: Deployment = {}): Promise<Label> {
  const own = taken(deployment);
  return call(() => labelled(plan, own));
}

import type { CandorError } from "../common/errors.js";
import type { Plan } from "../plan/plan.js";

/** The events of an element. They do not bubble and contain no answer. */
export interface ElementEvents {
  /** The plan is verified. */
  "candor-ready": CustomEvent<Plan>;
  /** A collector has acknowledged the report, or all waiting reports where many people are asked. */
  "candor-sent": CustomEvent<undefined>;
  /** The plan was refused, no report could be drawn or kept, or a report did not arrive and is kept. */
  "candor-failed": CustomEvent<CandorError>;
}

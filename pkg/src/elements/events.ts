import type { CandorError } from "../errors.js";
import type { Plan } from "../plan.js";

/** What happens in an element, told by events on it that do not bubble and hold no answer. */
export interface ElementEvents {
  /** The plan is verified. */
  "candor-ready": CustomEvent<Plan>;
  /** A collector has the report, or all that waited where many are asked. */
  "candor-sent": CustomEvent<undefined>;
  /** The plan was refused, no report could be drawn or kept, or one did not arrive and is kept. */
  "candor-failed": CustomEvent<CandorError>;
}

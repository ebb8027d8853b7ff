import type { ReportStorage } from "../common/types.js";
import type { SubmitOptions } from "../http/submit.js";
import type { Plan } from "../plan/plan.js";

/** A plan that the page has loaded, where and how its report is sent, and the plain columns that the page fills in. */
export interface Opening extends SubmitOptions {
  readonly plan: Plan;
}

/** Loads a plan whose reports are kept in `storage`, if one is given. */
export type Load = (storage?: ReportStorage) => Opening | PromiseLike<Opening>;

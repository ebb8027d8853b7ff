import type { ReportStorage } from "../common/types.js";
import type { SubmitOptions } from "../http/submit.js";
import type { Plan } from "../plan/plan.js";

/** A plan that the page has loaded, where and how its report is sent, and the plain columns that the page fills in. */
export interface Opening extends SubmitOptions {
  readonly plan: Plan;
  /**
   * Elements that introduce the survey before its questions, copied into the element's document. The page then has the title
   * itself, as its `h1`, and what is promised is folded away as a whole.
   */
  readonly introduction?: readonly Element[];
}

/** Loads a plan whose reports are kept in `storage`, if one is given. */
export type Load = (storage?: ReportStorage) => Opening | PromiseLike<Opening>;

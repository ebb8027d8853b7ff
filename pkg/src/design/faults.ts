/** Checks survey documents. */
import { faults as found } from "../../dist/wasm/design.js";
import type { SharedCode } from "../common/errors.js";
import { call } from "./module.js";

/** Why a survey cannot be designed. */
export interface Fault {
  /** The position of the faulty question; absent where the fault concerns the survey as a whole. */
  readonly attribute?: number;
  readonly code: SharedCode;
  readonly message: string;
}

/**
 * Checks a survey document: returns the first fault of every question or, if there is none, the first fault of the rest. Empty
 * where the survey can be designed. Rejects with `invalid-survey` where it is no survey document.
 */
export async function faults(survey: object): Promise<readonly Fault[]> {
  return call(() => found(survey));
}

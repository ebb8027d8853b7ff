/** Checks survey documents. */
import { faults as found } from "../../dist/wasm/design.js";
import type { SharedCode } from "../common/errors.js";
import { call } from "./module.js";

/** Why a survey cannot be designed. */
export interface Fault {
  /** The position of the faulty question. A fault without any place concerns the survey as a whole. */
  readonly attribute?: number;
  /** The position of the faulty section. */
  readonly section?: number;
  /** The position of the faulty score. */
  readonly score?: number;
  /** Which of the texts around the questions is faulty. */
  readonly text?: "welcome" | "consent" | "thanks";
  readonly code: SharedCode;
  readonly message: string;
}

/**
 * Checks a survey document: returns the first fault of every question; where there is none, that of every section, score and text
 * around the questions; where there is none of these either, the first fault of the rest. Empty where the survey can be designed.
 * Rejects with `invalid-survey` where it is no survey document.
 */
export async function faults(survey: object): Promise<readonly Fault[]> {
  return call(() => found(survey));
}

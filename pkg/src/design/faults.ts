/** What speaks against surveys. */
import { faults as found } from "../../dist/wasm/design.js";
import type { SharedCode } from "../errors.js";
import { call } from "./module.js";

/** What speaks against a survey. */
export interface Fault {
  /** The position of the question that it is about; absent where it is about the survey as a whole. */
  readonly attribute?: number;
  readonly code: SharedCode;
  readonly message: string;
}

/**
 * What speaks against a survey document: the first fault of every question, or, where these have none, that of the rest. Empty
 * where it can be designed. Rejects with `invalid-survey` where it is no survey document.
 */
export async function faults(survey: object): Promise<readonly Fault[]> {
  return call(() => found(survey));
}

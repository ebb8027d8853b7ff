/** Why a report was not received, in a sentence for the person who sent it. */

import { CandorError } from "candor";
import { reason } from "../page/refused";
import type { Words } from "./words";

/** Returns the sentence for a refusal; rethrows any other error. */
export function setback(failure: unknown, words: Words): string {
  if (!(failure instanceof CandorError)) throw failure;
  return reason(failure.code, words) ?? words.notStored(failure.code);
}

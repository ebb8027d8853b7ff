/** Why a report was not received, in a sentence for the person who sent it. */

import { CandorError } from "candor";

const SENTENCES: Readonly<Record<string, string>> = {
  unreachable: "The collector cannot be reached.",
  "timed-out": "The collector does not answer.",
  "unexpected-response": "What answered is not the collector; a network may ask you to log in first.",
  "id-conflict": "The collector already holds another report with this id and keeps the first.",
  "plan-mismatch": "The collector does not accept this report. The survey may have changed since it was drawn.",
  "not-kept": "This device refused to keep the report, so none was drawn.",
};

/** The sentence for a refusal; throws what is no refusal. */
export function setback(failure: unknown): string {
  if (!(failure instanceof CandorError)) throw failure;
  return SENTENCES[failure.code] ?? `The collector could not store the report (${failure.code}).`;
}

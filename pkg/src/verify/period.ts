import { CandorError } from "../errors.js";
import type { Document } from "./document.js";

/** Checks when reports are taken, as `src/schema/period.rs` does; the collector's clock judges when that is. */
export function checkPeriod({ closes, opens }: Document): void {
  for (const moment of [opens, closes])
    if (moment !== undefined && !isMoment(moment))
      throw invalid(`"${moment}" is no time in UTC like 2026-03-01T08:00:00Z`);
  if (closes! <= opens!) throw invalid("the survey closes before it opens");
}

/** Whether it is written like the moment that it is read as; what is read as none is not written like 1970. */
function isMoment(text: string): boolean {
  return `${new Date(Date.parse(text) || 0).toISOString().slice(0, 19)}Z` === text;
}

function invalid(rule: string): CandorError {
  return new CandorError("invalid-period", rule);
}

import { CandorError } from "../errors.js";
import type { Document } from "./document.js";

/** Checks when reports are taken, as `src/schema/period.rs` does; the collector's clock judges when that is. */
export function checkPeriod({ closes, opens }: Document): void {
  if ([opens, closes].every(isMoment) && !(closes! <= opens!)) return;
  const rule = `open from ${opens} to ${closes}: these must be times in order, like 2026-03-01T08:00:00Z`;
  throw new CandorError("invalid-period", rule);
}

/** Whether a text is written like the moment that it is read as; what is read as none is not written like 1970. */
function isMoment(text: string | undefined): boolean {
  return text === undefined || `${new Date(Date.parse(text) || 0).toISOString().slice(0, 19)}Z` === text;
}

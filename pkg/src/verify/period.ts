import { CandorError } from "../errors.js";
import type { Document } from "./document.js";

/** Checks the period in which reports are taken, like `src/schema/period.rs`; the collector's clock decides when that is. */
export function checkPeriod({ closes, opens }: Document): void {
  if ([opens, closes].every(isMoment) && !(closes! <= opens!)) return;
  const rule = `open from ${opens} to ${closes}: these must be times in order, like 2026-03-01T08:00:00Z`;
  throw new CandorError("invalid-period", rule);
}

/**
 * Whether a text is a moment in canonical form: parsing and formatting it gives the same text. What cannot be parsed counts as
 * 1970, which is written otherwise.
 */
function isMoment(text: string | undefined): boolean {
  return text === undefined || `${new Date(Date.parse(text) || 0).toISOString().slice(0, 19)}Z` === text;
}

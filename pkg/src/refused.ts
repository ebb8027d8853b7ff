import { refusal } from "./attempt.js";
import { CandorError, type ErrorCode } from "./errors.js";

/**
 * Converts what was thrown by a page's objects, for adapters. A `CandorError` of another copy of the package (`candor/js`,
 * `candor/slim`) stays as it is, an error with a code becomes a `CandorError` with that code, and anything else becomes one with
 * this code and message.
 */
export function refused(thrown: unknown, code: ErrorCode, message: string): CandorError {
  try {
    const known = thrown as CandorError;
    if (known.name === "CandorError") return known;
    if (typeof known.code === "string" && /^[a-z-]+$/.test(known.code))
      return new CandorError(known.code, known.message, { cause: thrown });
  } catch {
    // A value that throws when it is read has no code.
  }
  return refusal(thrown, code, message);
}

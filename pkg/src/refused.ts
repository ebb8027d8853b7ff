import { refusal } from "./attempt.js";
import { CandorError, type ErrorCode } from "./errors.js";

/**
 * What adapters are thrown by what pages hand to them, as a refusal: one of another copy of the package (`candor/js`, `candor/slim`) as it is, an
 * error with a code as one with that code, and anything else as one with this code and message.
 */
export function refused(thrown: unknown, code: ErrorCode, message: string): CandorError {
  try {
    const known = thrown as CandorError;
    if (known.name === "CandorError") return known;
    if (typeof known.code === "string" && /^[a-z-]+$/.test(known.code))
      return new CandorError(known.code, known.message, { cause: thrown });
  } catch {
    // What throws when it is looked at has no code.
  }
  return refusal(thrown, code, message);
}

import { CandorError, type ErrorCode } from "./errors.js";

/** Returns what was thrown if it is a `CandorError`, or else a `CandorError` with this code and message that it caused. */
export function refusal(thrown: unknown, code: ErrorCode, message: string): CandorError {
  return thrown instanceof CandorError ? thrown : new CandorError(code, message, { cause: thrown });
}

/** Runs a function; anything else than a `CandorError` that it throws becomes one with this code and message. */
export function attempt<T>(run: () => T, code: ErrorCode, message: string): T {
  try {
    return run();
  } catch (thrown) {
    throw refusal(thrown, code, message);
  }
}

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

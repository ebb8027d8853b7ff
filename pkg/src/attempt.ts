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

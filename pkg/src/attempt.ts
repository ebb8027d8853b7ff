import { CandorError, type ErrorCode } from "./errors.js";

/** What was thrown, where that is a refusal of this package; anything else becomes one, with a code and a message. */
export function refusal(thrown: unknown, code: ErrorCode, message: string): CandorError {
  return thrown instanceof CandorError ? thrown : new CandorError(code, message, { cause: thrown });
}

/** What `run` gives. What it throws that is no refusal becomes one. */
export function attempt<T>(run: () => T, code: ErrorCode, message: string): T {
  try {
    return run();
  } catch (thrown) {
    throw refusal(thrown, code, message);
  }
}

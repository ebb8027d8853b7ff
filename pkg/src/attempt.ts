import { CandorError, type ErrorCode } from "./errors.js";

/** What `run` gives. What it throws that is no refusal of this package becomes one, with a code and a message. */
export function attempt<T>(run: () => T, code: ErrorCode, message: string): T {
  try {
    return run();
  } catch (cause) {
    throw cause instanceof CandorError ? cause : new CandorError(code, message, { cause });
  }
}

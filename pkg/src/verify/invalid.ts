import { CandorError } from "../errors.js";

/** What a plan and its parts may not be. */
export function invalid(message: string): CandorError {
  return new CandorError("invalid-plan", message);
}

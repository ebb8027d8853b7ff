import { CandorError } from "../errors.js";

/** The error for an invalid plan. */
export function invalid(message: string): CandorError {
  return new CandorError("invalid-plan", message);
}

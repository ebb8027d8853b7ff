import { CandorError } from "../errors.js";
import type { ReportStorage } from "../types.js";

/** A storage, and what it is. */
export interface Store extends ReportStorage {
  readonly where: "indexeddb" | "localstorage" | "memory" | "given";
}

/** The name under which an origin keeps what is this package's. */
export const NAME = "candor";

export function notKept(cause?: unknown): CandorError {
  return new CandorError("not-kept", "this device refused to keep the report, so nothing was drawn or sent", {
    cause,
    retryable: true,
  });
}

import { CandorError } from "../common/errors.js";
import type { ReportStorage } from "../common/types.js";

/** A storage with the name of its kind. */
export interface Store extends ReportStorage {
  readonly where: "indexeddb" | "localstorage" | "memory" | "given";
}

/** The name of this package's database, lock and localStorage keys. */
export const NAME = "candor";

export function notKept(cause?: unknown): CandorError {
  return new CandorError("not-kept", "this device refused to keep the report, so nothing was drawn or sent", {
    cause,
    retryable: true,
  });
}

import { CandorError } from "../errors.js";

/** What is kept under some keys; `undefined` where nothing is. */
export type Texts = readonly (string | undefined)[];

/** Texts that outlast a reload and that tabs change one after the other. */
export interface Store {
  readonly where: "indexeddb" | "localstorage" | "memory";
  /** What is kept under `keys`. `not-kept` where the device refuses. */
  read(keys: readonly string[]): Promise<Texts>;
  /**
   * Replaces what is kept under `keys` by what `change` makes of it, in one step; gives what is kept then. Where
   * `change` throws, nothing changes. `not-kept` where the device refuses.
   */
  update(keys: readonly string[], change: (kept: Texts) => Texts): Promise<Texts>;
}

/** The name under which an origin keeps what is this package's. */
export const NAME = "candor";

export function notKept(): CandorError {
  return new CandorError(
    "not-kept",
    "this device refused to keep the report, so it was not drawn and nothing was sent",
  );
}

import { __wbg_reset_state, initSync } from "../dist/wasm/candor.js";
import deflated from "../dist/wasm/candor_deflated.js";
import { CandorError } from "./errors.js";
import { isRefusal, starter } from "./inflate.js";

/**
 * The perturbing module, compiled once per page or process. After a fault its instance is discarded and
 * replaced; everything made by an earlier instance is refused from then on.
 */
export const start = starter(deflated, (module) => void initSync({ module }));

let instance = 0;

/** The number of the running instance. */
export function running(): number {
  return instance;
}

/** Calls into instance `made`. Refusals become `CandorError`; any other fault discards the instance. */
export function call<T>(made: number, run: () => T): T {
  if (made !== instance) throw discarded();
  try {
    return run();
  } catch (thrown) {
    if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
    discard();
    throw discarded(thrown);
  }
}

function discard(): void {
  instance += 1;
  __wbg_reset_state();
}

function discarded(cause?: unknown): CandorError {
  return new CandorError("internal", "the perturbing module failed and was discarded; load the plan again", { cause });
}

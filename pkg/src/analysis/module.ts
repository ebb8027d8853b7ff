/** The module of `candor/analysis`: started at the first call, and anew after a fault. */
import { __wbg_reset_state, initSync } from "../../dist/wasm/analysis.js";
import deflated from "../../dist/wasm/analysis_deflated.js";
import { CandorError } from "../errors.js";
import { inflated, isRefusal, starter } from "../inflate.js";

const start = starter(
  () => inflated(deflated),
  (module) => void initSync({ module }),
);

/** Calls the module. */
export async function call<T>(run: () => T): Promise<T> {
  await start();
  return guarded(run);
}

/** Calls of the module as it is started now: they fail once it was started anew, where what they use is gone. */
export function begun(): <T>(run: () => T) => T {
  const started = generation;
  return (run) => {
    if (generation !== started) throw new CandorError("internal", "the module failed and was discarded; call again");
    return guarded(run);
  };
}

let generation = 0;

/** Refusals become `CandorError`; after any other fault the module is started anew. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
    __wbg_reset_state();
    generation += 1;
    throw new CandorError("internal", "the module failed and was discarded; call again", { cause: thrown });
  }
}

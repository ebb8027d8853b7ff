/** Calls the wasm modules of authors and analysts. */

import { CandorError, type SharedCode } from "../common/errors.js";
import { opened } from "./embedded.js";
import { starter } from "./starter.js";

/** Ways to call a module. */
export interface Calls {
  /** Starts the module if needed and calls it. */
  call<T>(run: () => T): Promise<T>;
  /**
   * Returns a function that calls the module only as long as it is not restarted: afterwards, objects in its memory are gone and
   * calls fail.
   */
  begun(): <T>(run: () => T) => T;
}

/** Makes the calls of a module, which is started at the first call and restarted after a fault. */
export function calls(initialise: (module: WebAssembly.Module) => void, startAnew: () => void): Calls {
  const start = starter(opened, initialise);
  let generation = 0;

  /** Turns refusals into `CandorError`; restarts the module after any other fault. */
  function guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (thrown) {
      if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
      startAnew();
      generation += 1;
      throw new CandorError("internal", "the module failed and was discarded; call again", { cause: thrown });
    }
  }

  return {
    async call(run) {
      await start();
      return guarded(run);
    },
    begun() {
      const started = generation;
      return (run) => {
        if (generation !== started)
          throw new CandorError("internal", "the module failed and was discarded; call again");
        return guarded(run);
      };
    },
  };
}

/** Whether the module refused its input, rather than failed. */
function isRefusal(thrown: unknown): thrown is Error & { code: SharedCode } {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string";
}

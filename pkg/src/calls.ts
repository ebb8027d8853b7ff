/** Modules that compute for whoever writes surveys or reads results. */
import { opened } from "./embedded.js";
import { CandorError, type SharedCode } from "./errors.js";
import { starter } from "./starter.js";

/** Calls of a module. */
export interface Calls {
  /** Calls the module. */
  call<T>(run: () => T): Promise<T>;
  /** Calls of the module as it is started now: they fail once it was started anew, where what they use is gone. */
  begun(): <T>(run: () => T) => T;
}

/** Calls of a module that is started at the first one, and anew after a fault. */
export function calls(initialise: (module: WebAssembly.Module) => void, startAnew: () => void): Calls {
  const start = starter(opened, initialise);
  let generation = 0;

  /** Refusals become `CandorError`; after any other fault the module is started anew. */
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

/** Whether the module refused something, which is no fault of it. */
function isRefusal(thrown: unknown): thrown is Error & { code: SharedCode } {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string";
}

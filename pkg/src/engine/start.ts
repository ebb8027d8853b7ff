import { CandorError } from "../common/errors.js";
import { opened } from "./embedded.js";
import type { Engine } from "./engine.js";
import { engineOf } from "./instance.js";
import { starter } from "./starter.js";

const begun = starter(opened, engineOf);
const instead = starter(
  () => import("./js/engine.js"),
  ({ engine }) => engine,
);

/**
 * Starts the perturbing module, compiled once per page or process. Where it cannot start and the fallback was chosen, loads the
 * same mechanism in JavaScript, a file that is loaded only then.
 */
export async function start(fallback: "js" | undefined): Promise<Engine> {
  try {
    return await begun();
  } catch (unavailable) {
    if (fallback === undefined) throw unavailable;
    return instead().catch((cause) => {
      const message = "neither WebAssembly nor JavaScript can perturb here";
      throw new CandorError("wasm-unavailable", message, { cause, retryable: true });
    });
  }
}

import { __wbg_reset_state, initSync, Plan } from "../dist/wasm/candor.js";
import { opened } from "./embedded.js";
import { CandorError } from "./errors.js";
import { starter } from "./inflate.js";
import { Perturbing } from "./perturbing.js";

const module = new Perturbing(Plan, true, __wbg_reset_state);
const begun = starter(opened, (opened) => void initSync({ module: opened }));
let instead: Promise<Perturbing> | undefined;

/**
 * The perturbing module, compiled once per page or process; where it cannot start and that was chosen, the same mechanism in
 * JavaScript, a file that is loaded there alone.
 */
export async function start(fallback: "js" | undefined): Promise<Perturbing> {
  try {
    await begun();
    return module;
  } catch (unavailable) {
    if (fallback === undefined) throw unavailable;
    instead ??= import("./javascript.js").then(({ Plan }) => new Perturbing(Plan, false, () => {}));
    return instead.catch((cause) => {
      instead = undefined;
      const message = "neither WebAssembly nor the mechanism in JavaScript can be had here";
      throw new CandorError("wasm-unavailable", message, { cause, retryable: true });
    });
  }
}

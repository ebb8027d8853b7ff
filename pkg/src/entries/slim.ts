/**
 * `candor` without its wasm module, which `init` is given: for bundlers and edge runtimes that load WebAssembly themselves.
 *
 * ```ts
 * import { init, loadPlan } from "candor/slim";
 * import module from "candor/candor.wasm";
 * await init(module);
 * ```
 */

export { init, type ModuleSource } from "../engine/init.js";
export * from "./index.js";

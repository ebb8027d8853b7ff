/**
 * `candor` without its wasm module, which `init` is given: for bundlers and edge runtimes that load WebAssembly themselves.
 *
 * ```ts
 * import { init, loadPlan } from "candor/slim";
 * import module from "candor/candor.wasm";
 * await init(module);
 * ```
 */

export * from "./index.js";
export { init, type ModuleSource } from "./init.js";

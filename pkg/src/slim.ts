/**
 * `candor` without its module, which `init` takes: for bundlers and edge runtimes that hand out WebAssembly themselves.
 *
 * ```ts
 * import { init, loadPlan } from "candor/slim";
 * import module from "candor/candor.wasm";
 * await init(module);
 * ```
 */

export * from "./index.js";
export { init, type ModuleSource } from "./init.js";

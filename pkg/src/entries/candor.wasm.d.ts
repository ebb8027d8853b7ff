import type { ModuleSource } from "../engine/init.js";

/** The perturbing module, as a bundler or an edge runtime provides it, for `init` of `candor/slim`. */
declare const module: ModuleSource;
export default module;

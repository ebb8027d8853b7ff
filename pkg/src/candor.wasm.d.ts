import type { ModuleSource } from "./init.js";

/** The module that perturbs, as a bundler or an edge runtime hands it over: `init` of `candor/slim` takes it. */
declare const module: ModuleSource;
export default module;

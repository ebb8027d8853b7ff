import deflated from "../dist/wasm/candor_deflated.js";
import { inflated } from "./inflate.js";

/** The perturbing module that stands in this file. */
export const opened = (): Promise<WebAssembly.Module> => inflated(deflated);

/** The module of `candor/analysis`. */
import { __wbg_reset_state, initSync } from "../../dist/wasm/analysis.js";
import deflated from "../../dist/wasm/analysis_deflated.js";
import { calls } from "../calls.js";

export const { begun, call } = calls(deflated, (module) => void initSync({ module }), __wbg_reset_state);

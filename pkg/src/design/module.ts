/** The module of `candor/design`. */
import { __wbg_reset_state, initSync } from "../../dist/wasm/design.js";
import deflated from "../../dist/wasm/design_deflated.js";
import { calls } from "../calls.js";

export const { call } = calls(deflated, (module) => void initSync({ module }), __wbg_reset_state);

/** Starts the wasm module of `candor/analysis` and calls it. */
import { __wbg_reset_state, initSync } from "../../dist/wasm/analysis.js";
import { calls } from "../engine/calls.js";

export const { begun, call } = calls((module) => void initSync({ module }), __wbg_reset_state);

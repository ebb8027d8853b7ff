/** Starts the wasm module of `candor/design` and calls it. */
import { __wbg_reset_state, initSync } from "../../dist/wasm/design.js";
import { calls } from "../engine/calls.js";

export const { call } = calls((module) => void initSync({ module }), __wbg_reset_state);

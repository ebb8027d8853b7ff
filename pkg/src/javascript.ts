/** The mechanism in JavaScript, for pages whose WebAssembly cannot start and that chose `fallback: "js"`. */
export { engine } from "./js/engine.js";

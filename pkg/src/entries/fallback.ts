/** Loads the mechanism in JavaScript, for pages where WebAssembly cannot start and that chose `fallback: "js"`. */
export { engine } from "../engine/js/engine.js";

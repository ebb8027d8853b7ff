/** The mechanism in JavaScript, for pages whose WebAssembly cannot start and that chose `fallback: "js"`. */
export { Plan } from "./js/plan.js";

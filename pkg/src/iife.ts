/** `candor` for a script tag, as the global `candor`. */
import * as everything from "./index.js";

declare global {
  var candor: typeof import("./index.js");
}

globalThis.candor = everything;

/** Bundles `candor` and `candor/sentences` for a script tag, as the global `candor`. */
import * as index from "./index.js";
import * as sentences from "./sentences.js";

declare global {
  var candor: typeof import("./index.js") & typeof import("./sentences.js");
}

globalThis.candor = { ...index, ...sentences };

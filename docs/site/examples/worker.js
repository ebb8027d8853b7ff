/** Runs an example, which comes as a message. What it prints, and how it ends, goes back as messages. */

import * as analysis from "../../../pkg/dist/analysis.js";
import * as design from "../../../pkg/dist/design.js";
import * as candor from "../../../pkg/dist/index.js";
import * as sentences from "../../../pkg/dist/sentences.js";
import { printed } from "./printed.js";
import { programOf } from "./program.js";

const MODULES = {
  candor,
  "candor/analysis": analysis,
  "candor/design": design,
  "candor/sentences": sentences,
};

/** In characters, how much an example may print before it is stopped: a page that gets lines faster than it can show them no longer responds. */
const MOST = 20_000;

let left = MOST;

function print(...values) {
  if (left < 0) return;
  const line = values.map(printed).join(" ").slice(0, left);
  postMessage({ printed: line });
  left -= line.length + 1;
  if (left < 0) postMessage({ error: "Stopped, as it prints more than is shown here." });
}

const own = { ...console, debug: print, error: print, info: print, log: print, table: print, warn: print };

function imported(module, name) {
  const known = Object.keys(MODULES);
  if (!known.includes(module)) throw new Error(`there is no "${module}" in this page, only ${known.join(", ")}`);
  if (name === undefined) return MODULES[module];
  if (!(name in MODULES[module])) throw new Error(`"${module}" exports no ${name}`);
  return MODULES[module][name];
}

addEventListener("message", async ({ data: code }) => {
  try {
    const value = await programOf(code)(imported, own);
    if (value !== undefined) print(value);
    postMessage({});
  } catch (error) {
    postMessage({ error: printed(error) });
  }
});

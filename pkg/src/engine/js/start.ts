import type { Engine } from "../engine.js";
import { engine } from "./engine.js";

/** Starts the mechanism in JavaScript; it needs no fallback. */
export async function start(): Promise<Engine> {
  return engine;
}

import type { Engine } from "../perturbing.js";
import { engine } from "./engine.js";

/** The mechanism in JavaScript, which has no other to fall back on. */
export async function start(): Promise<Engine> {
  return engine;
}

import type { Engine } from "../engine.js";
import { LawSampler, sha256 } from "./sampler.js";

/** The engine of the mechanism in JavaScript, without fixed work. */
export const engine: Engine = {
  fixedWork: false,
  open: () => ({ sha256, sampler: (law, mechanism) => new LawSampler(law, mechanism) }),
};

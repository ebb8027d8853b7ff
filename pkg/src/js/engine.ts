import type { Engine } from "../perturbing.js";
import { LawSampler, sha256 } from "./sampler.js";

/** The mechanism in JavaScript. */
export const engine: Engine = {
  fixedWork: false,
  open: () => ({ sha256, sampler: (law, mechanism) => new LawSampler(law, mechanism) }),
};

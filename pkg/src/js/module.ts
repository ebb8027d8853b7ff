import { Perturbing } from "../perturbing.js";
import { Plan } from "./plan.js";

const mechanism = new Perturbing(Plan, false, () => {});

/** The mechanism in JavaScript, which has no other to fall back on. */
export async function start(): Promise<Perturbing> {
  return mechanism;
}

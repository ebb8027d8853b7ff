/** Surveys of people who do not exist. */
import { simulate as simulated } from "../../dist/wasm/design.js";
import type { EstimatedCell } from "../analysis/estimate.js";
import { taken } from "../options.js";
import { randomBytes } from "../platform.js";
import type { PlanDocument } from "../types.js";
import { call } from "./module.js";

/** People who do not exist, and which tables are read of them. */
export interface Simulation {
  /** How many answer: a whole number below 2³². */
  readonly people: number;
  /** For every question, how many of an imagined population give each answer: whole numbers from 0. */
  readonly truth: readonly (readonly number[])[];
  /** The share of people whose answers to all questions go together, low with low and high with high; the others' are independent. */
  readonly together: number;
  readonly tables: readonly (readonly string[])[];
}

/** A table of shares, last attribute fastest: what was answered, and what is estimated. */
export interface Simulated {
  readonly attributes: readonly string[];
  readonly truth: readonly number[];
  readonly cells: readonly EstimatedCell[];
}

/**
 * What people drawn from an imagined population would answer to a plan, perturbed by its law, and what would be estimated. Nothing is
 * sent. Rejects with `CandorError`: `invalid-counts` where the truth is not of this plan, `empty-sample`, `unidentifiable-table`…
 */
export async function simulate(plan: PlanDocument, simulation: Simulation): Promise<readonly Simulated[]> {
  const [own, seed] = [taken(simulation), randomBytes(32)];
  return call(() => simulated(plan, own, seed));
}

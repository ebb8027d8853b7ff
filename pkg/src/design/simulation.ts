/** Simulates surveys of an imagined population. */
import { simulate as simulated } from "../../dist/wasm/design.js";
import type { EstimatedCell } from "../analysis/estimate.js";
import { taken } from "../common/options.js";
import { randomBytes } from "../common/platform.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** An imagined population, how many of it answer, and the tables to estimate. */
export interface Simulation {
  /** The number of respondents: a whole number below 2³². */
  readonly people: number;
  /**
   * For every question, how many of an imagined population give each answer: whole numbers from 0. For a follow-up, how many of
   * those whom it is asked; the last, for "not asked", plays no part.
   */
  readonly truth: readonly (readonly number[])[];
  /**
   * The share of people whose answers to all questions are associated, low with low and high with high; the answers of the others
   * are independent.
   */
  readonly together: number;
  readonly tables: readonly (readonly string[])[];
}

/** A table of shares, last attribute fastest: as answered, and as estimated. */
export interface Simulated {
  readonly attributes: readonly string[];
  readonly truth: readonly number[];
  readonly cells: readonly EstimatedCell[];
}

/**
 * Simulates a survey: draws answers of people from an imagined population, perturbs them by the plan's law, and estimates tables.
 * Nothing is sent. Rejects with `CandorError`: `invalid-counts` where the truth is not of this plan, `empty-sample`,
 * `unidentifiable-table`…
 */
export async function simulate(plan: PlanDocument, simulation: Simulation): Promise<readonly Simulated[]> {
  const [own, seed] = [taken(simulation), randomBytes(32)];
  return call(() => simulated(plan, own, seed));
}

/** Estimates from counts. */
import { estimate as estimated, estimable as judged } from "../../dist/wasm/analysis.js";
import { CandorError } from "../common/errors.js";
import { isTables } from "../common/kinds.js";
import { chosen, isGiven, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** The options of `estimate`. */
export interface EstimateOptions {
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
}

const ESTIMATE: Kinds<EstimateOptions> = { confidence: isGiven };

/** A share of the population with its standard error. */
export interface EstimatedCell {
  /** Unbiased: it may be below 0 or above 1. */
  readonly estimate: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
  /** The value to display: the estimate, clipped to its interval; null where there are too few reports. */
  readonly shown: number | null;
}

/** A table of shares, last attribute fastest. */
export interface Estimated {
  readonly attributes: readonly string[];
  /** The condition of the inversion: by how much it amplifies errors; 1 for not at all. */
  readonly condition: number;
  readonly cells: readonly EstimatedCell[];
}

/** Counts of perturbed records: whole numbers from 0. */
export type Counts =
  | readonly (number | bigint)[]
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float64Array;

/**
 * Computes the unbiased estimate of a table, with confidence intervals, from counts of perturbed records over `attributes`, last
 * attribute fastest. Rejects with `CandorError`: `empty-sample`, `unidentifiable-table`, `invalid-counts`…
 */
export async function estimate(
  plan: PlanDocument,
  attributes: readonly string[],
  counts: Counts,
  options: EstimateOptions = {},
): Promise<Estimated> {
  const { confidence = 0.95 } = chosen(options, ESTIMATE);
  return call(() => estimated(plan, attributes, counts, confidence));
}

/**
 * Whether each of these tables can be estimated, given enough reports: a plan may never ask some questions together. This depends
 * on the plan alone and is known before anybody answers. Rejects with `CandorError`: `unknown-attribute`, and `invalid-plan`…
 *
 * ```ts
 * const [together] = await estimable(plan, [["smoker", "age"]]);
 * ```
 */
export async function estimable(
  plan: PlanDocument,
  tables: readonly (readonly string[])[],
): Promise<readonly boolean[]> {
  if (!isTables(tables)) throw new CandorError("unknown-attribute", "tables are lists of names");
  return call(() => judged(plan, tables)) as Promise<readonly boolean[]>;
}

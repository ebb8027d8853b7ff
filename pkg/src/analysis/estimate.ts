/** Estimates from counts. */
import { estimate as estimated, estimable as judged } from "../../dist/wasm/analysis.js";
import { CandorError } from "../errors.js";
import { isTables } from "../kinds.js";
import { chosen, isGiven, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { call } from "./module.js";

/** How an estimate is made. */
export interface EstimateOptions {
  /** The chance that an interval holds the share; 0.95 unless given. */
  readonly confidence?: number;
}

const ESTIMATE: Kinds<EstimateOptions> = { confidence: isGiven };

/** A share of the population with its error. */
export interface EstimatedCell {
  /** Unbiased: it may be below 0 or above 1. */
  readonly estimate: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
  /** What people are shown: the estimate within its interval; null where there are too few reports to tell. */
  readonly shown: number | null;
}

/** A table of shares, last attribute fastest. */
export interface Estimated {
  readonly attributes: readonly string[];
  /** How much the inversion enlarges errors, 1 for none. */
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
 * The unbiased estimate of a table from counts of perturbed records over `attributes`, last attribute fastest, with
 * intervals. Rejects with `CandorError`: `empty-sample`, `unidentifiable-table`, `invalid-counts`…
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
 * Whether each of these tables can be estimated from enough reports: a plan may ask some questions never together. It follows from the
 * plan alone, before anybody answers. Rejects with `CandorError`: `unknown-attribute`, and `invalid-plan`…
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

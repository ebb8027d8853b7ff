/**
 * For whoever writes surveys and reads results, on their own device: plans from surveys, estimates from counts. It has
 * a module of its own, which respondents never load.
 *
 * ```ts
 * import { design, estimate } from "candor/analysis";
 * const { plan } = await design(survey);
 * const { cells } = await estimate(plan, ["smoker"], [812, 188]);
 * ```
 */
import { __wbg_reset_state, design as designed, estimate as estimated, initSync } from "../dist/wasm/analysis.js";
import deflated from "../dist/wasm/analysis_deflated.js";
import { CandorError } from "./errors.js";
import { isRefusal, starter } from "./inflate.js";
import { chosen, isBoolean, isGiven, type Kinds } from "./options.js";
import type { PlanDocument } from "./types.js";

/** How a survey is designed. */
export interface DesignOptions {
  /** The method, in place of the survey's. */
  readonly method?: string;
  /** Lets the published heuristic raise levels above what was asked for; refused otherwise. */
  readonly allowRaised?: boolean;
}

const DESIGN: Kinds<DesignOptions> = { method: isGiven, allowRaised: isBoolean };

/** How an estimate is made. */
export interface EstimateOptions {
  /** The chance that an interval holds the share; 0.95 unless given. */
  readonly confidence?: number;
}

const ESTIMATE: Kinds<EstimateOptions> = { confidence: isGiven };

/** A plan, and how it came about. */
export interface Designed {
  readonly plan: PlanDocument;
  /** Why the method was taken. */
  readonly reason: string;
  /** Questions that were given a lower ε than asked for, where that bought more than it cost. */
  readonly lowered: readonly string[];
}

/** A share of the population with its error. */
export interface EstimatedCell {
  readonly estimate: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
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
 * The plan of a survey document, the same as `candor design` writes. May take seconds for hundreds of different
 * questions: use a worker then. Rejects with `CandorError`: `invalid-survey`, `levels-conflict`, `infeasible-request`…
 */
export async function design(survey: object, options: DesignOptions = {}): Promise<Designed> {
  const { method, allowRaised = false } = chosen(options, DESIGN);
  return call(() => designed(survey, method, allowRaised));
}

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

const start = starter(deflated, (module) => void initSync({ module }));

/** Calls the module. Refusals become `CandorError`; after any other fault the module is started anew. */
async function call<T>(run: () => T): Promise<T> {
  await start();
  try {
    return run();
  } catch (thrown) {
    if (isRefusal(thrown)) throw new CandorError(thrown.code, thrown.message);
    __wbg_reset_state();
    throw new CandorError("internal", "the module failed and was discarded; call again", { cause: thrown });
  }
}

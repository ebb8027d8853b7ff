/** Plans from surveys, and what may be expected of them. */
import { design as designed, expectations as expected } from "../../dist/wasm/design.js";
import { chosen, isBoolean, isFunction, isGiven, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { call } from "./module.js";

/** How a survey is designed. */
export interface DesignOptions {
  /** The method, in place of the survey's. */
  readonly method?: string;
  /** Lets the published heuristic raise levels above what was asked for; refused otherwise. */
  readonly allowRaised?: boolean;
  /** Called at every step of a search; what it throws ends nothing. */
  readonly progress?: (step: SearchStep) => void;
}

/** A step of a search for a design. */
export interface SearchStep {
  /** How many forms are weighed. */
  readonly forms: number;
  /** How much a form that was found is worth more than the design so far, relative to it. */
  readonly gap: number;
}

const DESIGN: Kinds<DesignOptions> = { method: isGiven, allowRaised: isBoolean, progress: isFunction };

/** A plan, and how it came about. */
export interface Designed {
  readonly plan: PlanDocument;
  /** Why the method was taken. */
  readonly reason: string;
  /** Questions that were given a lower ε than asked for, where that bought more than it cost. */
  readonly lowered: readonly string[];
}

/** How much is to be expected of a design. */
export interface ExpectationOptions {
  /** A standard error of a cell, such as 0.01: how many respondents keep every table to be read at or below it. */
  readonly standardError?: number;
}

const EXPECTATION: Kinds<ExpectationOptions> = { standardError: isShare };

/** Between none and all. */
function isShare(value: unknown): boolean {
  return typeof value === "number" && value > 0 && value < 1;
}

/** The expected standard error of a cell of a table, root mean square over its cells; null where it cannot be read. */
export interface Expectation {
  readonly attributes: readonly string[];
  readonly standard_error: number | null;
  /** Of independent perturbation with the same record ε, at its best split. */
  readonly independent: number | null;
  /** Of the design with the smallest record ε for equal column levels. */
  readonly smallest_record_epsilon: number | null;
}

/** `expected` of what `candor design --format json` writes, under a uniform truth. */
export interface Expectations {
  /** Respondents times the expected total squared error of the tables to be read; null where one cannot be read. */
  readonly objective: number | null;
  /** What no protocol with this record ε and unbiased estimates is below. */
  readonly bound: number;
  /** The same error of other ways to spend the record ε. */
  readonly others: {
    readonly independent: number | null;
    readonly analysis: number | null;
    readonly random_table: number | null;
    /** What was not searched, since that would take longer than a comparison may. */
    readonly not_searched?: readonly "analysis"[];
  };
  /** Where a standard error was asked for. */
  readonly needed?: { readonly standard_error: number; readonly respondents: number | null };
  /** Where the survey states its respondents. */
  readonly respondents?: number;
  readonly tables?: readonly Expectation[];
}

/**
 * The plan of a survey document, the same as `candor design` writes. May take seconds for hundreds of different
 * questions: use a worker then, which can be ended. Rejects with `CandorError`: `invalid-survey`, `levels-conflict`, `infeasible-request`…
 */
export async function design(survey: object, options: DesignOptions = {}): Promise<Designed> {
  const { method, allowRaised = false, progress } = chosen(options, DESIGN);
  const watch = progress && ((forms: number, gap: number) => progress({ forms, gap }));
  return call(() => designed(survey, method, allowRaised, watch));
}

/**
 * What to expect of a survey's tables under its plan, for the `respondents` that the survey states: the numbers of
 * `candor design --format json`. Null where the tables have too many components. Rejects with `CandorError`:
 * `invalid-survey`, `invalid-plan`, `plan-mismatch` where the plan asks other questions.
 */
export async function expectations(
  survey: object,
  plan: PlanDocument,
  options: ExpectationOptions = {},
): Promise<Expectations | null> {
  const { standardError } = chosen(options, EXPECTATION);
  return call(() => expected(survey, plan, standardError));
}

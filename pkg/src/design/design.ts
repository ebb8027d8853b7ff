/** Makes plans of surveys, and computes the errors to expect of them. */
import { comparisons as compared, design as designed, expectations as expected } from "../../dist/wasm/design.js";
import { chosen, isBoolean, isFunction, isGiven, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/** The options of `design`. */
export interface DesignOptions {
  /** The method to use in place of the survey's. */
  readonly method?: string;
  /** Lets the published heuristic raise levels above those requested, which is refused otherwise. */
  readonly allowRaised?: boolean;
  /** Called at every step of a search; the search goes on if it throws. */
  readonly progress?: (step: SearchStep) => void;
}

/** A step of a search for a design. */
export interface SearchStep {
  /** The number of families of forms under consideration. */
  readonly forms: number;
  /** By how much the form just found would improve on the design so far, relative to it. */
  readonly gap: number;
}

const DESIGN: Kinds<DesignOptions> = { method: isGiven, allowRaised: isBoolean, progress: isFunction };

/** A plan, with the choices that led to it. */
export interface Designed {
  readonly plan: PlanDocument;
  /** Why this method was chosen. */
  readonly reason: string;
  /** Questions that got a lower ε than requested, where that gained more than it cost. */
  readonly lowered: readonly string[];
  /** The errors to expect, if the survey says `"reads": "best-guess"`. */
  readonly best_guess?: GuessExpectations;
}

/** Two errors of a design. */
export interface GuessErrors {
  /** The expected total squared error of the best guess of the tables to be read, under its prior. */
  readonly risk: number;
  /** Respondents times the expected total squared error of the unbiased tables, under a uniform truth. */
  readonly objective: number;
}

/** `best_guess` of what `candor design --format json` writes: the errors of a design for the best guess, beside the default design's. */
export interface GuessExpectations extends GuessErrors {
  readonly reads: string;
  readonly respondents: number;
  /** The largest `objective` in multiples of the default design's. */
  readonly error_ratio: number;
  /** A lower bound of `risk` for every protocol with this record ε. */
  readonly bound: number;
  /** How far `risk` is at most above that of the best mixture searched; null where there was no search. */
  readonly gap: number | null;
  readonly default: GuessErrors;
}

/** What to compute in addition to the expected errors. */
export interface ExpectationOptions {
  /**
   * A target standard error of a cell, such as 0.01: computes how many respondents keep every table to be read at or below it.
   */
  readonly standardError?: number;
}

const EXPECTATION: Kinds<ExpectationOptions> = { standardError: isShare };

/** Whether a value is strictly between 0 and 1. */
function isShare(value: unknown): boolean {
  return typeof value === "number" && value > 0 && value < 1;
}

/** The expected standard error of a cell of a table, root mean square over its cells; null where it cannot be read. */
export interface Expectation {
  readonly attributes: readonly string[];
  readonly standard_error: number | null;
  /** The same error under independent perturbation with the same record ε, split in the best way. */
  readonly independent: number | null;
  /** The same error under the design with the smallest record ε for equal column levels. */
  readonly smallest_record_epsilon: number | null;
}

/** What is expected of a declared mean score, averaged over the groups where it is by groups. */
export interface ExpectedScore {
  readonly score: string;
  readonly by: readonly string[];
  /** How far the largest possible score is from the smallest. */
  readonly range: number;
  /** Respondents times the expected squared error of the mean, in squares of the range; null where it cannot be read. */
  readonly objective: number | null;
  /** A lower bound of the objective if nothing else were read, for protocols that do not use the codes of the answers; null where some combinations of answers cannot occur. */
  readonly bound: number | null;
  /** Whether devices add up the score, round it at random and report it, and so use its codes: the objective may then be below the bound. */
  readonly reported: boolean;
  /** The expected standard error in points of the score; present where the survey states its respondents. */
  readonly standard_error?: number;
}

/** `expected` of what `candor design --format json` writes, under a uniform truth. */
export interface Expectations {
  /** Respondents times the expected total squared error of the tables to be read and, in squares of their ranges, of mean scores; null where one cannot be read. */
  readonly objective: number | null;
  /**
   * A lower bound of the objective for every protocol with this record ε and unbiased estimates; null where some combinations of answers
   * cannot occur, which estimates make use of, and where devices report scores: there is no bound then.
   */
  readonly bound: number | null;
  /** The same objective for other ways to spend the record ε. */
  readonly others: {
    readonly independent: number | null;
    readonly analysis: number | null;
    /** Null where mean scores are read, too, and where some combinations of answers cannot occur. */
    readonly random_table: number | null;
    /** Methods that were left out because searching them takes too long for a comparison. */
    readonly not_searched?: readonly "analysis"[];
  };
  /** Present where the survey declares mean scores. */
  readonly scores?: readonly ExpectedScore[];
  /** The respondents needed; present where a standard error was requested. */
  readonly needed?: { readonly standard_error: number; readonly respondents: number | null };
  /** Present where the survey states its respondents. */
  readonly respondents?: number;
  readonly tables?: readonly Expectation[];
}

/**
 * Designs the plan of a survey document, the same as `candor design` writes. May take seconds for hundreds of different
 * questions: use a worker then, which can be terminated. Rejects with `CandorError`: `invalid-survey`, `levels-conflict`,
 * `infeasible-request`…
 */
export async function design(survey: object, options: DesignOptions = {}): Promise<Designed> {
  const { method, allowRaised = false, progress } = chosen(options, DESIGN);
  const watch = progress && ((forms: number, gap: number) => progress({ forms, gap }));
  return call(() => designed(survey, method, allowRaised, watch));
}

/**
 * Computes the expected errors of a survey's tables under its plan, for the `respondents` that the survey states: the numbers of
 * `candor design --format json`. Null where the tables have too many components. Rejects with `CandorError`: `invalid-survey`,
 * `invalid-plan`, `plan-mismatch` where the plan asks other questions.
 */
export async function expectations(
  survey: object,
  plan: PlanDocument,
  options: ExpectationOptions = {},
): Promise<Expectations | null> {
  const { standardError } = chosen(options, EXPECTATION);
  return call(() => expected(survey, plan, standardError));
}

/** What it takes to find a difference that a survey names: `comparisons` of what `candor design --format json` writes. */
export interface ComparisonDocument {
  readonly of: string;
  readonly answer: string;
  readonly by: string;
  readonly groups: readonly { readonly answer: string; readonly size: number; readonly share: number }[];
  /** Present where the survey does not declare the table that shows the difference. */
  readonly undeclared?: true;
  /** The respondents of whom a test of independence at level 0.05 finds it with a power of 0.8; null where no number is enough. */
  readonly respondents: number | null;
  /** The power with the `respondents` that the survey states; absent where the table cannot be read. */
  readonly power?: number;
}

/**
 * Computes what it takes to find each of the survey's `comparisons` under its plan: the numbers of `candor design --format json`. Rejects like
 * `expectations`.
 */
export async function comparisons(survey: object, plan: PlanDocument): Promise<readonly ComparisonDocument[]> {
  return call(() => compared(survey, plan));
}

/** Computes how many respondents a test or a regression needs, as the command line does. */
import { power as found } from "../../dist/wasm/design.js";
import { isNumbers, isTexts } from "../common/kinds.js";
import { chosen, isNumber, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { call } from "./module.js";

/**
 * A test and the alternative to detect: the options of `candor power`. The alternative is one of `truth`, `proportions` and
 * `cramersV`.
 */
export interface PowerOptions {
  /** The questions and plain columns of the table that is tested. */
  readonly table: readonly string[];
  /** The hypothesis; independence unless given. */
  readonly test?: "independence" | "trend" | "tdt" | "fit";
  /** For a trend: the scores of the ordered question's categories. */
  readonly scores?: readonly number[];
  /** For a fit: the hypothesized shares of the cells. */
  readonly shares?: readonly number[];
  /** The shares of the true answers, a number for each cell, row by row. */
  readonly truth?: readonly number[];
  /** The share of the second of two answers in every group; the groups are the categories of the table's first attribute. */
  readonly proportions?: readonly number[];
  /** The strength, from 0 to 1, with which the second question increases with the first. */
  readonly cramersV?: number;
  /** The relative frequencies of the groups; equal unless given. */
  readonly groups?: readonly number[];
  /** The power: the probability with which the test is to reject; 0.8 unless given. */
  readonly power?: number;
  /** The significance level; 0.05 unless given. */
  readonly level?: number;
  /** A number of respondents for which to compute the power as well. */
  readonly respondents?: number;
}

/** A regression and the effect to detect in its coefficients: the options of `candor power --odds-ratio`. */
export interface CoefficientPowerOptions {
  /** The outcome, then the regressors: questions and plain columns. */
  readonly table: readonly string[];
  /** The odds ratio that a coefficient is to detect, or its inverse. */
  readonly oddsRatio: number;
  /** Categories to merge, also of the outcome: "age:30-44+45-59". */
  readonly join?: readonly string[];
  /** The relative frequencies of the outcome's answers; equal unless given. */
  readonly groups?: readonly number[];
  /** The shares of the true answers, a number for each cell, row by row, in place of `groups`. */
  readonly shares?: readonly number[];
  /** The power: the probability with which a coefficient is to be found significant; 0.8 unless given. */
  readonly power?: number;
  /** The significance level; 0.05 unless given. */
  readonly level?: number;
  /** A number of respondents for which to compute the standard errors as well. */
  readonly respondents?: number;
}

const POWER: Kinds<PowerOptions & CoefficientPowerOptions> = {
  table: isTexts,
  test: isText,
  scores: isNumbers,
  shares: isNumbers,
  truth: isNumbers,
  proportions: isNumbers,
  cramersV: isNumber,
  oddsRatio: isNumber,
  join: isTexts,
  groups: isNumbers,
  power: isNumber,
  level: isNumber,
  respondents: isNumber,
};

/** What a test needs under one law. */
export interface ProspectDocument {
  readonly record_epsilon: number;
  /** The respondents needed; null where no number detects the alternative. */
  readonly respondents: number | null;
  /** The power with the number of respondents in the options. */
  readonly power?: number;
  /** What one report adds to the noncentrality of the statistic. */
  readonly noncentrality: number;
  readonly degrees_of_freedom: number;
  /** How much larger the statistic's noise is than under the hypothesis. */
  readonly spread: number;
}

/** What a test needs: the document of `candor power --format json`. */
export interface PowerDocument {
  readonly test: string;
  readonly attributes: readonly string[];
  readonly level: number;
  readonly power: number;
  readonly respondents?: number;
  readonly plan: ProspectDocument;
  /** The same under independent perturbation of every question with the same record ε; null where that hides the table. */
  readonly independent: ProspectDocument | null;
  /** A lower bound for any protocol with that record ε. */
  readonly bound: { readonly respondents: number | null };
}

/** What a coefficient needs. */
export interface CoefficientProspectDocument {
  /** The answer whose odds against the outcome's first answer the coefficient describes. */
  readonly outcome: string;
  /** The question and its category; null for the intercept. */
  readonly term: readonly [string, string] | null;
  /** How many respondents detect the odds ratio with the power. */
  readonly respondents: number;
  /** The standard error with the number of respondents in the options. */
  readonly standard_error?: number;
}

/** What a regression needs: the document of `candor power --odds-ratio --format json`. */
export interface CoefficientPowerDocument {
  readonly outcome: string;
  readonly on: readonly string[];
  readonly join?: readonly string[];
  readonly odds_ratio: number;
  readonly level: number;
  readonly power: number;
  readonly respondents?: number;
  readonly record_epsilon: number;
  /** The number of respondents from which a fit without a ridge had a finite estimate in at least 19 of 20 simulated surveys. */
  readonly fitted_from: number;
  readonly coefficients: readonly CoefficientProspectDocument[];
}

/**
 * Computes how many respondents a test needs under a plan to detect the alternative, compared with independent perturbation and
 * with a bound for any protocol; with `oddsRatio`, how many the coefficients of a regression need. Rejects with `CandorError`:
 * `invalid-hypothesis`, `unknown-attribute`, `unidentifiable-table`, `invalid-confidence` for a level or a power.
 */
export async function power(plan: PlanDocument, options: CoefficientPowerOptions): Promise<CoefficientPowerDocument>;
export async function power(plan: PlanDocument, options: PowerOptions): Promise<PowerDocument>;
export async function power(
  plan: PlanDocument,
  options: PowerOptions | CoefficientPowerOptions,
): Promise<PowerDocument | CoefficientPowerDocument> {
  const own = chosen(options, POWER, "table");
  return call(() => found(plan, own)) as Promise<PowerDocument | CoefficientPowerDocument>;
}

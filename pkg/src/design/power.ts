/** How many respondents a test or a regression takes, as the command line writes it. */
import { power as found } from "../../dist/wasm/design.js";
import { isNumbers, isTexts } from "../kinds.js";
import { chosen, isNumber, isText, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { call } from "./module.js";

/** A test and what it is to find: the options of `candor power`. One of `truth`, `proportions` and `cramersV` says what is expected. */
export interface PowerOptions {
  /** The questions and plain columns of the table that is tested. */
  readonly table: readonly string[];
  /** Unless given, independence. */
  readonly test?: "independence" | "trend" | "tdt" | "fit";
  /** For a trend: the scores of the ordered question's categories. */
  readonly scores?: readonly number[];
  /** For a fit: the shares that the cells are said to have. */
  readonly shares?: readonly number[];
  /** The shares of the true answers, a number for each cell, row by row. */
  readonly truth?: readonly number[];
  /** The share of the second of two answers in every group: every category of what the table names first. */
  readonly proportions?: readonly number[];
  /** The strength, from 0 to 1, with which the second question rises with the first. */
  readonly cramersV?: number;
  /** How frequent the groups are; equally unless given. */
  readonly groups?: readonly number[];
  /** With which probability the test is to reject; 0.8 unless given. */
  readonly power?: number;
  /** The p-value at which it rejects; 0.05 unless given. */
  readonly level?: number;
  /** A number of respondents whose power is told as well. */
  readonly respondents?: number;
}

/** A regression and what is to be found of its coefficients: the options of `candor power --odds-ratio`. */
export interface CoefficientPowerOptions {
  /** The outcome, then what explains it: questions and plain columns. */
  readonly table: readonly string[];
  /** What a coefficient is to be found of: this odds ratio, or its inverse. */
  readonly oddsRatio: number;
  /** Categories that count as one, of the outcome as well: "age:30-44+45-59". */
  readonly join?: readonly string[];
  /** How frequent the outcome's answers are; equally unless given. */
  readonly groups?: readonly number[];
  /** The shares of the true answers, a number for each cell, row by row, in place of `groups`. */
  readonly shares?: readonly number[];
  /** With which probability a coefficient is to be found; 0.8 unless given. */
  readonly power?: number;
  /** The p-value at which it is; 0.05 unless given. */
  readonly level?: number;
  /** A number of respondents whose standard errors are told as well. */
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

/** What it takes under one law. */
export interface ProspectDocument {
  readonly record_epsilon: number;
  /** Null where no number finds what is expected. */
  readonly respondents: number | null;
  /** Of the number of respondents that was asked about. */
  readonly power?: number;
  /** What one report adds to the statistic. */
  readonly noncentrality: number;
  readonly degrees_of_freedom: number;
  /** How much larger the statistic's noise is than where the hypothesis holds. */
  readonly spread: number;
}

/** What a test takes: the document of `candor power --format json`. */
export interface PowerDocument {
  readonly test: string;
  readonly attributes: readonly string[];
  readonly level: number;
  readonly power: number;
  readonly respondents?: number;
  readonly plan: ProspectDocument;
  /** Independent perturbation of every question with the same record ε; null where it hides the table. */
  readonly independent: ProspectDocument | null;
  /** For any protocol with that record ε. */
  readonly bound: { readonly respondents: number | null };
}

/** What a coefficient takes. */
export interface CoefficientProspectDocument {
  /** The answer whose odds against the outcome's first one it is of. */
  readonly outcome: string;
  /** The question and its category; null for the constant. */
  readonly term: readonly [string, string] | null;
  /** Those that find the odds ratio with the power. */
  readonly respondents: number;
  /** With the number of respondents that was asked about. */
  readonly standard_error?: number;
}

/** What a regression takes: the document of `candor power --odds-ratio --format json`. */
export interface CoefficientPowerDocument {
  readonly outcome: string;
  readonly on: readonly string[];
  readonly join?: readonly string[];
  readonly odds_ratio: number;
  readonly level: number;
  readonly power: number;
  readonly respondents?: number;
  readonly record_epsilon: number;
  /** From so many respondents on a fit without a ridge had a finite estimate in at least 19 of 20 simulated surveys. */
  readonly fitted_from: number;
  readonly coefficients: readonly CoefficientProspectDocument[];
}

/**
 * How many respondents a test needs under a plan to find what is expected, beside independent perturbation and a bound for any protocol;
 * with `oddsRatio`, how many the coefficients of a regression need. Rejects with `CandorError`: `invalid-hypothesis`, `unknown-attribute`,
 * `unidentifiable-table`, `invalid-confidence` for a level or a power.
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

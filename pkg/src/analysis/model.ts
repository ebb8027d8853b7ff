/** Fits a regression of one question on others, as the command line does. */
import { model as fitted } from "../../dist/wasm/analysis.js";
import { isTexts } from "../common/kinds.js";
import { chosen, isBoolean, isNumber, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, written } from "./counts.js";
import { call } from "./module.js";
import type { StatisticDocument } from "./tests.js";

/** The model to fit: the options of `candor model`. */
export interface ModelOptions {
  /** The question to explain. */
  readonly outcome: string;
  /**
   * The regressors: questions and plain columns, separated by commas, and interactions of those that are listed:
   * "age,sex,age:sex".
   */
  readonly on: string;
  /** Categories to merge, also of the outcome: "age:30-44+45-59". */
  readonly join?: readonly string[];
  /** Adds a ridge penalty: estimates are always finite, and shrunk towards 0. */
  readonly ridge?: boolean;
  /** A nested model: some of these terms, tested for explaining as much as all; not with a ridge. */
  readonly against?: string;
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
}

const MODEL: Kinds<ModelOptions> = {
  outcome: isText,
  on: isText,
  join: isTexts,
  ridge: isBoolean,
  against: isText,
  confidence: isNumber,
};

/**
 * A log odds ratio: of an answer of the outcome against its first answer, for a category of a term against its first category.
 */
export interface CoefficientDocument {
  readonly outcome: string;
  /** The term and its category; null for the intercept. */
  readonly term: readonly [string, string] | null;
  readonly estimate: number;
  readonly standard_error: number;
  readonly interval: readonly [number, number];
  readonly test: StatisticDocument;
}

/** A regression: the document of `candor model --format json`. */
export interface ModelDocument {
  readonly outcome: string;
  readonly on: readonly string[];
  readonly join?: readonly string[];
  readonly confidence: number;
  readonly n: number;
  readonly coefficients: readonly CoefficientDocument[];
  /** The test of the whole model, with the hypothesis that all coefficients of the terms are 0; null with a ridge. */
  readonly overall: StatisticDocument | null;
  /** A test of each term, given the others; empty with a ridge. */
  readonly terms: readonly { readonly without: string; readonly test: StatisticDocument }[];
  /** The goodness of fit of the model to the table; null with a ridge. */
  readonly fit: StatisticDocument | null;
  /** The prior standard deviations of the coefficients under a ridge; null without one. */
  readonly ridge: { readonly slopes: number; readonly constants: number } | null;
  readonly steps: number;
  readonly against?: { readonly on: string; readonly test: StatisticDocument };
}

/**
 * Fits a logistic or multinomial regression, accounting for the plan's noise, from counts of the table of all its questions: the
 * outcome first, then the regressors in their order. Rejects with `CandorError`: `no-finite-estimate` where answers are
 * separated, `invalid-counts` where the table was not counted, `unidentifiable-table`, `too-large`, `invalid-confidence`…
 */
export async function model(plan: PlanDocument, counts: CountsDocument, options: ModelOptions): Promise<ModelDocument> {
  const own = chosen(options, MODEL, "outcome", "on");
  return call(() => fitted(plan, written(counts), own)) as Promise<ModelDocument>;
}

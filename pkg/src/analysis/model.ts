/** A regression of one question on others, as the command line writes it. */
import { model as fitted } from "../../dist/wasm/analysis.js";
import { chosen, isNumber, isText, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { type CountsDocument, written } from "./counts.js";
import { call } from "./module.js";
import type { StatisticDocument } from "./tests.js";

/** What is fitted: the options of `candor model`. */
export interface ModelOptions {
  /** The question that is explained. */
  readonly outcome: string;
  /** What explains it: questions and plain columns joined by commas, and products of them that are listed as well: "age,sex,age:sex". */
  readonly on: string;
  /** Some of these terms, which are tested to explain as much. */
  readonly against?: string;
  /** Of intervals; 0.95 unless given. */
  readonly confidence?: number;
}

const MODEL: Kinds<ModelOptions> = { outcome: isText, on: isText, against: isText, confidence: isNumber };

/** A logarithm of odds: of an answer of the outcome against its first one, for a category of a term against its first one. */
export interface CoefficientDocument {
  readonly outcome: string;
  /** The term and its category; null for the constant. */
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
  readonly confidence: number;
  readonly n: number;
  readonly coefficients: readonly CoefficientDocument[];
  /** Whether the terms tell anything: all their coefficients are 0. */
  readonly overall: StatisticDocument;
  /** What each term adds to the others. */
  readonly terms: readonly { readonly without: string; readonly test: StatisticDocument }[];
  /** Whether the model fits: what the table has beyond it. */
  readonly fit: StatisticDocument;
  readonly steps: number;
  readonly against?: { readonly on: string; readonly test: StatisticDocument };
}

/**
 * Fits a logistic or multinomial regression through the plan's noise, from counts of the table of all its questions: the outcome first,
 * then the regressors in their order. Rejects with `CandorError`: `no-finite-estimate` where answers are separated, `invalid-counts` where
 * the table was not counted, `unidentifiable-table`, `too-large`, `invalid-confidence`…
 */
export async function model(plan: PlanDocument, counts: CountsDocument, options: ModelOptions): Promise<ModelDocument> {
  const own = chosen(options, MODEL, "outcome", "on");
  return call(() => fitted(plan, written(counts), own)) as Promise<ModelDocument>;
}

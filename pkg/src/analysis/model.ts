/** A regression of one question on others, as the command line writes it. */
import { model as fitted } from "../../dist/wasm/analysis.js";
import { isTexts } from "../kinds.js";
import { chosen, isBoolean, isNumber, isText, type Kinds } from "../options.js";
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
  /** Categories that count as one: "age:30-44+45-59", of the outcome as well. */
  readonly join?: readonly string[];
  /** Penalise: estimates are always finite, and drawn towards 0. */
  readonly ridge?: boolean;
  /** Some of these terms, which are tested to explain as much; not with a ridge. */
  readonly against?: string;
  /** Of intervals; 0.95 unless given. */
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
  readonly join?: readonly string[];
  readonly confidence: number;
  readonly n: number;
  readonly coefficients: readonly CoefficientDocument[];
  /** Whether the terms tell anything: all their coefficients are 0; null with a ridge. */
  readonly overall: StatisticDocument | null;
  /** What each term adds to the others; nothing with a ridge. */
  readonly terms: readonly { readonly without: string; readonly test: StatisticDocument }[];
  /** Whether the model fits: what the table has beyond it; null with a ridge. */
  readonly fit: StatisticDocument | null;
  /** Standard deviations that coefficients are taken to have before anything is known, where there is a ridge. */
  readonly ridge: { readonly slopes: number; readonly constants: number } | null;
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

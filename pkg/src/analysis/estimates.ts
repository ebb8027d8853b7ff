/** Estimates tables, as the command line does. */
import { estimates as estimated } from "../../dist/wasm/analysis.js";
import { isTables, isTexts, isWhole } from "../common/kinds.js";
import { chosen, isBoolean, isNumber, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, requested, written } from "./counts.js";
import { call } from "./module.js";

/** Which tables to estimate, and how: the options of `candor estimate`. */
export interface EstimatesOptions {
  /** Tables, each a list of attributes; all that were counted unless given. */
  readonly tables?: readonly (readonly string[])[];
  /**
   * inverse (unless given: unbiased), loglinear (the best guess of all tables together, from the counts of every question and
   * pair), auto (loglinear for tables of up to two attributes), joint, independent, clusters, truncated, hybrid, likelihood …
   */
  readonly method?: string;
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
  /** Moves estimates to the nearest shares that are at least 0 and sum to 1. */
  readonly project?: boolean;
  /** Makes tables agree on their common margins. */
  readonly consistent?: boolean;
  /** Simultaneous confidence intervals for all cells of a table: bonferroni, sidak, max-z. */
  readonly simultaneous?: string;
  /** Attributes that form groups: shares are then conditional on the group, and differences between groups are added. */
  readonly given?: readonly string[];
  /** The reference group, a category of each attribute of `given`; the first group unless given. */
  readonly reference?: readonly string[];
  /** Shares of valid answers: "not asked", "no answer", and categories that a person refused or does not know are left out of the denominators. */
  readonly valid?: boolean;
  /** Adds the covariance of every table. */
  readonly covariance?: boolean;
  /** The size of the population that respondents were drawn from without replacement. */
  readonly population?: number;
  /** Counts the reports of every label at most as often as the plan draws it, so that forgers who choose an influential one move less. */
  readonly robust?: boolean;
}

const ESTIMATES: Kinds<EstimatesOptions> = {
  tables: isTables,
  method: isText,
  confidence: isNumber,
  project: isBoolean,
  consistent: isBoolean,
  simultaneous: isText,
  given: isTexts,
  reference: isTexts,
  valid: isBoolean,
  covariance: isBoolean,
  population: isWhole,
  robust: isBoolean,
};

/** How many forged reports would move a number by half the length of its interval, about; null where all reports together do not. */
export interface FragilityDocument {
  /** Forged reports that all have the label which moves the number most. */
  readonly worst_label: number | null;
  /** Forged reports with labels that are drawn as the plan says. */
  readonly label_as_drawn: number | null;
  /** People who follow the protocol and answer untruthfully. */
  readonly liars: number | null;
}

/** A share, or a difference of shares, with its standard error. */
export interface ShareDocument {
  /** Unbiased with the method `inverse`, and then possibly below 0 or above 1. */
  readonly estimate: number;
  /** Null with the method `loglinear`, whose bias is not known. */
  readonly standard_error: number | null;
  readonly lower: number;
  readonly upper: number;
  /** The value to display: the estimate, clipped to its interval; null where there are too few reports. */
  readonly shown: number | null;
  /** Of the unbiased estimate that the interval is around; missing with methods whose intervals are not those of the inverse. */
  readonly fragility?: FragilityDocument;
}

/** The share of a cell. */
export interface CellDocument extends ShareDocument {
  readonly categories: readonly string[];
  readonly standard_error_noise?: number;
  readonly standard_error_sampling?: number;
}

/** The difference between a share within a group and the same share within the reference group. */
export interface DifferenceDocument extends ShareDocument {
  readonly reference: readonly string[];
  readonly categories: readonly string[];
}

/** What speaks against the reports of a table: whatever people answered, the plan hardly ever leads to such labels, subsets or counts. */
export interface MisfitDocument {
  readonly test: "labels" | "agreement" | "subsets" | "counts";
  readonly attributes: readonly string[];
  /** The labels that speak most clearly against the plan, as it numbers them; perhaps none. */
  readonly labels: readonly number[];
  /** A bound on the p-value. */
  readonly probability: number;
}

/** An estimated table; cells in row-major order, the last attribute fastest. */
export interface TableDocument {
  readonly attributes: readonly string[];
  readonly method: string;
  readonly projected?: true;
  readonly reason?: string;
  readonly condition: number;
  /** The influence: by how much one forged report can move a share; null where that is unbounded. */
  readonly influence: number | null;
  readonly given?: readonly string[];
  /** Shares are of valid answers, and cells that have none are left out. */
  readonly valid?: true;
  readonly cells: readonly CellDocument[];
  readonly differences?: readonly DifferenceDocument[];
  readonly covariance?: readonly (readonly number[])[];
  readonly misfit?: MisfitDocument;
  readonly convergence?: unknown;
}

/** Estimates of `n` reports: the document of `candor estimate --format json`. */
export interface EstimatesDocument {
  readonly n: number;
  readonly confidence: number;
  readonly population?: number;
  readonly simultaneous?: string;
  readonly consistent?: true;
  readonly robust?: true;
  readonly tables: readonly TableDocument[];
  readonly warnings: readonly string[];
}

/**
 * Estimates tables of the true answers from counts of reports. Rejects with `CandorError`: `empty-sample`,
 * `unidentifiable-table`, `invalid-counts`, `invalid-confidence`, `invalid-groups`…
 */
export async function estimates(
  plan: PlanDocument,
  counts: CountsDocument,
  options: EstimatesOptions = {},
): Promise<EstimatesDocument> {
  return run(plan, counts, options, false) as Promise<EstimatesDocument>;
}

/** Estimates like `estimates`, and returns the text of `candor estimate --format csv`. */
export async function estimatesCsv(
  plan: PlanDocument,
  counts: CountsDocument,
  options: EstimatesOptions = {},
): Promise<string> {
  return run(plan, counts, options, true) as Promise<string>;
}

function run(plan: PlanDocument, counts: CountsDocument, options: EstimatesOptions, csv: boolean): Promise<unknown> {
  const own = requested(chosen(options, ESTIMATES));
  return call(() => estimated(plan, written(counts), own, csv));
}

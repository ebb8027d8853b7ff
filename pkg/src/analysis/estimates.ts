/** Estimates of tables, as the command line writes them. */
import { estimates as estimated } from "../../dist/wasm/analysis.js";
import { isTables, isTexts, isWhole } from "../kinds.js";
import { chosen, isBoolean, isNumber, isText, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { type CountsDocument, written } from "./counts.js";
import { call } from "./module.js";

/** How tables are estimated: the options of `candor estimate`. */
export interface EstimatesOptions {
  /** Tables, each a list of attributes; all that were counted unless given. */
  readonly tables?: readonly (readonly string[])[];
  /** auto, inverse (unless given), joint, independent, clusters, truncated, hybrid, likelihood … */
  readonly method?: string;
  /** The chance that an interval holds the share; 0.95 unless given. */
  readonly confidence?: number;
  /** Moves estimates to the nearest shares that are at least 0 and sum to 1. */
  readonly project?: boolean;
  /** Makes tables agree on their common margins. */
  readonly consistent?: boolean;
  /** Intervals of a table that all hold at once: bonferroni, sidak, max-z. */
  readonly simultaneous?: string;
  /** Attributes that form groups: shares are then taken within them, and differences between groups given. */
  readonly given?: readonly string[];
  /** The group of reference, a category of each attribute of `given`; the first unless given. */
  readonly reference?: readonly string[];
  /** Adds the covariance of every table. */
  readonly covariance?: boolean;
  /** How many people the respondents were drawn from, each at most once. */
  readonly population?: number;
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
  covariance: isBoolean,
  population: isWhole,
};

/** A share, or a difference of shares, with its error. */
export interface ShareDocument {
  /** By the method `inverse` it is unbiased, and may then be below 0 or above 1. */
  readonly estimate: number;
  readonly standard_error: number;
  readonly lower: number;
  readonly upper: number;
  /** What people are shown: the estimate within its interval; null where there are too few reports to tell. */
  readonly shown: number | null;
}

/** The share of a cell. */
export interface CellDocument extends ShareDocument {
  readonly categories: readonly string[];
  readonly standard_error_noise?: number;
  readonly standard_error_sampling?: number;
}

/** How far a share within a group is from that within the group of reference. */
export interface DifferenceDocument extends ShareDocument {
  readonly reference: readonly string[];
  readonly categories: readonly string[];
}

/** An estimated table; cells in row-major order, the last attribute fastest. */
export interface TableDocument {
  readonly attributes: readonly string[];
  readonly method: string;
  readonly projected?: true;
  readonly reason?: string;
  readonly condition: number;
  /** How far one forged report can move a share; null where that is not bounded. */
  readonly influence: number | null;
  readonly given?: readonly string[];
  readonly cells: readonly CellDocument[];
  readonly differences?: readonly DifferenceDocument[];
  readonly covariance?: unknown;
  readonly misfit?: unknown;
  readonly convergence?: unknown;
}

/** Estimates of `n` reports: the document of `candor estimate --format json`. */
export interface EstimatesDocument {
  readonly n: number;
  readonly confidence: number;
  readonly population?: number;
  readonly simultaneous?: string;
  readonly consistent?: true;
  readonly tables: readonly TableDocument[];
  readonly warnings: readonly string[];
}

/**
 * Tables of the true answers from counts of reports. Rejects with `CandorError`: `empty-sample`, `unidentifiable-table`,
 * `invalid-counts`, `invalid-confidence`, `invalid-groups`…
 */
export async function estimates(
  plan: PlanDocument,
  counts: CountsDocument,
  options: EstimatesOptions = {},
): Promise<EstimatesDocument> {
  const own = chosen(options, ESTIMATES);
  return call(() => estimated(plan, written(counts), own, false));
}

/** The same as the text of `candor estimate --format csv`. */
export async function estimatesCsv(
  plan: PlanDocument,
  counts: CountsDocument,
  options: EstimatesOptions = {},
): Promise<string> {
  const own = chosen(options, ESTIMATES);
  return call(() => estimated(plan, written(counts), own, true));
}

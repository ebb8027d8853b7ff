/** Estimates scores, as the command line does. */
import { scores as estimated, scoreTables as needed } from "../../dist/wasm/analysis.js";
import { isNumbers, isTexts } from "../common/kinds.js";
import { chosen, isNumber, isPlain, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, written } from "./counts.js";
import type { ShareDocument } from "./estimates.js";
import { call } from "./module.js";
import { divided, type Margins } from "./weights.js";

/** Which scores to estimate, and how: the options of `candor scores`. */
export interface ScoresOptions {
  /** Scores of the plan, and questions with several choices, of which it is how many were chosen; all unless given. */
  readonly of?: readonly string[];
  /** An attribute whose categories form groups: adds their means, spread and reliability, and the differences of means. */
  readonly by?: string;
  /** The quantiles, each as the share of people below it; the quartiles unless given. */
  readonly quantiles?: readonly number[];
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
  /** Known margins of the population, to which reports are weighted as in `weighted`; then the tables hold the margins' columns, too. */
  readonly margins?: Margins;
}

const SCORES: Kinds<ScoresOptions> = {
  of: isTexts,
  by: isText,
  quantiles: isNumbers,
  confidence: isNumber,
  margins: isPlain,
};

/** A number, such as one in the units of a score, with its standard error. */
export interface MeanDocument {
  /** Nearly unbiased, and possibly outside of what the number can be. */
  readonly estimate: number;
  readonly standard_error: number;
  readonly lower: number;
  readonly upper: number;
  /** The value to display: the estimate, clipped to its interval; null where there are too few reports. */
  readonly shown: number | null;
}

/** A quantile: the first value that at least this share of people do not exceed. */
export interface QuantileDocument {
  readonly share: number;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** The value to display; null where there are too few reports. */
  readonly shown: number | null;
}

/** A score in a group of people. */
export interface GroupScoreDocument {
  readonly group: string;
  /** Null where nobody in the group is estimated to have answered. */
  readonly mean: MeanDocument | null;
  /** Null where that of everybody is, or where the tables of the items with the groups are large or hidden by the plan. */
  readonly standard_deviation: MeanDocument | null;
  /** Cronbach's α; null in the same cases. */
  readonly alpha: MeanDocument | null;
}

/** The mean of a group less that of another one. */
export interface GroupDifferenceDocument {
  readonly group: string;
  readonly reference: string;
  readonly difference: MeanDocument;
  /** Of the hypothesis that there is no difference. */
  readonly p_value: number;
}

/** A score. */
export interface ScoreDocument {
  readonly name: string;
  /** The number of reports. */
  readonly n: number;
  /** Of reports with weights, as how many of equal weight they count. */
  readonly effective?: number;
  /** The least and the largest value that the score can have. */
  readonly least: number;
  readonly most: number;
  readonly mean: MeanDocument;
  /** Null for more than 12 items, and where the estimated variance is not above 0. */
  readonly standard_deviation: MeanDocument | null;
  /** Cronbach's α; null also for the number of choices, and where the variance is not told apart from 0. */
  readonly alpha: MeanDocument | null;
  /** Null where `distribution` is. */
  readonly quantiles: readonly QuantileDocument[] | null;
  /** The share of every value among those who answered all items; null where the table of these is too large, or hidden by the plan. */
  readonly distribution: readonly { readonly value: number; readonly share: ShareDocument }[] | null;
  /** Missing without groups. */
  readonly groups?: readonly GroupScoreDocument[];
  readonly differences?: readonly GroupDifferenceDocument[];
}

/** Scores: the document of `candor scores --format json`. */
export interface ScoresDocument {
  readonly confidence: number;
  /** The attribute whose categories form groups. */
  readonly by?: string;
  readonly scores: readonly ScoreDocument[];
}

/**
 * The tables that `scores` needs with these options, for `countReports`. Rejects with `CandorError`: `invalid-score` where the plan
 * has none or not these, `unknown-attribute`, `invalid-hypothesis` for groups by an item, `invalid-confidence`…
 *
 * ```ts
 * const { counts } = await countReports(plan, reports, { tables: await scoreTables(plan, { by: "sex" }) });
 * const { scores: [climate] } = await scores(plan, counts, { by: "sex" });
 * ```
 */
export async function scoreTables(
  plan: PlanDocument,
  options: ScoresOptions = {},
): Promise<readonly (readonly string[])[]> {
  const [margins, own] = divided(chosen(options, SCORES));
  return call(() => needed(plan, margins, own)) as Promise<readonly (readonly string[])[]>;
}

/**
 * Estimates scores, and how many choices were made, from the counts of the tables of `scoreTables`. Rejects with `CandorError`: the
 * errors of `scoreTables`, `invalid-counts` where a table was not counted, `unidentifiable-table`, `undefined-statistic`, `empty-sample`…
 */
export async function scores(
  plan: PlanDocument,
  counts: CountsDocument,
  options: ScoresOptions = {},
): Promise<ScoresDocument> {
  const [margins, own] = divided(chosen(options, SCORES));
  return call(() => estimated(plan, written(counts), margins, own, false)) as Promise<ScoresDocument>;
}

/** Estimates like `scores`, and returns the text of `candor scores --format csv`. */
export async function scoresCsv(
  plan: PlanDocument,
  counts: CountsDocument,
  options: ScoresOptions = {},
): Promise<string> {
  const [margins, own] = divided(chosen(options, SCORES));
  return call(() => estimated(plan, written(counts), margins, own, true)) as Promise<string>;
}

/** Estimates rankings, as the command line does. */
import { rankings as estimated, rankingTables as needed } from "../../dist/wasm/analysis.js";
import { isTexts } from "../common/kinds.js";
import { chosen, isNumber, isPlain, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, written } from "./counts.js";
import { call } from "./module.js";
import type { GroupDifferenceDocument, MeanDocument } from "./scores.js";
import { divided, type Margins } from "./weights.js";

/** Which rankings to estimate, and how: the options of `candor rankings`. */
export interface RankingsOptions {
  /** Questions whose items are put in order; all unless given. */
  readonly of?: readonly string[];
  /** An attribute whose categories form groups: adds the shares of first places and the mean ranks in each, and the differences from the first group. */
  readonly by?: string;
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
  /** Known margins of the population, to which reports are weighted as in `weighted`; then the tables hold the margins' columns, too. */
  readonly margins?: Margins;
}

const RANKINGS: Kinds<RankingsOptions> = { of: isTexts, by: isText, confidence: isNumber, margins: isPlain };

/** An item of a ranking, by the name of its attribute. */
export interface RankedItemDocument {
  readonly item: string;
  /** The share of people who put it first. */
  readonly first: MeanDocument;
  /** Without a place it has the mean of the places that are not given. */
  readonly mean_rank: MeanDocument;
  /** The same in every group, null where nobody in it is estimated to have answered; missing without groups. */
  readonly groups?: readonly {
    readonly group: string;
    readonly first: MeanDocument | null;
    readonly mean_rank: MeanDocument | null;
  }[];
  /** Of the mean ranks. */
  readonly differences?: readonly GroupDifferenceDocument[];
  /** Of the shares of people who put it first. */
  readonly first_differences?: readonly GroupDifferenceDocument[];
}

/** A ranking. */
export interface RankingDocument {
  readonly name: string;
  /** The number of reports. */
  readonly n: number;
  /** Of reports with weights, as how many of equal weight they count. */
  readonly effective?: number;
  readonly items: readonly RankedItemDocument[];
  /** For every two items the shares of people who put one before the other, and whether these differ. */
  readonly pairs: readonly {
    readonly item: string;
    readonly other: string;
    readonly before: MeanDocument;
    readonly after: MeanDocument;
    readonly p_value: number;
  }[];
}

/** Rankings: the document of `candor rankings --format json`. */
export interface RankingsDocument {
  readonly confidence: number;
  /** The attribute whose categories form groups. */
  readonly by?: string;
  readonly rankings: readonly RankingDocument[];
}

/**
 * The tables that `rankings` needs with these options, for `countReports`, with the questions that take noise from them. Rejects with
 * `CandorError`: `unknown-attribute` where the plan has no rankings or not these, `invalid-hypothesis` for groups by an item, `invalid-confidence`…
 *
 * ```ts
 * const { counts } = await countReports(plan, reports, { tables: await rankingTables(plan, { by: "sex" }) });
 * const { rankings: [first] } = await rankings(plan, counts, { by: "sex" });
 * ```
 */
export async function rankingTables(
  plan: PlanDocument,
  options: RankingsOptions = {},
): Promise<readonly (readonly string[])[]> {
  const [margins, own] = divided(chosen(options, RANKINGS));
  return call(() => needed(plan, margins, own)) as Promise<readonly (readonly string[])[]>;
}

/**
 * Estimates rankings from the counts of the tables of `rankingTables`, or, with larger errors, from tables of every item, of every two, and
 * of every item with the groups. Rejects with `CandorError`: the errors of `rankingTables`, `invalid-counts` where a table was not counted,
 * `unidentifiable-table`, `undefined-statistic`, `empty-sample`…
 */
export async function rankings(
  plan: PlanDocument,
  counts: CountsDocument,
  options: RankingsOptions = {},
): Promise<RankingsDocument> {
  const [margins, own] = divided(chosen(options, RANKINGS));
  return call(() => estimated(plan, written(counts), margins, own, false)) as Promise<RankingsDocument>;
}

/** Estimates like `rankings`, and returns the text of `candor rankings --format csv`. */
export async function rankingsCsv(
  plan: PlanDocument,
  counts: CountsDocument,
  options: RankingsOptions = {},
): Promise<string> {
  const [margins, own] = divided(chosen(options, RANKINGS));
  return call(() => estimated(plan, written(counts), margins, own, true)) as Promise<string>;
}

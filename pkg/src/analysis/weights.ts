/** Estimates tables of a population from reports that weigh differently, as the command line does. */
import { weighted as estimated, weightedTables as needed } from "../../dist/wasm/analysis.js";
import { isTables, isTexts } from "../common/kinds.js";
import { chosen, isBoolean, isNumber, isPlain, isText, type Kinds } from "../common/options.js";
import { attempt } from "../common/refusal.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, written } from "./counts.js";
import type { DifferenceDocument, ShareDocument } from "./estimates.js";
import { call } from "./module.js";

/**
 * Known margins of a population: by the name of a plain column, or of several with commas between them, the shares or the numbers of people
 * of their categories: `{ region: { north: 0.3, south: 0.7 } }`.
 */
export type Margins = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the weights match, and which tables are estimated: options of `candor weigh`. */
export interface WeightedOptions {
  readonly margins: Margins;
  /** Tables, each a list of attributes; every single question and plain column unless given. */
  readonly tables?: readonly (readonly string[])[];
  /** `inverse` unless given, or `loglinear`: the best guess of all questions and pairs together, for which all these are needed. */
  readonly method?: "inverse" | "loglinear";
  /** The confidence level of the intervals; 0.95 unless given. */
  readonly confidence?: number;
  /** Attributes of the tables whose categories form groups: shares are then within these. */
  readonly given?: readonly string[];
  /** The reference group of the differences, by its categories; the first group unless given. */
  readonly reference?: readonly string[];
  /** Whether refusals and missing answers are left out of the denominators. */
  readonly valid?: boolean;
}

const WEIGHTED: Kinds<WeightedOptions> = {
  margins: isPlain,
  tables: isTables,
  method: isText,
  confidence: isNumber,
  given: isTexts,
  reference: isTexts,
  valid: isBoolean,
};

/** The share of a cell in the population. */
export interface WeightedCellDocument extends ShareDocument {
  readonly categories: readonly string[];
}

/** A weighted table; cells in row-major order, the last attribute fastest. */
export interface WeightedTableDocument {
  readonly attributes: readonly string[];
  /** The number of reports. */
  readonly n: number;
  /** The effective sample size: `n` divided by the design effect of the weights. */
  readonly effective: number;
  /** Where shares are best guesses, which have no standard errors, and what readers should know of these. */
  readonly method?: "loglinear";
  readonly reason?: string;
  /** The attributes that form groups, and whether shares are of valid answers, where that was asked for. */
  readonly given?: readonly string[];
  readonly valid?: true;
  readonly cells: readonly WeightedCellDocument[];
  /** The differences of every group from the reference group, where shares are within groups. */
  readonly differences?: readonly DifferenceDocument[];
}

/** Estimates of a population: the document of `candor weigh --format json`. */
export interface WeightedDocument {
  readonly confidence: number;
  readonly tables: readonly WeightedTableDocument[];
}

/**
 * The tables that `weighted` needs with these options, for `countReports`: each table together with the columns of the margins. Rejects with
 * `CandorError`: `unknown-column` where a margin is not of plain columns of the plan, `invalid-weights`, `unknown-attribute`…
 *
 * ```ts
 * const margins = { region: { north: 0.3, south: 0.7 } };
 * const { counts } = await countReports(plan, reports, { tables: await weightedTables(plan, { margins }) });
 * const { tables: [smokers] } = await weighted(plan, counts, { margins, tables: [["smoker"]] });
 * ```
 */
export async function weightedTables(
  plan: PlanDocument,
  options: WeightedOptions,
): Promise<readonly (readonly string[])[]> {
  const [margins, own] = asked(options);
  return call(() => needed(plan, margins, own)) as Promise<readonly (readonly string[])[]>;
}

/**
 * Estimates tables of a population from the counts of the tables of `weightedTables`, with weights that have these margins. Rejects with
 * `CandorError`: the errors of `weightedTables`, `invalid-counts` where a table was not counted, `invalid-weights` where no weights have the
 * margins, `unidentifiable-table`, `empty-sample`…
 */
export async function weighted(
  plan: PlanDocument,
  counts: CountsDocument,
  options: WeightedOptions,
): Promise<WeightedDocument> {
  const [margins, own] = asked(options);
  return call(() => estimated(plan, written(counts), margins, own, false)) as Promise<WeightedDocument>;
}

/** Estimates like `weighted`, and returns the text of `candor weigh --format csv`. */
export async function weightedCsv(
  plan: PlanDocument,
  counts: CountsDocument,
  options: WeightedOptions,
): Promise<string> {
  const [margins, own] = asked(options);
  return call(() => estimated(plan, written(counts), margins, own, true)) as Promise<string>;
}

/** The margins as JSON, and the other options. */
function asked(options: WeightedOptions): [string, Omit<WeightedOptions, "margins">] {
  const { margins, ...own } = chosen(options, WEIGHTED, "margins");
  return [asJson(margins), own];
}

/** The margins as JSON, if there are any, and the other options. */
export function divided<Of extends { readonly margins?: Margins }>({
  margins,
  ...own
}: Of): [string | undefined, Omit<Of, "margins">] {
  return [margins && asJson(margins), own];
}

/** The margins as JSON. */
function asJson(margins: Margins): string {
  return attempt(() => JSON.stringify(margins), "invalid-weights", "margins are not valid JSON");
}

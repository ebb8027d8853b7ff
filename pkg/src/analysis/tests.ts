/** Tests of hypotheses, as the command line writes them. */
import { tests as tested } from "../../dist/wasm/analysis.js";
import { CandorError } from "../errors.js";
import { isNumbers, isTables } from "../kinds.js";
import { chosen, isGiven, isNumber, isPlain, isText, type Kinds } from "../options.js";
import type { PlanDocument } from "../types.js";
import { type CountsDocument, written } from "./counts.js";
import { call } from "./module.js";

/** How tables are tested: the options of `candor test`. */
export interface TestOptions {
  /** Tables, each a list of attributes; needed but for `screen`. */
  readonly tables?: readonly (readonly string[])[];
  /** Unless given, independence. `screen` tests that of every pair and sorts them; `equality` needs `other`. */
  readonly test?: "independence" | "screen" | "trend" | "tdt" | "fit" | "equality";
  /** For a trend: the scores of the ordered question's categories. */
  readonly scores?: readonly number[];
  /** For a fit: the shares that the cells are said to have. */
  readonly shares?: readonly number[];
  /** The reconstruction of the published statistic; inverse unless given. */
  readonly method?: string;
  /**
   * What the calibrated p-value is of; the score unless given. The likelihood ratio tests independence and fit, needs the subsets of labelled
   * reports in the counts, and takes seconds where reports are many.
   */
  readonly statistic?: "score" | "likelihood-ratio";
  /** A hypothesis is called rejected where its p-value, adjusted where there are several, is below this; 0.05 unless given. */
  readonly level?: number;
  /** The other survey or wave, of other people; its plan where that is another one. */
  readonly other?: { readonly counts: CountsDocument; readonly plan?: PlanDocument };
}

const TESTS: Kinds<TestOptions> = {
  tables: isTables,
  test: isText,
  scores: isNumbers,
  shares: isNumbers,
  method: isText,
  statistic: isText,
  level: isNumber,
  other: isGiven,
};

/** A statistic with the law it has where the hypothesis holds. */
export interface StatisticDocument {
  readonly value: number;
  readonly degrees_of_freedom: number;
  readonly p_value: number;
}

/** From which law of the statistic a calibrated p-value comes. */
export interface NullDistributionDocument {
  /** `permutation` is exact; `bootstrap` draws surveys of which the hypothesis holds. */
  readonly method: "chi-squared" | "permutation" | "bootstrap";
  /** Surveys that were drawn; 0 for `chi-squared`. */
  readonly draws: number;
  /** Of the p-value, for there being no more draws. */
  readonly standard_error: number;
  readonly chi_squared_p_value: number;
  /** Whether reports are too few for a χ² law and the table is too large to be simulated. */
  readonly rough: boolean;
}

/** An effect, null where it is not finite. */
export interface EffectDocument {
  readonly estimate: number | null;
  readonly lower: number;
  readonly upper: number | null;
}

/** What was found of one table. */
export interface TestedTable {
  readonly attributes: readonly string[];
  readonly n: number;
  /** The one to use: the noise of the plan is in it. */
  readonly calibrated: StatisticDocument;
  /** As it is published for true answers; null where the reconstructed counts have none. */
  readonly published: StatisticDocument | null;
  readonly least_expected: number | null;
  readonly null_distribution: NullDistributionDocument;
  readonly rejected: boolean;
  readonly method: string;
  /** How strongly two attributes go together, with a 95 % interval; absent where noise hides a category, and for other tests. */
  readonly strength?: {
    readonly cramers_v: number;
    readonly lower: number;
    readonly upper: number;
  };
  /** Of two groups and two outcomes. */
  readonly effects?: {
    readonly risk_ratio: EffectDocument;
    readonly odds_ratio: EffectDocument;
    readonly difference: EffectDocument;
  };
  /** Adjusted p-values, where there are several tables. */
  readonly holm?: number;
  readonly benjamini_hochberg?: number;
}

/** Tests of one kind: the document of `candor test --format json`. */
export interface TestsDocument {
  readonly test: string;
  readonly statistic: "score" | "likelihood-ratio";
  readonly level: number;
  readonly use: "calibrated";
  readonly tables: readonly TestedTable[];
  readonly warnings: readonly string[];
}

/**
 * Tests what is said of tables, from counts of reports. Rejects with `CandorError`: `invalid-hypothesis`, `invalid-counts` where
 * a table was not counted, `unidentifiable-table`, `invalid-confidence` for a level…
 */
export async function tests(
  plan: PlanDocument,
  counts: CountsDocument,
  options: TestOptions = {},
): Promise<TestsDocument> {
  return run(plan, counts, options, false) as Promise<TestsDocument>;
}

/** The same as the text of `candor test --format csv`. */
export async function testsCsv(plan: PlanDocument, counts: CountsDocument, options: TestOptions = {}): Promise<string> {
  return run(plan, counts, options, true) as Promise<string>;
}

function run(plan: PlanDocument, counts: CountsDocument, options: TestOptions, csv: boolean): Promise<unknown> {
  const { other, ...own } = chosen(options, TESTS);
  if (other !== undefined && !isPlain(other))
    throw new CandorError("invalid-options", 'the option "other" is no plain object');
  const others = other ? written(other.counts) : "null";
  return call(() => tested(plan, written(counts), own, other?.plan ?? plan, others, csv));
}

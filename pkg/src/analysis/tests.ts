/** Tests hypotheses about tables, as the command line does. */
import { tests as tested } from "../../dist/wasm/analysis.js";
import { CandorError } from "../common/errors.js";
import { isNumbers, isTables } from "../common/kinds.js";
import { chosen, isBoolean, isGiven, isNumber, isPlain, isText, type Kinds } from "../common/options.js";
import type { PlanDocument } from "../common/types.js";
import { type CountsDocument, requested, written } from "./counts.js";
import type { FragilityDocument } from "./estimates.js";
import { call } from "./module.js";

/** What is tested, and how: the options of `candor test`. */
export interface TestOptions {
  /** Tables, each a list of attributes; required except for `screen`. */
  readonly tables?: readonly (readonly string[])[];
  /**
   * The hypothesis; independence unless given. `screen` tests the independence of every pair and sorts the pairs; `equality`
   * needs `other`.
   */
  readonly test?: "independence" | "screen" | "trend" | "tdt" | "fit" | "equality";
  /** For a trend: the scores of the ordered question's categories. */
  readonly scores?: readonly number[];
  /** For a fit: the hypothesized shares of the cells. */
  readonly shares?: readonly number[];
  /** How the published statistic reconstructs counts; inverse unless given. */
  readonly method?: string;
  /**
   * The statistic of the calibrated p-value; the score unless given. The likelihood ratio tests independence and fit, needs the
   * subsets of labelled reports in the counts, and takes seconds where reports are many.
   */
  readonly statistic?: "score" | "likelihood-ratio";
  /**
   * The significance level: a hypothesis is rejected where its p-value, adjusted if there are several, is below it; 0.05 unless
   * given.
   */
  readonly level?: number;
  /** Counts the reports of every label at most as often as the plan draws it, as `EstimatesOptions` says. */
  readonly robust?: boolean;
  /** The other survey or wave, of other people; with its plan if that differs. */
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
  robust: isBoolean,
  other: isGiven,
};

/** A test statistic with its null distribution. */
export interface StatisticDocument {
  readonly value: number;
  readonly degrees_of_freedom: number;
  readonly p_value: number;
}

/** The null distribution that a calibrated p-value comes from. */
export interface NullDistributionDocument {
  /** `permutation` is exact; `bootstrap` simulates surveys under the hypothesis. */
  readonly method: "chi-squared" | "permutation" | "bootstrap";
  /** The number of simulated surveys; 0 for `chi-squared`. */
  readonly draws: number;
  /** The Monte Carlo standard error of the p-value. */
  readonly standard_error: number;
  readonly chi_squared_p_value: number;
  /** Whether there are too few reports for a χ² distribution while the table is too large to be simulated. */
  readonly rough: boolean;
}

/** An effect size; its numbers are null where they are not finite. */
export interface EffectDocument {
  readonly estimate: number | null;
  readonly lower: number;
  readonly upper: number | null;
}

/** The results of the tests of one table. */
export interface TestedTable {
  readonly attributes: readonly string[];
  readonly n: number;
  /** The statistic to use: it accounts for the plan's noise. */
  readonly calibrated: StatisticDocument;
  /** The published statistic, which takes the reconstructed counts for true ones; null where it does not exist for them. */
  readonly published: StatisticDocument | null;
  readonly least_expected: number | null;
  readonly null_distribution: NullDistributionDocument;
  readonly rejected: boolean;
  /** How many forged reports would turn the result at this level, about; missing where that is not known. */
  readonly fragility?: FragilityDocument;
  readonly method: string;
  /**
   * The strength of association of two attributes with a 95 % confidence interval; absent where noise hides a category, and for
   * other tests.
   */
  readonly strength?: {
    readonly cramers_v: number;
    readonly lower: number;
    readonly upper: number;
  };
  /** Effect sizes of a table of two groups and two outcomes. */
  readonly effects?: {
    readonly risk_ratio: EffectDocument;
    readonly odds_ratio: EffectDocument;
    readonly difference: EffectDocument;
  };
  /** Adjusted p-values; present where there are several tables. */
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
 * Tests hypotheses about tables, from counts of reports. Rejects with `CandorError`: `invalid-hypothesis`, `invalid-counts` where
 * a table was not counted, `unidentifiable-table`, `invalid-confidence` for a level…
 */
export async function tests(
  plan: PlanDocument,
  counts: CountsDocument,
  options: TestOptions = {},
): Promise<TestsDocument> {
  return run(plan, counts, options, false) as Promise<TestsDocument>;
}

/** Tests like `tests`, and returns the text of `candor test --format csv`. */
export async function testsCsv(plan: PlanDocument, counts: CountsDocument, options: TestOptions = {}): Promise<string> {
  return run(plan, counts, options, true) as Promise<string>;
}

function run(plan: PlanDocument, counts: CountsDocument, options: TestOptions, csv: boolean): Promise<unknown> {
  const { other, ...own } = chosen(options, TESTS);
  if (other !== undefined && !isPlain(other))
    throw new CandorError("invalid-options", 'the option "other" is not a plain object');
  const others = other ? written(other.counts) : "null";
  return call(() => tested(plan, written(counts), requested(own), other?.plan ?? plan, others, csv));
}

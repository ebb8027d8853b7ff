/**
 * Analyses a survey on the analyst's own device: counts from reports; estimates, scores, rankings, tests, regressions and weighted estimates from counts. It
 * has a wasm module of its own, which respondents never load. Surveys are designed with `candor/design`.
 *
 * ```ts
 * import { estimate } from "candor/analysis";
 * const { cells } = await estimate(plan, ["smoker"], [812, 188]);
 * ```
 */
export {
  type CountedCell,
  type CountedReports,
  type CountedTable,
  type CountOptions,
  type CountsDocument,
  countReports,
  type FormCounts,
  type ReportSource,
} from "../analysis/counts.js";
export {
  type Counts,
  type Estimated,
  type EstimatedCell,
  type EstimateOptions,
  estimable,
  estimate,
} from "../analysis/estimate.js";
export {
  type CellDocument,
  type DifferenceDocument,
  type EstimatesDocument,
  type EstimatesOptions,
  estimates,
  estimatesCsv,
  type FragilityDocument,
  type MisfitDocument,
  type ShareDocument,
  type TableDocument,
} from "../analysis/estimates.js";
export { type CoefficientDocument, type ModelDocument, type ModelOptions, model } from "../analysis/model.js";
export {
  type RankedItemDocument,
  type RankingDocument,
  type RankingsDocument,
  type RankingsOptions,
  rankings,
  rankingsCsv,
  rankingTables,
} from "../analysis/rankings.js";
export {
  type GroupDifferenceDocument,
  type GroupScoreDocument,
  type MeanDocument,
  type QuantileDocument,
  type ScoreDocument,
  type ScoresDocument,
  type ScoresOptions,
  scores,
  scoresCsv,
  scoreTables,
} from "../analysis/scores.js";
export {
  type EffectDocument,
  type NullDistributionDocument,
  type StatisticDocument,
  type TestedTable,
  type TestOptions,
  type TestsDocument,
  tests,
  testsCsv,
} from "../analysis/tests.js";
export {
  type Margins,
  type WeightedCellDocument,
  type WeightedDocument,
  type WeightedOptions,
  type WeightedTableDocument,
  weighted,
  weightedCsv,
  weightedTables,
} from "../analysis/weights.js";

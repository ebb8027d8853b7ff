/**
 * For whoever writes surveys and reads results, on their own device: plans from surveys, counts from reports, estimates,
 * tests and regressions from counts. It has a module of its own, which respondents never load.
 *
 * ```ts
 * import { design, estimate } from "candor/analysis";
 * const { plan } = await design(survey);
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
} from "./analysis/counts.js";
export {
  type Designed,
  type DesignOptions,
  design,
  type Expectation,
  type ExpectationOptions,
  type Expectations,
  expectations,
  type SearchStep,
} from "./analysis/design.js";
export {
  type Counts,
  type Estimated,
  type EstimatedCell,
  type EstimateOptions,
  estimate,
} from "./analysis/estimate.js";
export {
  type CellDocument,
  type DifferenceDocument,
  type EstimatesDocument,
  type EstimatesOptions,
  estimates,
  estimatesCsv,
  type ShareDocument,
  type TableDocument,
} from "./analysis/estimates.js";
export { type Fault, faults } from "./analysis/faults.js";
export { type Label, label, type Parties } from "./analysis/label.js";
export { type CoefficientDocument, type ModelDocument, type ModelOptions, model } from "./analysis/model.js";
export { type PowerDocument, type PowerOptions, type ProspectDocument, power } from "./analysis/power.js";
export { type Simulated, type Simulation, simulate } from "./analysis/simulation.js";
export {
  type EffectDocument,
  type StatisticDocument,
  type TestedTable,
  type TestOptions,
  type TestsDocument,
  tests,
  testsCsv,
} from "./analysis/tests.js";

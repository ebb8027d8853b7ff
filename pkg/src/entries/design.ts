/**
 * Designs surveys on the author's own device: plans from surveys, the errors to expect, and how many respondents are needed. It
 * has a wasm module of its own, which neither respondents nor readers of results load.
 *
 * ```ts
 * import { design } from "candor/design";
 * const { plan } = await design(survey);
 * ```
 */
export {
  type ComparisonDocument,
  comparisons,
  type Designed,
  type DesignOptions,
  design,
  type Expectation,
  type ExpectationOptions,
  type Expectations,
  type ExpectedScore,
  expectations,
  type GuessErrors,
  type GuessExpectations,
  type SearchStep,
} from "../design/design.js";
export { type Fault, faults } from "../design/faults.js";
export { annex, type Deployment, type Label, label, type Publication, registryEntry } from "../design/label.js";
export {
  type CoefficientPowerDocument,
  type CoefficientPowerOptions,
  type CoefficientProspectDocument,
  type PowerDocument,
  type PowerOptions,
  type ProspectDocument,
  power,
} from "../design/power.js";
export { type Simulated, type Simulation, simulate } from "../design/simulation.js";

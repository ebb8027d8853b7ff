/** The messages between the page and its worker. */

import type { PlanDocument } from "candor";
import type {
  Deployment,
  Designed,
  Expectations,
  Fault,
  GuessExpectations,
  Label,
  Publication,
  SearchStep,
  Simulated,
  Simulation,
} from "candor/design";
import type { SurveyDocument } from "../document/types";

/** A design with its expected errors; null where there are too many tables to compute them. */
export interface DesignedOutlook extends Designed {
  readonly expected: Expectations | null;
}

/** What it takes to find a difference under a design. */
export interface Prospect {
  /** The respondents with whom it is found in 80 of 100 surveys; null where no number is enough. */
  readonly respondents: number | null;
  /** The share of surveys with the expected respondents that find it; null where its table cannot be read. */
  readonly power: number | null;
  /** The expected standard error of a cell of its table, root mean square over the cells; null where that is not known. */
  readonly error: number | null;
}

/** The tasks by name, with their inputs and results. */
export interface Tasks {
  readonly faults: { given: SurveyDocument; found: readonly Fault[] };
  readonly design: { given: SurveyDocument; found: DesignedOutlook };
  /** The errors of a design for the best guess; null where there is none. */
  readonly guess: { given: SurveyDocument; found: GuessExpectations | null };
  /** What it takes to find each of the comparisons of a survey, in its order. */
  readonly prospects: { given: SurveyDocument; found: readonly Prospect[] };
  readonly label: { given: { plan: PlanDocument; deployment: Deployment }; found: Label };
  readonly annex: { given: { plan: PlanDocument; deployment: Deployment }; found: string };
  readonly registryEntry: {
    given: { plan: PlanDocument; deployment: Deployment; publication: Publication };
    found: string;
  };
  readonly simulate: { given: { plan: PlanDocument; simulation: Simulation }; found: readonly Simulated[] };
}

/** The name of a task. */
export type Task = keyof Tasks;

/** A message to the worker; every message about this task carries its `ticket`. */
export interface Order<Name extends Task = Task> {
  readonly ticket: number;
  readonly task: Name;
  readonly given: Tasks[Name]["given"];
}

/** Why a survey, a plan or a simulation was refused. */
export interface Refused {
  readonly code: string;
  readonly message: string;
}

/** A message from the worker. */
export type News =
  | { readonly ticket: number; readonly step: SearchStep }
  | { readonly ticket: number; readonly found: Tasks[Task]["found"] }
  | { readonly ticket: number; readonly refused: Refused };

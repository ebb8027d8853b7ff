/** The messages between the page and its worker. */

import type { PlanDocument } from "candor";
import type {
  Deployment,
  Designed,
  Expectations,
  Fault,
  GuessExpectations,
  Label,
  SearchStep,
  Simulated,
  Simulation,
} from "candor/design";
import type { SurveyDocument } from "../document/types";

/** A design with its expected errors; null where there are too many tables to compute them. */
export interface DesignedOutlook extends Designed {
  readonly expected: Expectations | null;
}

/** The tasks by name, with their inputs and results. */
export interface Tasks {
  readonly faults: { given: SurveyDocument; found: readonly Fault[] };
  readonly design: { given: SurveyDocument; found: DesignedOutlook };
  /** The errors of a design for the best guess; null where there is none. */
  readonly guess: { given: SurveyDocument; found: GuessExpectations | null };
  readonly label: { given: { plan: PlanDocument; deployment: Deployment }; found: Label };
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

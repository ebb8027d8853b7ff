/** What the page and the worker that computes say to each other. */

import type { PlanDocument } from "candor";
import type { Designed, Expectations, Fault, Label, Parties, SearchStep, Simulated, Simulation } from "candor/design";
import type { SurveyDocument } from "../document";

/** A design, and what it lets one expect; nothing where there are too many tables to say. */
export interface DesignedOutlook extends Designed {
  readonly expected: Expectations | null;
}

/** What can be asked for: by name, what is given and what comes back. */
export interface Tasks {
  readonly faults: { given: SurveyDocument; found: readonly Fault[] };
  readonly design: { given: SurveyDocument; found: DesignedOutlook };
  readonly label: { given: { plan: PlanDocument; parties: Parties }; found: Label };
  readonly simulate: { given: { plan: PlanDocument; simulation: Simulation }; found: readonly Simulated[] };
}

/** A name of something that can be asked for. */
export type Task = keyof Tasks;

/** To the worker; `ticket` returns with all that is said of it. */
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

/** From the worker. */
export type News =
  | { readonly ticket: number; readonly step: SearchStep }
  | { readonly ticket: number; readonly found: Tasks[Task]["found"] }
  | { readonly ticket: number; readonly refused: Refused };

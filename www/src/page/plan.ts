/** The plan of the survey these pages ask, verified on this device. */

import { loadPlan, type Plan, type PlanDocument } from "candor";

/** The survey's name, as survey.json gives it. */
export const SURVEY = import.meta.env.VITE_SURVEY;

/** The largest record ε these pages work with: a collector cannot ask for less privacy than that. */
const MAX_RECORD_EPSILON = 6;

/**
 * Fetches and verifies the plan. The head of each page preloads it, and the preload serves only a
 * fetch with the same default settings: hence a fetch here, and not by the package.
 */
export async function openPlan(): Promise<Plan> {
  const response = await fetch(`/surveys/${SURVEY}`).catch((cause: unknown) => {
    throw new Error("The collector cannot be reached.", { cause });
  });
  if (!response.ok) throw new Error(`The collector has no plan for this survey (status ${response.status}).`);
  return loadPlan((await response.json()) as PlanDocument, { maxRecordEpsilon: MAX_RECORD_EPSILON });
}

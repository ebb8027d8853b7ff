/** The plan of the survey these pages ask, verified on this device. */

import { CandorError, loadPlan, type Plan, type PlanDocument } from "candor";

/** The survey's name, as survey.json gives it. */
export const SURVEY = import.meta.env.VITE_SURVEY;

/** The largest record ε these pages work with: a collector cannot ask for less privacy than that. */
const MAX_RECORD_EPSILON = 2;

/**
 * Fetches and verifies the plan, its texts in a language where it has that, else in one of the reader's; the module that verifies starts
 * while the plan is on its way.
 */
export function openPlan(language: string): Promise<Plan> {
  const languages = [language, ...navigator.languages];
  return loadPlan(fetchPlan(), { maxRecordEpsilon: MAX_RECORD_EPSILON, language: languages });
}

/**
 * The head of each page preloads the plan, and the preload serves only a fetch with the same default
 * settings: hence a fetch here, and not by the package.
 */
async function fetchPlan(): Promise<PlanDocument> {
  const response = await fetch(`/surveys/${SURVEY}`).catch((cause: unknown) => {
    throw new CandorError("unreachable", "The collector cannot be reached.", { cause });
  });
  const { ok, status } = response;
  if (!ok)
    throw new CandorError("unexpected-response", `The collector has no plan for this survey (status ${status}).`);
  return (await response.json()) as PlanDocument;
}

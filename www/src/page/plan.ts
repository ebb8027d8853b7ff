/** Loads the plan of the survey that these pages ask, verified on this device. */

import { CandorError, loadPlan, type Plan, type PlanDocument } from "candor";

/** The survey's name, as survey.json gives it. */
export const SURVEY = import.meta.env.VITE_SURVEY;

/** The largest record ε that these pages accept: a collector cannot ask for less privacy than that. */
const MAX_RECORD_EPSILON = 2;

/**
 * Fetches and verifies the plan, with texts in the given language if the plan has it, else in one of the reader's languages. The
 * perturbing module starts while the plan is fetched.
 */
export function openPlan(language: string): Promise<Plan> {
  const languages = [language, ...navigator.languages];
  return loadPlan(fetchPlan(), { maxRecordEpsilon: MAX_RECORD_EPSILON, language: languages });
}

/**
 * Each page's `<head>` preloads the plan, and a preload serves only a fetch with the same default settings. So the plan is
 * fetched here rather than by the package.
 */
async function fetchPlan(): Promise<PlanDocument> {
  const response = await fetch(`/surveys/${SURVEY}`).catch((cause: unknown) => {
    throw new CandorError("unreachable", "The collector cannot be reached.", { cause });
  });
  const { ok, status } = response;
  // The survey of the demonstration is not published here: other surveys are, or will be.
  if (status === 404) location.replace("/surveys.html");
  if (!ok)
    throw new CandorError("unexpected-response", `The collector has no plan for this survey (status ${status}).`);
  return (await response.json()) as PlanDocument;
}

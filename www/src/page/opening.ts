/** The common beginning of both pages of the demonstration survey. */

import type { Plan } from "candor";
import { openLanguage, SURVEY_LANGUAGES, type SurveyLanguage } from "./language";
import { openPlan } from "./plan";
import { installSurveyNavigation, type SurveyPage } from "./survey-navigation";
import type { PageWords } from "./words/words";
import { write } from "./written";

/** Writes a page's words into it while the plan loads. A failure to load the plan is reported once there are words for it. */
export async function opened<Words extends PageWords & { readonly page: Readonly<Record<string, string>> }>(
  page: SurveyPage,
  wordsIn: (language: SurveyLanguage) => Promise<Words>,
): Promise<{ readonly plan: Promise<Plan>; readonly words: Words }> {
  const language = openLanguage(SURVEY_LANGUAGES);
  const plan = openPlan(language);
  plan.catch(() => undefined);
  const words = await wordsIn(language);
  write(words.page, words.language);
  installSurveyNavigation(page, words);
  return { plan, words };
}

/** The page of the demonstration's survey. */

import { openLanguage, SURVEY_LANGUAGES } from "../page/language";
import { openPlan } from "../page/plan";
import { installSurveyNavigation } from "../page/survey-navigation";
import { write } from "../page/written";
import { showSurveyPage } from "./survey-page";
import { wordsIn } from "./words";

async function open(): Promise<void> {
  const language = openLanguage(SURVEY_LANGUAGES);
  const plan = openPlan(language);
  // Why there is none is said when there are words for it.
  plan.catch(() => undefined);
  const words = await wordsIn(language);
  write(words.page, words.language);
  installSurveyNavigation("survey", words);
  await showSurveyPage(plan, { endpoint: "/reports", totals: "/dashboard.html" }, words);
}

void open();

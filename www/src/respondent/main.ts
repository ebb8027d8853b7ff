/** The respondent's page of the demonstration survey. */

import { opened } from "../page/opening";
import { showSurveyPage } from "./survey-page";
import { wordsIn } from "./words";

async function open(): Promise<void> {
  const { plan, words } = await opened("survey", wordsIn);
  await showSurveyPage(plan, { endpoint: "/reports", totals: "/dashboard.html" }, words);
}

void open();

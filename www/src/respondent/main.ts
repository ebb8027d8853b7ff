/** The page of the demonstration's survey. */

import { byId } from "../page/element";
import { openPlan } from "../page/plan";
import { installTheme } from "../page/theme";
import { showSurveyPage } from "./survey-page";

void showSurveyPage(openPlan(), { endpoint: "/reports", totals: "/dashboard.html" });
installTheme(byId("theme"));

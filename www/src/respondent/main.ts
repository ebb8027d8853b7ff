/**
 * The respondent's page: the plan is loaded and verified, the survey filled in beside an example of
 * what would leave, one draw made when the person sends, and exactly that shown.
 */

import type { Plan } from "candor";
import { byId, button, element } from "../page/element";
import { openPlan } from "../page/plan";
import { installTheme } from "../page/theme";
import { Dispatch } from "./dispatch";
import { fillIn } from "./fill-in";
import { onKeptElsewhere, recall } from "./kept";
import { promiseCards, promiseTable } from "./promises";

async function open(): Promise<void> {
  try {
    const plan = await openPlan();
    showSurvey(plan);
    showPromises(plan);
  } catch (failure) {
    showUnavailable(failure);
  }
}

function showPromises(plan: Plan): void {
  byId("promises").replaceChildren(...promiseCards(plan));
  byId("promise-table").replaceChildren(promiseTable(plan));
  byId("fingerprint").textContent = plan.fingerprint;
}

/** The form, or what this device has already drawn, here or in another tab. */
function showSurvey(plan: Plan): void {
  const dispatch = new Dispatch(plan, byId("survey"));
  onKeptElsewhere(plan.fingerprint, (kept) => dispatch.showKept(kept));
  const kept = recall(plan.fingerprint);
  if (kept) dispatch.showKept(kept);
  else fillIn(plan, byId("survey"), (answered) => dispatch.drawAndSend(answered));
}

function showUnavailable(failure: unknown): void {
  const reason = failure instanceof Error ? failure.message : String(failure);
  byId("survey").replaceChildren(
    element("h3", { class: "title" }, "The survey cannot be opened"),
    element("p", { role: "alert" }, `Nothing was asked and nothing was sent. ${reason}`),
    button("Try again", () => location.reload(), "primary"));
}

installTheme(byId("theme"));
void open();

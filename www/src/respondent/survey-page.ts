/**
 * The respondent's page: the plan is loaded and verified, the survey filled in beside an example of
 * what would leave, one draw made when the person sends, and exactly that shown.
 */

import type { Plan } from "candor";
import { button, byId, element } from "../page/element";
import { Scrollable } from "../page/scrollable";
import { type Collecting, Dispatch } from "./dispatch";
import { fillIn } from "./fill-in";
import { promiseCards, promiseSentences, promiseTable } from "./promises";
import { onOtherTab } from "./tabs";

/** Shows the survey of a plan that is being opened, and what it promises; or why it cannot be opened. */
export async function showSurveyPage(opening: Promise<Plan>, collecting: Collecting): Promise<void> {
  try {
    const plan = await opening;
    const dispatch = await showSurvey(plan, collecting);
    await painted();
    await dispatch.idle;
    showPromises(plan);
  } catch (failure) {
    showUnavailable(failure);
  }
}

function showPromises(plan: Plan): void {
  byId("promises").replaceChildren(...promiseCards(plan));
  new Scrollable(byId("promise-table")).show(promiseTable(plan), "The numbers behind the promises");
  byId("promise-sentences").replaceChildren(...promiseSentences(plan));
  byId("fingerprint").textContent = plan.fingerprint;
}

/** The form of what this device asks, or what it has already drawn, here or in another tab. */
async function showSurvey(plan: Plan, collecting: Collecting): Promise<Dispatch> {
  const questions = await plan.questions();
  const dispatch = new Dispatch(plan, byId("survey"), collecting);
  onOtherTab(plan.fingerprint, () => void dispatch.showKept());
  fillIn(plan, questions, byId("survey"), (answered, plain) => dispatch.drawAndSend(answered, plain));
  await dispatch.showKept();
  return dispatch;
}

/** When what was shown can be seen. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function showUnavailable(failure: unknown): void {
  const reason = failure instanceof Error ? failure.message : String(failure);
  byId("survey").replaceChildren(
    element("h3", { class: "title" }, "The survey cannot be opened"),
    element("p", { role: "alert" }, `Nothing was asked and nothing was sent. ${reason}`),
    button("Try again", () => location.reload(), "primary"),
  );
}

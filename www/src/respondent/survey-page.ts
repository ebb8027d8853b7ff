/**
 * The respondent's page: it loads and verifies the plan, shows the survey beside an example of what would leave, draws one report
 * when the person presses Send, and shows exactly that.
 */

import type { Plan } from "candor";
import { button, byId, element } from "../page/element";
import { because } from "../page/refused";
import { Scrollable } from "../page/scrollable";
import { type Collecting, Dispatch } from "./dispatch";
import { fillIn } from "./fill-in";
import { promiseCards, promiseSentences, promiseTable } from "./promises";
import { onOtherTab } from "./tabs";
import type { Words } from "./words";

/** Shows the survey of a plan that is being loaded, with its promises, or why it cannot be loaded. */
export async function showSurveyPage(opening: Promise<Plan>, collecting: Collecting, words: Words): Promise<void> {
  try {
    const plan = await opening;
    const dispatch = await showSurvey(plan, collecting, words);
    await painted();
    await dispatch.idle;
    showPromises(plan, words);
  } catch (failure) {
    showUnavailable(failure, words);
  }
}

function showPromises(plan: Plan, words: Words): void {
  byId("promises").replaceChildren(...promiseCards(plan, words));
  new Scrollable(byId("promise-table")).show(promiseTable(plan, words), words.page.numbers);
  byId("promise-sentences").replaceChildren(...promiseSentences(plan, words));
  byId("fingerprint").textContent = plan.fingerprint;
}

/** Shows the form of this device's questions or, if a report was already drawn here or in another tab, that nothing is asked. */
async function showSurvey(plan: Plan, collecting: Collecting, words: Words): Promise<Dispatch> {
  const questions = await plan.questions();
  const dispatch = new Dispatch(plan, byId("survey"), collecting, words);
  onOtherTab(plan.fingerprint, () => dispatch.showNothingAsked());
  fillIn(plan, questions, byId("survey"), words, (answered, plain) => dispatch.drawAndSend(answered, plain));
  await dispatch.openKept();
  return dispatch;
}

/** Resolves once the last changes are painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function showUnavailable(failure: unknown, words: Words): void {
  byId("survey").replaceChildren(
    element("h3", { class: "title" }, words.unavailable),
    element("p", { role: "alert" }, words.nothingAsked + words.between + because(failure, words)),
    button(words.tryAgain, () => location.reload(), "primary"),
  );
}

/** Filling in: the form, the example beside it, and what happens when the person presses Send. */

import type { Attribute, PlainValues, Plan } from "candor";
import { button, element, inLanguage } from "../page/element";
import { type Answered, SurveyForm } from "./form";
import { plainFields } from "./plain";
import { showExample } from "./preview";

/** Shows the form of these questions in `place` and calls `complete` once, with the answers to send and what goes in clear. */
export function fillIn(
  plan: Plan,
  questions: readonly Attribute[],
  place: HTMLElement,
  complete: (answered: Answered, plain: PlainValues) => Promise<void>,
): void {
  const form = new SurveyForm(questions, plan.language);
  const plain = plainFields(plan);
  const summary = element("p", { class: "summary", role: "status" });
  const problem = element("p", { class: "error", role: "alert" });
  const drawExample = (): void => {
    summary.textContent = showExample(plan, questions, form);
  };
  const sheet = element(
    "form",
    { class: "sheet", novalidate: true, autocomplete: "off", "aria-labelledby": "form-title" },
    element("h3", { id: "form-title", class: "title", ...inLanguage(plan.language) }, plan.title ?? plan.survey),
    ...(plan.ask === "drawn" ? [drawnNote(plan, questions)] : []),
    element(
      "div",
      { class: "heads" },
      element("p", { class: "head" }, "What you answer"),
      element("div", { class: "head" }, "Example of what leaves", button("Draw again", drawExample, "small")),
    ),
    ...form.questions.map(({ row }) => row),
    ...(plain.section ? [plain.section] : []),
    element(
      "div",
      { class: "sending" },
      summary,
      problem,
      element("button", { type: "submit", class: "button primary" }, "Send the perturbed record"),
      element(
        "p",
        { class: "note" },
        "Examples never leave this page. On sending, your answers are drawn once more and for good: ",
        "what leaves then is shown to you exactly.",
      ),
    ),
  );
  sheet.addEventListener("input", () => {
    form.relent();
    drawExample();
  });
  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    const missing = form.insist();
    problem.textContent = missing === 0 ? "" : incomplete(missing);
    const inClear = missing > 0 ? undefined : plain.values();
    if (inClear === undefined) return;
    complete(form.answered(), inClear).catch((failure: Error) => {
      sheet.inert = false;
      problem.textContent = `Nothing was sent. ${failure.message}`;
    });
    sheet.inert = true;
  });
  place.replaceChildren(sheet);
  drawExample();
}

/** Which questions are not here, and that nobody chose them. */
function drawnNote(plan: Plan, questions: readonly Attribute[]): HTMLElement {
  const [asked, all] = [questions.length, plan.attributes.length];
  const some = ` Only ${asked === 1 ? "this one is" : "these are"} asked here. What you send shows which were drawn, and tells nothing about any other.`;
  return element(
    "p",
    { class: "drawn" },
    element("strong", {}, `Your device drew ${asked === all ? "all" : `${asked} of the`} ${all} questions.`),
    asked === all ? " What you send shows that." : some,
    " The draw is kept: loading the page again changes nothing.",
  );
}

function incomplete(missing: number): string {
  return missing === 1 ? "One question has no answer yet." : `${missing} questions have no answer yet.`;
}

/** The filling in of a survey: the form, the example beside it, and the Send button. */

import type { Attribute, PlainValues, Plan } from "candor";
import { button, element, inLanguage } from "../page/element";
import { counted, whole } from "../page/numbers";
import { because } from "../page/refused";
import { type Answered, SurveyForm } from "./form";
import { plainFields } from "./plain";
import { showExample } from "./preview";
import type { Question } from "./question";
import type { Words } from "./words";

/** Shows the form of these questions in `place`, and calls `complete` once, with the answers to send and the plain columns. */
export function fillIn(
  plan: Plan,
  questions: readonly Attribute[],
  place: HTMLElement,
  words: Words,
  complete: (answered: Answered, plain: PlainValues) => Promise<void>,
): void {
  const form = new SurveyForm(plan, questions, words);
  const plain = plainFields(plan, words);
  const summary = element("p", { class: "summary", role: "status" });
  const problem = element("div", { class: "error", role: "alert" });
  const drawExample = (): void => {
    summary.textContent = showExample(plan, questions, form, words);
  };
  const sheet = element(
    "form",
    { class: "sheet", novalidate: true, autocomplete: "off", "aria-labelledby": "form-title" },
    element("h3", { id: "form-title", class: "title", ...inLanguage(plan.language) }, plan.title ?? plan.survey),
    ...(plan.ask === "drawn" ? [drawnNote(plan, questions, words)] : []),
    element(
      "div",
      { class: "heads" },
      element("p", { class: "head" }, words.answering),
      element("div", { class: "head" }, words.example, button(words.drawAgain, drawExample, "small")),
    ),
    ...form.rows,
    ...(plain.section ? [plain.section] : []),
    element(
      "div",
      { class: "sending" },
      summary,
      problem,
      element("button", { type: "submit", class: "button primary" }, words.send),
      element("p", { class: "note" }, words.sendNote),
    ),
  );
  sheet.addEventListener("input", () => {
    form.update();
    form.relent();
    drawExample();
  });
  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    const missing = form.insist();
    problem.replaceChildren(...open(missing, plan.language, words));
    const inClear = missing.length > 0 ? undefined : plain.values();
    if (inClear === undefined) return;
    complete(form.answered(), inClear).catch((failure: unknown) => {
      sheet.inert = false;
      problem.textContent = words.nothingSent + words.between + because(failure, words);
    });
    sheet.inert = true;
  });
  // The answers are stored nowhere, so that a reload would lose them.
  addEventListener("beforeunload", (event) => {
    if (sheet.isConnected && !sheet.inert && form.answered().size > 0) event.preventDefault();
  });
  place.replaceChildren(sheet);
  drawExample();
}

/** Says how many questions are still open, with links to them if they are several. */
function open(missing: readonly Question[], language: string | undefined, words: Words): (string | HTMLElement)[] {
  if (missing.length === 0) return [];
  const links = missing.map(({ attribute: { name, question = name }, focus }) => {
    const link = button(question, focus, "link");
    for (const [attribute, value] of Object.entries(inLanguage(language))) link.setAttribute(attribute, String(value));
    return element("li", {}, link);
  });
  return [
    words.missing(counted(missing.length)),
    ...(missing.length > 1 ? [element("ul", { class: "open" }, ...links)] : []),
  ];
}

/** Makes the note on how many of the questions the device drew at random. */
function drawnNote(plan: Plan, questions: readonly Attribute[], words: Words): HTMLElement {
  const [asked, all] = [counted(questions.length), whole(plan.attributes.length)];
  const everything = questions.length === plan.attributes.length;
  return element(
    "p",
    { class: "drawn" },
    element("strong", {}, everything ? words.drewAll(all) : words.drewSome(asked, all)),
    words.between,
    everything ? words.showsAll : words.showsSome(asked),
    words.between,
    words.drawKept,
  );
}

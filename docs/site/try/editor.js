/** The fields in which a survey is written. */

import { labelled, make } from "../make.js";

const FIRST = [
  ["Do you smoke?", "no, yes"],
  ["How often do you feel lonely?", "never, sometimes, often"],
];

/** As many as a design takes no time for. */
const MOST = 5;

/** The fields, and `survey()`, the document that they make; `changed` is called after every change. */
export function editor(changed) {
  const questions = make("div");
  const epsilon = make("input", { type: "number", min: "0.5", max: "8", step: "0.5", value: "2", oninput: changed });
  const respondents = make("input", {
    type: "number",
    min: "10",
    max: "100000",
    step: "10",
    value: "1000",
    oninput: changed,
  });
  const add = make("button", { type: "button", onclick: added }, "Add a question");

  function added() {
    questions.append(question("Did you sleep well?", "yes, no"));
    settled();
    changed();
    questions.lastChild.querySelector("input").focus();
  }

  function question(text, choices) {
    const remove = make("button", { type: "button", onclick: () => removed(fields) }, "Remove");
    const fields = make(
      "fieldset",
      {},
      make("legend"),
      labelled("Text", make("input", { name: "text", value: text, oninput: changed })),
      labelled(
        "Choices, with commas between them",
        make("input", { name: "choices", value: choices, oninput: changed }),
      ),
      remove,
    );
    return fields;
  }

  function removed(fields) {
    fields.remove();
    settled();
    changed();
    add.focus();
  }

  /** Numbers the questions, and offers what is possible. */
  function settled() {
    for (const [place, fields] of [...questions.children].entries()) {
      fields.querySelector("legend").textContent = `Question ${place + 1}`;
      fields.querySelector("button").disabled = questions.children.length === 1;
    }
    add.disabled = questions.children.length === MOST;
  }

  const survey = () => ({
    survey: "try",
    respondents: Number(respondents.value),
    attributes: [...questions.children].map((fields, place) => ({
      name: `q${place + 1}`,
      question: fields.querySelector("[name=text]").value,
      categories: fields
        .querySelector("[name=choices]")
        .value.split(",")
        .map((choice) => choice.trim()),
    })),
    privacy: { record_epsilon: Number(epsilon.value), method: "analysis" },
  });

  questions.append(...FIRST.map(([text, choices]) => question(text, choices)));
  const element = make(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    questions,
    make("p", { class: "row" }, add),
    make("p", { class: "row" }, labelled("Record ε", epsilon), labelled("People who answer", respondents)),
  );
  settled();
  return { element, survey };
}

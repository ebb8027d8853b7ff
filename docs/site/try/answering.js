/** Answers to the survey, and the reports that are drawn from them. */

import { cells, make } from "../make.js";

/** Fields to answer a plan, a button that draws a report, and what it says. */
export function answering(plan) {
  const form = make("form", { onsubmit: draw });
  const drawn = make("div", { role: "status" });
  let times = 0;
  const kept = plan.attributes.map(() => 0);

  function draw(event) {
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(form));
    const report = plan.perturb(answers);
    times += 1;
    const rows = plan.attributes.map(({ name, question, categories }, place) => {
      const sent = categories[report.perturbed[place]].value;
      if (sent === answers[name]) kept[place] += 1;
      return [question, answers[name], sent, `${kept[place]} of ${times}`];
    });
    drawn.replaceChildren(
      cells(["Question", "answered", "in the report", "the same, of all drawn"], rows),
      make("p", {}, "All that would leave:"),
      make("pre", {}, JSON.stringify(report, undefined, 1)),
    );
  }

  form.append(...plan.attributes.map(choices), make("p", { class: "row" }, make("button", {}, "Draw a report")));
  return [form, drawn];
}

/** The choices of a question, the last of which is chosen at first. */
function choices({ name, question, categories }) {
  const options = categories.map(({ value, label }, place) =>
    make(
      "label",
      {},
      make("input", { type: "radio", name, value, checked: place === categories.length - 1 }),
      ` ${label}`,
    ),
  );
  return make("fieldset", { class: "choices" }, make("legend", {}, question), ...options);
}

import htmlButtonResponse from "@jspsych/plugin-html-button-response";
import likert from "@jspsych/plugin-survey-likert";
import multiSelect from "@jspsych/plugin-survey-multi-select";
import { loadPlan } from "candor";
import CandorExtension, { asked, choiceValue } from "candor/jspsych";
import { shown } from "candor/order";
import { initJsPsych } from "jspsych";

const plan = await loadPlan("./plan.json", { maxRecordEpsilon: 4 });
// What the plan wants at random is in an order of this device's own.
const order = await shown(plan);
const jsPsych = initJsPsych({
  display_element: "survey",
  extensions: [{ type: CandorExtension, params: { plan } }],
});

/** A private question: boxes for choices, a scale for each row, or one button for every category. */
function asking([first, ...others]) {
  const { name, question, compound } = first;
  const all = [first, ...others];
  const places = order.find(({ attribute }) => attribute === first).categories;
  const categories = places.map((place) => first.categories[place]);
  const labels = categories.map(({ label }) => label);
  const extensions = (params) => [{ type: CandorExtension, params }];
  if (compound?.kind === "choices") {
    const questions = [{ prompt: compound.question, options: all.map((choice) => choice.question) }];
    return { type: multiSelect, questions, extensions: extensions({ question: compound.name }) };
  }
  if (compound?.kind === "rows") {
    const questions = all.map((row) => ({ name: choiceValue(row), prompt: row.question, labels }));
    return { type: likert, preamble: compound.question, questions, extensions: extensions({ question: compound.name }) };
  }
  const answer = (chosen) => categories[chosen].value;
  return {
    type: htmlButtonResponse,
    stimulus: question,
    choices: labels,
    extensions: extensions({ question: name, answer }),
  };
}
const open = { type: htmlButtonResponse, stimulus: "Which colour is this?", choices: ["Red", "Blue"] };

const survey = document.getElementById("survey");

/** Says why the report is only kept, until somebody, or a network that is back, wants it sent again. */
async function waited(message) {
  survey.textContent = `Your report is kept on this device and is sent later: ${message} `;
  const again = Object.assign(document.createElement("button"), { textContent: "Send again" });
  survey.append(again);
  await new Promise((resolve) => {
    again.addEventListener("click", resolve);
    addEventListener("online", resolve, { once: true });
  });
}

async function sent() {
  try {
    await jsPsych.extensions.candor.submit({ endpoint: "./reports" });
  } catch ({ message }) {
    await waited(message);
    await sent();
  }
}

// What an earlier page could not send.
plan.resend({ endpoint: "./reports" }).catch(() => {});
await jsPsych.run([open, ...asked(order.map(({ attribute }) => attribute)).map(asking)]);
await sent();
await fetch("./trials", { method: "POST", body: jsPsych.data.get().json() });
survey.textContent = "Thank you. What was sent is not what you answered.";

import htmlButtonResponse from "@jspsych/plugin-html-button-response";
import { loadPlan } from "candor";
import CandorExtension from "candor/jspsych";
import { initJsPsych } from "jspsych";

const plan = await loadPlan("./plan.json", { maxRecordEpsilon: 4 });
const jsPsych = initJsPsych({
  display_element: "survey",
  extensions: [{ type: CandorExtension, params: { plan } }],
});

/** A private question: one button for every category. */
const asked = ({ name, question, categories }) => ({
  type: htmlButtonResponse,
  stimulus: question,
  choices: categories.map(({ label }) => label),
  extensions: [
    { type: CandorExtension, params: { question: name, answer: (chosen) => categories[chosen].value } },
  ],
});
const open = { type: htmlButtonResponse, stimulus: "Which colour is this?", choices: ["Red", "Blue"] };

await jsPsych.run([open, ...(await plan.questions()).map(asked)]);
await jsPsych.extensions.candor.submit({ endpoint: "./reports" });
await fetch("./trials", { method: "POST", body: jsPsych.data.get().json() });
document.getElementById("survey").textContent = "Thank you. What was sent is not what you answered.";

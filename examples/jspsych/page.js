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
await jsPsych.run([open, ...(await plan.questions()).map(asked)]);
await sent();
await fetch("./trials", { method: "POST", body: jsPsych.data.get().json() });
survey.textContent = "Thank you. What was sent is not what you answered.";

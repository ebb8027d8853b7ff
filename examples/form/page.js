import { loadPlan } from "candor";
import { bind } from "candor/form";
import { sentences } from "candor/sentences";

const form = document.getElementById("health");
const status = document.getElementById("status");
const again = document.getElementById("again");

function show(text, isKept = false) {
  status.textContent = text;
  again.hidden = !isKept;
}

let isKept = false;
form.addEventListener("candor-ready", ({ detail: plan }) => show(sentences(plan, "en").record));
form.addEventListener("candor-kept", () => {
  isKept = true;
  show("Your report is on its way.");
});
form.addEventListener("candor-received", () => show("Thank you. What was sent is not what you answered."));
form.addEventListener("candor-failed", ({ detail: { message } }) => {
  show(isKept ? `Your report is kept on this device and is sent later: ${message}` : message, isKept);
});
const plan = loadPlan("./plan.json", { maxRecordEpsilon: 4 });
const { resend } = bind(form, plan, { endpoint: "./reports" });
again.addEventListener("click", () => {
  show("Your report is on its way.");
  resend();
});

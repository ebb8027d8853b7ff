import { loadPlan } from "candor";
import { bind } from "candor/form";

const form = document.getElementById("health");
const status = document.getElementById("status");

form.addEventListener("candor-ready", ({ detail: plan }) => {
  status.textContent = plan.promises.sentences("en").record;
});
form.addEventListener("candor-received", () => {
  status.textContent = "Thank you. What was sent is not what you answered.";
});
form.addEventListener("candor-failed", ({ detail: error }) => {
  status.textContent = error.message;
});
bind(form, loadPlan("./plan.json", { maxRecordEpsilon: 4 }), { endpoint: "./reports" });

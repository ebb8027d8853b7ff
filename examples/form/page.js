import { loadPlan } from "candor";
import { bind } from "candor/form";
import { sentences } from "candor/sentences";

const form = document.getElementById("health");
const status = document.getElementById("status");

form.addEventListener("candor-ready", ({ detail: plan }) => {
  status.textContent = sentences(plan, "en").record;
});
form.addEventListener("candor-received", () => {
  status.textContent = "Thank you. What was sent is not what you answered.";
});
form.addEventListener("candor-failed", ({ detail: error }) => {
  status.textContent = error.message;
});
bind(form, loadPlan("./plan.json", { maxRecordEpsilon: 4 }), { endpoint: "./reports" });

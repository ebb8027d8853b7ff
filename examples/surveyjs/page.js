import { loadPlan } from "candor";
import { protect } from "candor/surveyjs";
import { Model } from "survey-core";
import "survey-js-ui";
import "survey-core/survey-core.fontless.css";
import questions from "./questions.json";

const survey = document.getElementById("survey");
const model = new Model(questions);
model.onComplete.add(({ data }) => fetch("./profile", { method: "POST", body: JSON.stringify(data) }));
try {
  await protect(model, loadPlan("./plan.json", { maxRecordEpsilon: 4 }), { endpoint: "./reports" });
  model.render(survey);
} catch (error) {
  survey.textContent = `This survey is not the one that was promised: ${error.message}`;
}
globalThis.model = model;

/** A survey with questions that are asked only after some answers to others, and what its pages are served with. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { designed } from "../program.mjs";
import { OVERHEAR } from "./enclosed.mjs";

/** A file of the built package. */
export const dist = (name) => readFileSync(fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url)));
const said = (en, de) => ({ en, de });
const choices = (...labels) => labels.map((label, i) => ({ value: `c${i}`, label }));

/** Answers to "harassed" lead to "by", these to "reported"; an age from 50 on leads to a pension, from 30 on to years. */
export const SURVEY = {
  survey: "workplace",
  title: said("At work", "Bei der Arbeit"),
  attributes: [
    {
      name: "harassed",
      question: said("Were you harassed?", "Wurden Sie belästigt?"),
      categories: choices(said("No", "Nein"), said("Yes", "Ja"), said("Rather not say", "Lieber nicht")),
    },
    {
      name: "by",
      question: said("By whom?", "Von wem?"),
      asked_if: { harassed: ["c1"] },
      categories: choices(
        said("A colleague", "Kollegen"),
        said("A superior", "Vorgesetzten"),
        said("A customer", "Kundschaft"),
        said("Somebody else", "Anderen"),
      ),
    },
    {
      name: "reported",
      question: said("Did you report it?", "Haben Sie es gemeldet?"),
      asked_if: { by: ["c0", "c1", "c3"] },
      categories: choices(said("To nobody", "Niemandem"), said("At work", "Im Betrieb"), said("Elsewhere", "Anderswo")),
      optional: true,
    },
    { name: "age", question: said("Your age", "Ihr Alter"), bins: [16, 30, 50, null] },
    {
      name: "pension",
      question: said("Your pension", "Ihre Rente"),
      asked_if: { age: { from: 50 } },
      bins: [0, 1000, 3000, null],
    },
  ],
  privacy: { record_epsilon: 4 },
};

/** A page with this body, which loads the elements. */
export const pageOf = (body) =>
  `<!doctype html><html lang="en"><head><title>Work</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><script type="module" src="page.js"></script></head><body><main><h1>Work</h1>${body}</main></body></html>`;

/** A page that asks the survey. */
export const surveyPage = (attributes = "") =>
  pageOf(
    `<candor-survey plan="./plan.json" endpoint="./reports" max-record-epsilon="4" ${attributes}></candor-survey>`,
  );

/** The files of a site that asks the survey, and acknowledges one report; its page has the code of a failure as its title. */
export const workplace = () => ({
  "index.html": surveyPage(),
  "page.js":
    'import "./elements.js"; addEventListener("candor-failed", ({ detail }) => { document.title = detail.code; }, true);',
  "plan.json": designed(SURVEY),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
  "overhear.js": OVERHEAR,
  ...Object.fromEntries(["elements.js", "index.js", "sentences.js"].map((name) => [name, dist(name)])),
});

/** The JSON Schemas accept every document that the readers accept, and refuse what does not have the form of a survey or a plan. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { PLANS, REFUSALS } from "../known-answers/cases.mjs";
import { every } from "../nightly.mjs";
import { assertFits, misfits } from "../schemas.mjs";
import { Project, ROOT } from "./installed.mjs";
import { numbers, plan } from "./javascript/laws.mjs";
import { changed, mutated } from "./readers/mutated.mjs";

const DOCUMENTS = Number(process.env.CANDOR_DOCUMENTS ?? every(400, 100));

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { faults } = await project.import("design");

/** A survey with every member that a survey can have. */
const SURVEY = {
  $schema: "node_modules/candor/survey.schema.json",
  survey: "whole",
  title: { en: "All of it", fr: "Tout" },
  attributes: [
    { name: "smoker", question: { en: "Do you smoke?", fr: "Fumez-vous ?" }, categories: ["no", "yes"], weight: 2 },
    { name: "age", bins: [18, 30.5, null], optional: true, attribute_epsilon: 3 },
    {
      name: "diet",
      categories: [
        "any",
        { value: "veg", label: { en: "none", fr: "aucun" } },
        { value: "other" },
        { value: "refused", role: "refused" },
      ],
    },
    {
      name: "how",
      choose: "any",
      at_least: 1,
      at_most: 1,
      categories: ["words", "touch", { value: "none", excludes: "others" }],
    },
    {
      name: "first",
      question: "What first?",
      rank: ["pay", "hours", { value: "safety", label: { en: "Safety", fr: "Sécurité" } }],
      places: 2,
      order: "random",
    },
    { name: "climate", rows: [{ name: "safe", question: "I feel safe" }, { name: "heard" }], categories: ["1", "2"] },
  ],
  privacy: { record_epsilon: 2, method: "optimal", attribute_epsilon: 2, reads: "unbiased" },
  tables: [["smoker"], ["smoker", "age"]],
  other_tables: null,
  respondents: 1000,
  wave_of: "family",
  ask: "all",
  opens: "2026-03-01T08:00:00Z",
  closes: "2027-01-01T00:00:00Z",
  invitations: "plain",
  plain: [{ name: "region", question: "Where?", categories: ["north", "south"] }],
  revises: [PLANS[0].fingerprint],
  comparisons: [
    {
      of: "smoker",
      answer: "yes",
      by: "region",
      groups: [
        { answer: "north", size: 0.4, share: 0.3 },
        { answer: "south", size: 0.6, share: 0 },
      ],
    },
  ],
};

test("the package has them under their names", () => {
  const { resolve } = createRequire(project.path("package.json"));
  for (const name of ["survey", "plan"]) {
    const own = readFileSync(resolve(`candor/${name}.schema.json`), "utf8");
    assert.equal(own, readFileSync(join(ROOT, `pkg/${name}.schema.json`), "utf8"));
  }
});

test("they take the surveys and plans that there are", async () => {
  for (const document of [...PLANS, ...Array.from({ length: 50 }, (_, seed) => plan(seed))])
    assertFits("plan", document);
  const files = ["www", "examples/elements", "examples/form", "examples/jspsych", "examples/offline", "examples/react"];
  const surveys = files.map((folder) => JSON.parse(readFileSync(join(ROOT, folder, "survey.json"), "utf8")));
  const workplace = JSON.parse(readFileSync(join(ROOT, "www/workplace.json"), "utf8"));
  for (const survey of [SURVEY, workplace, ...surveys]) {
    assertFits("survey", survey);
    assert.deepEqual(await faults(survey), [], survey.survey);
  }
});

test("they refuse what is no plan whatever its members mean", () => {
  const shaped = REFUSALS.filter(({ shape }) => shape);
  assert.equal(shaped.length, 49);
  for (const { defect, plan } of shaped) assert.notDeepEqual(misfits("plan", plan), [], defect);
});

test("they refuse names and texts that mislead", () => {
  const misleading = REFUSALS.filter(({ code }) => code === "invalid-name" || code === "invalid-text");
  assert.ok(misleading.length > 10);
  for (const { defect, plan } of misleading) assert.notDeepEqual(misfits("plan", plan), [], defect);
});

test("what the package takes for a plan they take, and what is none to it they refuse", async () => {
  const counts = { accepted: 0, "not a plan": 0 };
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const document = mutated(numbers(`plan ${seed}`));
    // Half of a surrogate pair is not a text, which schemas cannot express.
    if (/\\ud[89a-f]/.test(JSON.stringify(document))) continue;
    const options = { maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9, maxCategories: 1e9, storage: "memory" };
    const { message = "accepted" } = await loadPlan(document, options).then(
      () => ({}),
      (refused) => refused,
    );
    const kind = message.startsWith("not a plan document") ? "not a plan" : message;
    if (!(kind in counts)) continue;
    counts[kind] += 1;
    // The schema is given the document as JSON represents it.
    const found = misfits("plan", JSON.parse(JSON.stringify(document)));
    assert.equal(found.length > 0, kind === "not a plan", `plan ${seed}: ${message}; ${found.join("; ")}`);
  }
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 0, kind);
});

test("what candor/design takes for a survey they take, and what is none to it they refuse", async () => {
  const counts = { accepted: 0, "not a survey": 0 };
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const random = numbers(`survey ${seed}`);
    const document = changed(random, SURVEY);
    if (/\\ud[89a-f]/.test(JSON.stringify(document))) continue;
    const message = await faults(document).then(
      ([fault]) => fault?.message ?? "accepted",
      (refused) => refused.message,
    );
    const kind = message.startsWith("not a survey document") ? "not a survey" : message;
    if (!(kind in counts)) continue;
    counts[kind] += 1;
    const found = misfits("survey", document);
    assert.equal(found.length > 0, kind === "not a survey", `survey ${seed}: ${message}; ${found.join("; ")}`);
  }
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 0, kind);
});

test("the reference of documents is what they say", () => {
  execFileSync(process.execPath, [join(ROOT, "pkg/reference.js"), "--check"]);
});

/** `candor/analysis`: what the program designs and estimates, in JavaScript. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertKept } from "../exact.mjs";
import { candor, HEALTH, Project } from "./installed.mjs";

const BUDGET = {
  survey: "budget",
  attributes: [2, 3, 4, 5, 6].map((size) => ({
    name: `of ${size}`,
    categories: Array.from({ length: size }, (_, i) => `${i}`),
  })),
  privacy: { record_epsilon: 4 },
};

const project = new Project();
after(() => project.remove());
const analysis = await import(pathToFileURL(project.path("node_modules/candor/dist/analysis.js")));
const { CandorError } = await project.import();

for (const [survey, method] of [
  [HEALTH],
  [BUDGET],
  [BUDGET, "independent"],
  [{ ...BUDGET, survey: "shared", attributes: BUDGET.attributes.map((a) => ({ ...a, weight: 1 })) }],
  [{ ...HEALTH, survey: "optimal" }, "optimal"],
  [{ ...HEALTH, survey: "published" }, "linear-program"],
  [{ ...BUDGET, survey: "capped", privacy: { record_epsilon: 4, attribute_epsilon: 2 } }],
]) {
  test(`a plan is byte for byte what the program writes: ${survey.survey} ${method ?? ""}`, async () => {
    const file = project.write("survey.json", JSON.stringify(survey));
    const expected = JSON.parse(candor("design", file, ...(method ? ["--method", method] : [])));
    const { plan, reason } = await analysis.design(survey, { method });
    assert.deepEqual(plan, expected);
    assertKept(plan);
    assert.ok(reason.length > 5);
  });
}

test("surveys that are refused are refused with the program's code, and the module goes on", async () => {
  for (const [code, survey] of [
    ["invalid-survey", {}],
    ["invalid-epsilon", { ...HEALTH, attributes: HEALTH.attributes.map((a) => ({ ...a, epsilon: -1 })) }],
    ["unknown-method", { ...HEALTH, privacy: { method: "guess" } }],
    ["duplicate-attribute", { ...HEALTH, attributes: [HEALTH.attributes[0], HEALTH.attributes[0]] }],
  ]) {
    await assert.rejects(analysis.design(survey), (error) => error instanceof CandorError && error.code === code);
  }
  assert.equal((await analysis.design(HEALTH)).plan.survey, HEALTH.survey);
});

test("estimates are the program's", async () => {
  const plan = project.design(HEALTH);
  const counts = [
    [410, 220, 130, 95],
    [120, 60, 40, 25],
  ].flat();
  const attributes = ["smoker", "age"];
  const { cells, condition } = await analysis.estimate(plan, attributes, counts, { confidence: 0.9 });
  const reports = project.write(
    "reports.ndjson",
    counts
      .flatMap((count, cell) =>
        Array.from({ length: count }, (_, i) => {
          const id = Buffer.from(String(cell * 1000 + i).padStart(16, "0")).toString("base64url");
          return `${JSON.stringify({ answers: [cell >> 2, cell & 3, 0], id, plan: plan.fingerprint })}\n`;
        }),
      )
      .join(""),
  );
  const options = ["--tables", "smoker,age", "--confidence", "0.9", "--format", "json"];
  const [table] = JSON.parse(
    candor("estimate", project.path(`${HEALTH.survey}.plan.json`), reports, ...options),
  ).tables;
  assert.equal(condition, table.condition);
  const expected = table.cells.map(({ estimate, standard_error, lower, upper }) => ({
    estimate,
    standardError: standard_error,
    lower,
    upper,
  }));
  assert.deepEqual(cells, expected);
});

test("counts that are none are refused", async () => {
  const plan = project.design(HEALTH);
  for (const [code, counts] of [
    ["invalid-counts", [1, -1]],
    ["invalid-counts", [1, 0.5]],
    ["invalid-counts", [1, NaN]],
    ["empty-sample", [0, 0]],
  ]) {
    await assert.rejects(analysis.estimate(plan, ["smoker"], counts), { name: "CandorError", code });
  }
  await assert.rejects(analysis.estimate(plan, ["smoker"], [1, 2, 3]), { name: "CandorError" });
  await assert.rejects(analysis.estimate(plan, ["diet"], [1, 2]), { code: "unknown-attribute" });
});

test("the respondent's file holds nothing of it", () => {
  const [index, own] = ["index", "analysis"].map((name) =>
    readFileSync(project.path(`node_modules/candor/dist/${name}.js`)),
  );
  assert.ok(!index.includes("linear-program") && own.length > 3 * index.length);
});

/** Answers in, one report out; refusals never repeat an answer. */

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

let project;
let document;
let loadPlan;
let plan;

before(async () => {
  project = new Project();
  document = project.design(HEALTH);
  ({ loadPlan } = await project.import());
});

after(() => project.remove());

beforeEach(async () => {
  plan = await loadPlan(document);
});

function assertReport(report) {
  assert.deepEqual(Object.keys(report), ["answers", "id", "plan"]);
  assert.match(report.id, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(report.plan, plan.fingerprint);
  assert.equal(report.answers.length, plan.attributes.length);
  report.answers.forEach((answer, i) => assert.ok(answer >= 0 && answer < plan.attributes[i].categories.length));
}

test("respond draws once, whatever is asked later", async () => {
  const [first, second] = await Promise.all([plan.respond(ANSWERS), plan.respond(ANSWERS)]);
  assertReport(first);
  assert.equal(second, first);
  assert.equal(await plan.respond({ smoker: "no", age: 61 }), first);
  assert.throws(() => first.answers.push(0), TypeError);
});

test("answers that are refused draw nothing and fix nothing", async () => {
  await assert.rejects(plan.respond({ smoker: "yes" }), { code: "missing-answer" });
  assertReport(await plan.respond(ANSWERS));
});

test("perturb draws every time", () => {
  const reports = Array.from({ length: 400 }, () => plan.perturb(ANSWERS));
  reports.forEach(assertReport);
  assert.equal(new Set(reports.map(({ id }) => id)).size, 400);
  // Three questions with noise: 400 equal draws have a chance below 1e-100.
  assert.ok(new Set(reports.map(({ answers }) => answers.join())).size > 1);
});

test("text, numbers, null and absence are answers where the question allows them", () => {
  for (const answers of [
    { smoker: "no", age: "[18,30)" },
    { smoker: "no", age: 18, income: undefined },
    { smoker: "no", age: 1e9, income: null },
    { smoker: "no", age: 59.99, income: -5 },
    Object.assign(Object.create(null), { smoker: "no", age: 30 }),
  ]) {
    assertReport(plan.perturb(answers));
  }
});

test("every other answer is refused with a code, and its text is nowhere in the error", () => {
  const secret = "zq-secret-91";
  for (const [code, answers] of [
    ["unknown-attribute", { ...ANSWERS, smokes: secret }],
    ["unknown-category", { ...ANSWERS, smoker: secret }],
    ["unknown-category", { ...ANSWERS, smoker: 917263 }],
    ["unknown-category", { ...ANSWERS, age: 17.917263 }],
    ["unknown-category", { ...ANSWERS, smoker: { toString: () => "yes", secret } }],
    ["unknown-category", { ...ANSWERS, smoker: ["yes", secret] }],
    ["unknown-category", { ...ANSWERS, age: 27n }],
    ["unknown-category", { ...ANSWERS, smoker: Symbol(secret) }],
    ["missing-answer", { smoker: null, age: 917263 }],
    ["missing-answer", { age: 917263 }],
    ["missing-answer", Object.create(ANSWERS)],
    ["missing-answer", null],
  ]) {
    assert.throws(() => plan.perturb(answers), (error) => {
      assert.equal(error.code, code);
      assert.equal(error.name, "CandorError");
      const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join();
      for (const answer of [secret, "917263", "2345.5"]) assert.ok(!told.includes(answer), told);
      return true;
    });
  }
});

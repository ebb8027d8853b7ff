/** Answers become one report, and refusals never repeat an answer. */

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);
let plan;

beforeEach(async () => {
  plan = await loadPlan(document, { storage: "memory" });
  await plan.forget();
});

function assertReport(report) {
  assert.deepEqual(Object.keys(report), ["id", "perturbed", "plan"]);
  assert.match(report.id, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(report.plan, plan.fingerprint);
  assert.equal(report.perturbed.length, plan.attributes.length);
  for (const [i, answer] of report.perturbed.entries()) {
    assert.ok(answer >= 0 && answer < plan.attributes[i].categories.length);
  }
}

test("respond draws once, whatever is asked later", async () => {
  const [first, second] = await Promise.all([plan.respond(ANSWERS), plan.respond(ANSWERS)]);
  assertReport(first);
  assert.deepEqual(second, first);
  assert.deepEqual(await plan.respond({ smoker: "no", age: 61 }), first);
  assert.throws(() => first.perturbed.push(0), TypeError);
});

test("answers that are refused draw nothing and fix nothing", async () => {
  await assert.rejects(plan.respond({ smoker: "yes" }), { code: "missing-answer" });
  assertReport(await plan.respond(ANSWERS));
});

test("perturb draws every time", () => {
  const reports = Array.from({ length: 400 }, () => plan.perturb(ANSWERS));
  reports.forEach(assertReport);
  assert.equal(new Set(reports.map(({ id }) => id)).size, 400);
  // Three questions with noise: 400 equal draws have a probability below 1e-100.
  assert.ok(new Set(reports.map(({ perturbed }) => perturbed.join())).size > 1);
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

test("every answer is perturbed from the category it belongs to", async () => {
  // At these levels an answer is changed once in 50,000 times. Some of all 60 are changed once in 800 runs of
  // three draws, and the middle one of three draws once in 10 million.
  const clear = project.design({
    survey: "clear",
    attributes: HEALTH.attributes.map((attribute) => ({ ...attribute, epsilon: 12 })),
    privacy: { method: "independent" },
  });
  const plan = await loadPlan(clear, { maxRecordEpsilon: 40 });
  for (const [answers, categories] of [
    [{ smoker: "no", age: 18, income: -1e300 }, [0, 0, 0]],
    [{ smoker: "yes", age: 29.999, income: 1000 }, [1, 0, 1]],
    [{ smoker: "no", age: 30, income: 2999.5 }, [0, 1, 1]],
    [{ smoker: "yes", age: 59, income: 3000 }, [1, 2, 2]],
    [{ smoker: "no", age: 1e300, income: null }, [0, 3, 3]],
    [{ smoker: "yes", age: "[45,60)" }, [1, 2, 3]],
    [{ smoker: "yes", age: "≥60", income: "<1000" }, [1, 3, 0]],
    [{ smoker: "yes", age: "≥60", income: "no answer" }, [1, 3, 3]],
  ]) {
    const draws = [1, 2, 3].map(() => plan.perturb(answers).perturbed);
    const middle = categories.map((_, i) => draws.map((draw) => draw[i]).sort((a, b) => a - b)[1]);
    assert.deepEqual(middle, categories);
  }
});

test("a refusal names the question as a member, too", () => {
  for (const [attribute, answers] of [
    ["smoker", { smoker: "maybe", age: 27 }],
    ["age", { smoker: "yes" }],
    ["smokes", { ...ANSWERS, smokes: "yes" }],
  ]) {
    assert.throws(() => plan.perturb(answers), { attribute, retryable: false });
  }
});

test("answers are read before the call returns", async () => {
  const optional = project.design({
    survey: "optional",
    attributes: [{ name: "a", optional: true, categories: ["x", "y"], epsilon: 20 }],
    privacy: { method: "independent" },
  });
  const plan = await loadPlan(optional, { maxRecordEpsilon: 40, storage: "memory" });
  const answers = { a: "y" };
  const responding = plan.respond(answers);
  answers.a = null;
  // Another category is reported in less than one of 10 million runs.
  assert.deepEqual((await responding).perturbed, [1]);
});

test("respond and submit reject, and throw nothing", async () => {
  const code = "invalid-answers";
  await assert.rejects(plan.respond(), { name: "CandorError", code });
  await assert.rejects(plan.submit(null, { endpoint: "/reports" }), { name: "CandorError", code });
  for (const options of [undefined, null, {}, { endpoint: 7 }, { endpoint: "/", fetch: undefined }]) {
    for (const call of [plan.submit(ANSWERS, options), plan.resend(options)]) {
      await assert.rejects(call, { name: "CandorError", code: "invalid-options" });
    }
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
    ["invalid-answers", Object.create(ANSWERS)],
    ["invalid-answers", null],
    ["invalid-answers", undefined],
    ["invalid-answers", 5],
    ["invalid-answers", "yes"],
    ["invalid-answers", [secret]],
    ["invalid-answers", new Map(Object.entries(ANSWERS))],
    ["invalid-answers", Promise.resolve(ANSWERS)],
    ["invalid-answers", Object.assign(new FormData(), ANSWERS)],
  ]) {
    assert.throws(
      () => plan.perturb(answers),
      (error) => {
        assert.equal(error.code, code);
        assert.equal(error.name, "CandorError");
        assert.equal(error.retryable, false);
        const told = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join();
        for (const answer of [secret, "917263", "2345.5"]) assert.ok(!told.includes(answer), told);
        return true;
      },
    );
  }
});

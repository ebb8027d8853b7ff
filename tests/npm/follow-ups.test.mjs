/** Follow-up questions: which are asked, what is refused, and what a report tells of a question together with those that depend on it. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { Project } from "./installed.mjs";
import { largest } from "./javascript/exhaustive.mjs";
import { conditional, fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");
const { answersOf, applicable, offered } = await project.import("form");

/** A law under which every answer leaves alone, and as it was given but with a chance of `uniform` out of 2^64. */
function alone(questions, uniform = 2n ** 63n) {
  const blocks = questions.map((_, unit) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: String(2n ** 64n - uniform) }],
    uniform: String(uniform),
    units: [unit],
  }));
  return [{ blocks, weight: String(2n ** 64n) }];
}

/** A plan of these questions. */
function planOf(attributes, more = {}) {
  const privacy = { attributes: attributes.map(({ name }) => ({ attribute: 999, column: 99, name })), record: 999 };
  const forms = alone(attributes);
  return fingerprinted({ attributes, candor: 1, forms, method: "rr", privacy, survey: "follow-ups", ...more });
}

const AGE = { bins: [0, 18, 40, 65, null], categories: ["[0,18)", "[18,40)", "[40,65)", "≥65"], name: "age" };
const QUESTIONS = [
  { categories: ["no", "yes", "refused"], name: "harassed" },
  AGE,
  { asked_if: [{ attribute: 0, categories: [1] }], categories: ["colleague", "manager", "not asked"], name: "by" },
  {
    asked_if: [{ attribute: 2, categories: [0, 1] }],
    categories: ["yes", "no", "no answer", "not asked"],
    name: "reported",
    optional: true,
  },
  {
    asked_if: [
      { attribute: 0, categories: [0, 1] },
      { attribute: 1, categories: [1, 2] },
    ],
    categories: ["day", "night", "not asked"],
    name: "shift",
  },
];
const PLAN = planOf(QUESTIONS);
const options = { maxRecordEpsilon: 999, storage: "memory" };
const plan = await loadPlan(PLAN, options);
const names = (questions) => questions.map(({ name }) => name);

test("a question says when it is asked, and has the category of not being asked", () => {
  const [harassed, , by, reported, shift] = plan.attributes;
  assert.equal(harassed.askedIf, undefined);
  assert.deepEqual(by.askedIf, [{ attribute: "harassed", values: ["yes"] }]);
  assert.deepEqual(reported.askedIf, [{ attribute: "by", values: ["colleague", "manager"] }]);
  assert.deepEqual(shift.askedIf[1], { attribute: "age", values: ["[18,40)", "[40,65)"] });
  assert.deepEqual(by.categories.at(-1), { value: "not asked", label: "not asked" });
  assert.deepEqual(offered(by), by.categories.slice(0, 2));
  assert.deepEqual(offered(harassed), harassed.categories);
});

test("answers lead to the questions whose conditions hold, whatever is left of others", () => {
  const applies = (answers) => names(plan.applicable(answers)).slice(2).join();
  assert.equal(applies({}), "");
  assert.equal(applies({ harassed: "yes" }), "by");
  assert.equal(applies({ harassed: "yes", by: "manager" }), "by,reported");
  assert.equal(applies({ harassed: "no", by: "manager", reported: "yes" }), "", "an answer left of what is not asked");
  assert.equal(applies({ harassed: "no", age: 64.5 }), "shift");
  assert.equal(applies({ harassed: "no", age: 65 }), "");
  assert.equal(applies({ harassed: "yes", age: -1, by: "nobody" }), "by", "unusable answers");
  assert.equal(applies({ harassed: "refused", age: 20 }), "");
});

test("what is not asked is a category like any other, so that a report is as long whatever was asked", async () => {
  // Under this law answers are changed once in 2^64 times.
  const forms = alone(QUESTIONS, 1n);
  const almostCertain = await loadPlan(planOf(QUESTIONS, { forms, survey: "certain" }), options);
  const leaving = (answers) => almostCertain.perturb(answers).perturbed.join();
  assert.equal(leaving({ harassed: "no", age: 70 }), "0,3,2,3,2");
  assert.equal(leaving({ harassed: "refused", age: 20, by: undefined, reported: null }), "2,1,2,3,2");
  assert.equal(leaving({ harassed: "no", age: 20, shift: "night" }), "0,1,2,3,1");
  assert.equal(leaving({ harassed: "yes", age: 3, by: "manager", reported: "no" }), "1,0,1,1,2");
  assert.equal(leaving({ harassed: "yes", age: 3, by: "manager" }), "1,0,1,2,2", "asked, and not answered");
});

test("an answer that is not asked for and a missing one are refused alike, and the error does not say which it was", () => {
  const refusal = (answers) => {
    try {
      plan.perturb(answers);
    } catch ({ code, message, attribute }) {
      return { code, message, attribute };
    }
  };
  const unasked = refusal({ harassed: "no", age: 70, by: "manager" });
  assert.deepEqual(unasked, {
    code: "invalid-follow-up",
    message: 'question "by" has to be answered where it is asked, and nowhere else',
    attribute: "by",
  });
  assert.deepEqual(refusal({ harassed: "yes", age: 70 }), unasked, "it is asked, and has no answer");
  assert.deepEqual(refusal({ harassed: "yes", age: 70, by: "not asked" }), unasked, "it is asked");
  assert.equal(refusal({ harassed: "no", age: 70, by: "not asked" }), undefined, "so it is");
  assert.equal(refusal({ harassed: "yes", age: 70, by: "manager" }), undefined, "the other may be left out");
  assert.equal(refusal({ harassed: "yes", age: 70, by: "manager", reported: "not asked" }).code, "invalid-follow-up");
  assert.equal(refusal({ harassed: "no", age: 70, by: "nobody" }).code, "unknown-category");
});

test("one report is drawn and kept, and is refused for answers that hang together otherwise", async () => {
  const own = await loadPlan(PLAN, options);
  await own.forget();
  await assert.rejects(own.respond({ harassed: "no", age: 20 }), { code: "invalid-follow-up" });
  assert.equal(await own.kept(), undefined);
  const report = await own.respond({ harassed: "no", age: 20, shift: "night" });
  assert.equal(report.fromTheseAnswers, true);
  assert.equal((await own.respond({ harassed: "no", age: 20, shift: "day" })).fromTheseAnswers, false);
  const [unit] = own.told({ ...report, perturbed: [0, 0, 2, 3, 2] }).units.slice(2);
  assert.deepEqual(unit.named, [{ categories: [2], labels: ["not asked"] }]);
  await own.forget();
});

test("entries of a form lead to questions and answers, whatever else the form has", () => {
  const entries = { harassed: "yes", age: "3O", by: "manager", reported: "", shift: "night" };
  assert.deepEqual(
    names(applicable(plan, plan.attributes, entries)),
    ["harassed", "age", "by", "reported"],
    "no number: no answer",
  );
  const whole = { ...entries, age: "70" };
  const answers = answersOf(applicable(plan, plan.attributes, whole), whole);
  assert.deepEqual(answers, { harassed: "yes", age: 70, by: "manager", reported: null });
  assert.equal(plan.perturb(answers).perturbed.length, 5);
  const form = new FormData();
  for (const [name, value] of [
    ["harassed", "no"],
    ["age", "70"],
    ["by", "manager"],
  ])
    form.append(name, value);
  assert.deepEqual(answersOf(applicable(plan, plan.attributes, form), form), { harassed: "no", age: 70 });
});

test("trials of jsPsych are asked where they apply, and no others are sent", async () => {
  const { default: Extension } = await project.import("jspsych");
  const own = await loadPlan(PLAN, options);
  await own.forget();
  let row = {};
  const extension = new Extension({ data: { getLastTrialData: () => ({ values: () => [row] }) } });
  await extension.initialize({ plan: own });
  const answer = (question, response) => {
    row = { response };
    extension.on_finish({ question });
  };
  answer("harassed", "yes");
  assert.deepEqual(names(extension.questions), ["harassed", "age", "by"]);
  extension.on_start({ question: "by" });
  answer("by", "manager");
  answer("harassed", "no");
  assert.throws(() => extension.on_start({ question: "reported" }), { code: "unknown-attribute" });
  answer("age", 70);
  const fetch = async () => new Response('{"accepted":1,"repeated":0}', { status: 201 });
  const { fromTheseAnswers } = await extension.submit({ endpoint: "http://collector.test/reports", fetch });
  assert.equal(fromTheseAnswers, true);
  await own.forget();
});

test("the promise about an answer covers what depends on it, and says so", () => {
  // Each leaves unchanged with (1/2 + 1/2a), so that it has the ratio a + 1.
  const [harassed, age, by, reported, shift] = plan.promises.attributes;
  const near = (promise, ratio) => assert.ok(Math.abs(promise.attribute - Math.log(ratio)) < 1e-10, promise.name);
  near(harassed, 4 * 4 * 5 * 4);
  near(age, 5 * 4);
  near(by, 4 * 5);
  near(reported, 5);
  near(shift, 4);
  for (const { name, column } of plan.promises.attributes.slice(0, 1)) near({ name, attribute: column }, 4);
  assert.deepEqual(
    plan.promises.attributes.map((promise) => promise.with),
    [["by", "reported", "shift"], ["shift"], ["reported"], undefined, undefined],
  );
  for (const language of ["ar", "de", "en", "es", "fr", "ja"]) {
    const { attributes } = sentences(plan, language);
    const alike = (one, other) => attributes[one].sentence.slice(10, 60) === attributes[other].sentence.slice(10, 60);
    assert.ok(!alike(2, 4) && !attributes[2].sentence.includes("undefined"), language);
  }
  assert.match(sentences(plan).attributes[0].sentence, /^“harassed”, with the questions that depend on it: /);
  assert.match(sentences(plan).attributes[4].sentence, /^“shift”: /);
});

const REFUSED = {
  "a later question": [{ attribute: 2, categories: [0] }],
  "the question itself": [{ attribute: 1, categories: [0] }],
  "no answer": [{ attribute: 0, categories: [] }],
  "every answer": [{ attribute: 0, categories: [0, 1, 2] }],
  "an answer that there is not": [{ attribute: 0, categories: [3] }],
  "answers that do not ascend": [{ attribute: 0, categories: [1, 0] }],
  "an answer twice": [{ attribute: 0, categories: [1, 1] }],
  "a question twice": [
    { attribute: 0, categories: [0] },
    { attribute: 0, categories: [1] },
  ],
};

test("conditions that make no sense are refused", async () => {
  const base = [
    { categories: ["a", "b", "c"], name: "parent" },
    { categories: ["d", "e", "not asked"], name: "child" },
    { categories: ["f", "g"], name: "other" },
  ];
  const asking = (asked_if, attributes = base) =>
    loadPlan(planOf(attributes.with(1, { ...attributes[1], asked_if })), options);
  assert.equal((await asking([{ attribute: 0, categories: [0, 2] }])).attributes.length, 3);
  for (const [why, asked_if] of Object.entries(REFUSED))
    await assert.rejects(asking(asked_if), { code: "invalid-follow-up" }, why);
  const sensible = [{ attribute: 0, categories: [1] }];
  for (const asked_if of [[], [{ attribute: 0 }], [{ attribute: 0, categories: [1], not: true }], {}])
    await assert.rejects(asking(asked_if), { code: "invalid-plan" });
  const child = (categories) => base.with(1, { categories, name: "child" });
  for (const categories of [
    ["d", "e", "f"],
    ["d", "e", { value: "not asked", label: "none" }],
    ["d", "e", "none"],
  ])
    await assert.rejects(asking(sensible, child(categories)), { code: "invalid-plan" });
  await assert.rejects(asking(sensible, child(["not asked", "d", "not asked"])), { code: "duplicate-category" });
  await assert.rejects(asking(sensible, child(["d", "not asked"])), { code: "too-few-categories" });
  // What a follow-up may be asked after: whatever its parent was answered, but not that it was not asked.
  const grandchild = (categories) => [
    ...planOf(base.with(1, { ...base[1], asked_if: sensible })).attributes.slice(0, 2),
    { asked_if: [{ attribute: 1, categories }], categories: ["h", "i", "not asked"], name: "grandchild" },
  ];
  assert.equal((await loadPlan(planOf(grandchild([0, 1])), options)).attributes.length, 3);
  await assert.rejects(loadPlan(planOf(grandchild([0, 2])), options), { code: "invalid-follow-up" });
});

test("who draws what is asked cannot be asked more after an answer", async () => {
  const form = (unit, weight) => ({
    ...alone([2])[0],
    units: [{ attributes: [unit], subset_size: 1 }],
    weight: String(weight),
  });
  const forms = [form(0, 2n ** 63n), form(1, 2n ** 63n)];
  const pair = [
    { categories: ["a", "b", "c"], name: "one" },
    { asked_if: [{ attribute: 0, categories: [1] }], categories: ["d", "e", "not asked"], name: "two" },
  ];
  assert.equal((await loadPlan(planOf(pair, { forms }), options)).attributes.length, 2);
  await assert.rejects(loadPlan(planOf(pair, { ask: "drawn", forms }), options), { code: "invalid-plan" });
});

test("an understated promise about a question and what depends on it is refused", async () => {
  const stating = (attribute) => {
    const privacy = {
      ...PLAN.privacy,
      attributes: PLAN.privacy.attributes.with(2, { attribute, column: 2, name: "by" }),
    };
    return loadPlan(fingerprinted({ ...PLAN, privacy }), options);
  };
  assert.equal((await stating(2.99574)).survey, "follow-ups");
  await assert.rejects(stating(2.9957), { code: "understated-promise" });
});

const SMALL = every(500, 60);

test("no promise about a question and what depends on it is below what trying all reports of all feasible records finds", async () => {
  let several = 0;
  let tight = 0;
  for (let seed = 0; seed < SMALL; seed += 1) {
    const document = conditional(seed);
    const { promises } = await loadPlan(document, { ...options, maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9 });
    for (const [i, { attribute, with: others = [] }] of promises.attributes.entries()) {
      const joint = [i, ...others.map((name) => document.attributes.findIndex((question) => question.name === name))];
      const found = largest(document, joint);
      assert.ok(attribute >= found - 1e-9, `plan ${seed}, question ${i}: ${attribute} is below ${found}`);
      several += Number(joint.length > 1);
      tight += Number(joint.length > 1 && attribute < found + 1e-6);
    }
  }
  assert.ok(several > SMALL / 2, `${several} questions have others that depend on them`);
  assert.ok(tight > several / 4, `${tight} promises of ${several} are reached`);
});

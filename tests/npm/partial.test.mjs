/** Surveys that people may leave midway: what is not reached, what is refused as ever, and what both readers of plans say of it. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { CANDOR } from "../program.mjs";
import { Project } from "./installed.mjs";
import { fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { loadPlan: withoutWasm } = await project.import("js");
const { offered, reached } = await project.import("form");
const { protect, surveyOf } = await project.import("surveyjs");

const SURVEY = {
  survey: "midway",
  privacy: { record_epsilon: 4 },
  partial: true,
  attributes: [
    { name: "works", categories: ["no", "yes"] },
    { name: "how", choose: "any", categories: ["bus", "bike"] },
    { name: "first", rank: ["pay", "hours", "safety"], places: 2, optional: true },
    { name: "why", categories: ["money", "health"], asked_if: { works: ["yes"] } },
    { name: "age", bins: [18, 30, null] },
  ],
};

const options = { maxRecordEpsilon: 9999, storage: "memory" };

/** A plan of the program, under a law that changes answers once in 2^64 times. */
function exact(designed) {
  const blocks = designed.attributes.map((_, unit) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: String(2n ** 64n - 1n) }],
    uniform: "1",
    units: [unit],
  }));
  const attributes = designed.attributes.map(({ name }) => ({ attribute: 999, column: 99, name }));
  const forms = [{ blocks, weight: String(2n ** 64n) }];
  return fingerprinted({ ...designed, forms, method: "rr", privacy: { attributes, record: 9999 } });
}

const designed = project.design(SURVEY);
const PLAN = exact(designed);
const plan = await loadPlan(PLAN, options);
const leaving = (answers, how = { stopped: true }, of = plan) =>
  of
    .perturb(answers, of.attributes, how)
    .perturbed.map((place, i) => {
      const { value } = of.attributes[i].categories[place];
      return value;
    })
    .join();

/** The code with which the program refuses a plan. */
function byCrate(document) {
  const { stderr } = spawnSync(CANDOR, ["verify", project.write("forged.json", JSON.stringify(document))]);
  return /^error\[([a-z-]+)\]/m.exec(String(stderr))?.[1];
}

function refusal(answers, how = { stopped: true }, of = plan) {
  try {
    leaving(answers, how, of);
  } catch ({ code, attribute }) {
    return `${code} ${attribute}`;
  }
}

const WHOLE = { works: "yes", how: ["bus"], first: ["pay", "hours"], why: "money", age: 20 };

test("a plan says before which questions people may stop, and what can be answered to them", () => {
  assert.deepEqual(
    plan.attributes.map(({ partial }) => partial),
    plan.attributes.map(() => true),
  );
  const [works, , , , , , why] = plan.attributes;
  assert.deepEqual(
    why.categories.map(({ value }) => value),
    ["money", "health", "not reached", "not asked"],
  );
  assert.deepEqual(
    [works, why].map((question) => offered(question).map(({ value }) => value)),
    [
      ["no", "yes"],
      ["money", "health"],
    ],
  );
});

test("what somebody who stops leaves out was not reached, or not asked", () => {
  assert.equal(
    leaving({ works: "yes", how: ["bike"] }),
    "yes,no,yes,not reached,not reached,not reached,not reached,not reached",
  );
  assert.equal(leaving({ works: "no", how: [] }), "no,no,no,not reached,not reached,not reached,not asked,not reached");
  assert.equal(leaving({}), `${"not reached,".repeat(6)}not asked,not reached`);
  assert.equal(leaving({ how: undefined, age: 40 }), `${"not reached,".repeat(6)}not asked,≥30`);
  assert.equal(leaving({ ...WHOLE, first: null }), "yes,yes,no,no answer,no answer,no answer,money,[18,30)");
});

test("whoever has answered everything sends the same, stopped or not", () => {
  for (const how of [{}, { stopped: false }, { stopped: true }])
    assert.equal(leaving(WHOLE, how), "yes,yes,no,1,2,not ranked,money,[18,30)");
});

test("null is no answer of somebody who stops, too", () => {
  assert.equal(refusal({ ...WHOLE, age: null }), "missing-answer age");
  assert.equal(refusal({ ...WHOLE, how: null }), "missing-answer how");
  assert.equal(refusal({ ...WHOLE, why: null }), "invalid-follow-up why");
});

test("rules of answers hold for somebody who stops", () => {
  assert.equal(refusal({ works: "no", why: "money" }), "invalid-follow-up why");
  assert.equal(refusal({ works: "no", first: ["pay"] }), "invalid-choices first");
  assert.equal(refusal({ works: "maybe" }), "unknown-category works");
});

test("nobody stops without saying so", () => {
  for (const how of [{}, { stopped: false }]) {
    assert.equal(refusal({ works: "yes", how: ["bike"] }, how), "invalid-follow-up why");
    assert.equal(refusal({ works: "no", how: ["bike"] }, how), "missing-answer age");
  }
  for (const stopped of [undefined, null, 1, "true"])
    assert.equal(refusal(WHOLE, { stopped }), "invalid-options undefined");
});

test("entries of a form were reached up to the last one that is something", () => {
  const of = (entries) => reached(plan.attributes, entries);
  assert.deepEqual(of({}), {});
  assert.deepEqual(of({ works: "no", age: "", how: [], other: "x" }), { works: "no" });
  assert.deepEqual(of({ age: "20" }), { how: [], first: null, age: 20 });
  assert.deepEqual(of(new URLSearchParams("how=bike&first=hours&age=")), { how: ["bike"], first: ["hours"] });
  assert.throws(() => of({ age: "many" }), { code: "invalid-answers", attribute: "age" });
  assert.throws(() => reached(undefined, {}), { code: "invalid-answers" });
  assert.equal(leaving(of({ first: ["pay", "hours"] })), "not reached,no,no,1,2,not ranked,not asked,not reached");
});

test("in a survey that is not partial a missing answer is missing, stopped or not", async () => {
  const { partial, ...rest } = SURVEY;
  const whole = await loadPlan(exact(project.design({ ...rest, survey: "whole" })), options);
  assert.deepEqual(Object.keys(whole.attributes[0]).includes("partial"), false);
  assert.equal(refusal({ works: "no", how: [] }, { stopped: true }, whole), "missing-answer age");
  assert.equal(refusal({ how: [], age: 20 }, { stopped: true }, whole), "missing-answer works");
  assert.equal(leaving({ works: "no", how: [], age: 20 }, { stopped: true }, whole).split(",").at(3), "no answer");
});

test("plain columns are given by whoever stops, too", async () => {
  const columns = [{ name: "region", categories: ["north", "south"] }];
  const carrying = await loadPlan(exact(project.design({ ...SURVEY, plain: columns })), options);
  assert.equal(refusal({}, { stopped: true }, carrying), "missing-answer region");
  const { plain } = carrying.perturb({}, carrying.attributes, { stopped: true, plain: { region: "south" } });
  assert.deepEqual(plain, [1]);
});

test("a device that is asked some of the questions leaves some of them", async () => {
  const attributes = ["a", "b", "c"].map((name) => ({ name, categories: ["0", "1"] }));
  const some = { survey: "drawn", partial: true, ask: "drawn", privacy: { record_epsilon: 3, method: "labelled" } };
  const drawn = await loadPlan(project.design({ ...some, attributes, tables: [["a"], ["b"], ["c"]] }), options);
  const asked = (await drawn.questions()).map(({ name }) => name);
  const { unused } = drawn.told(await drawn.respond({}, { stopped: true }));
  assert.deepEqual([...asked, ...unused].toSorted(), ["a", "b", "c"]);
  assert.ok(unused.length > 0);
  assert.equal(refusal({}, {}, drawn), "missing-answer a");
});

test("a report of whoever stopped is kept and sent like any other, in as many bytes", async () => {
  const sizes = [];
  for (const [answers, stopped] of [
    [WHOLE, false],
    [{}, true],
  ]) {
    const own = await loadPlan(PLAN, options);
    await own.forget();
    const fetch = async (_, { body }) => {
      sizes.push(body.length);
      return Response.json({ accepted: 1, repeated: 0 });
    };
    const { stored, fromTheseAnswers } = await own.submit(answers, { endpoint: "https://c.example/", fetch, stopped });
    assert.deepEqual([stored, fromTheseAnswers], ["new", true]);
    assert.equal((await own.kept()).received, true);
  }
  assert.equal(sizes[0], sizes[1]);
});

const [first, ...others] = designed.attributes;
/** What is no partial question, with the code of both readers. */
const WRONG = {
  "a partial question without its category": { ...first, categories: ["no", "yes"] },
  "a word that is not true": { ...first, partial: false },
  "its category before the others": { ...first, categories: ["not reached", "no", "yes"] },
  "a label for it": { ...first, categories: ["no", "yes", { value: "not reached", label: "left" }] },
  "one answer beside it": { ...first, categories: ["no", "not reached"] },
  "it twice": { ...first, categories: ["no", "yes", "not reached", "not reached"] },
};

for (const [what, question] of Object.entries(WRONG))
  test(`${what} is refused by both readers of plans`, async () => {
    const forged = fingerprinted(JSON.parse(JSON.stringify({ ...designed, attributes: [question, ...others] })));
    const code = await loadPlan(forged, options).then(
      () => "accepted",
      (error) => error.code,
    );
    assert.match(code, /^(invalid-plan|too-few-categories|duplicate-category)$/);
    assert.equal(byCrate(forged), code);
    await assert.rejects(withoutWasm(forged, options), { code });
  });

test("a condition on all that can be answered, or on what cannot, is refused", async () => {
  for (const categories of [[0, 1], [2], [1, 2]]) {
    const attributes = designed.attributes.with(6, {
      ...designed.attributes[6],
      asked_if: [{ attribute: 0, categories }],
    });
    const forged = fingerprinted({ ...designed, attributes });
    await assert.rejects(loadPlan(forged, options), { code: "invalid-follow-up" });
    assert.equal(byCrate(forged), "invalid-follow-up");
  }
});

test("choices of which some are partial are no compound", async () => {
  const { partial, ...choice } = designed.attributes[1];
  const attributes = designed.attributes.with(1, { ...choice, categories: ["no", "yes"] });
  const forged = fingerprinted({ ...designed, attributes });
  await assert.rejects(loadPlan(forged, options), { code: "invalid-compound" });
  assert.equal(byCrate(forged), "invalid-compound");
});

const ELEMENTS = [
  { type: "radiogroup", name: "works", isRequired: true, choices: ["no", "yes"] },
  { type: "radiogroup", name: "why", isRequired: true, visibleIf: "{works} = 'yes'", choices: ["money", "health"] },
  {
    type: "ranking",
    name: "first",
    choices: ["pay", "hours", "safety"],
    selectToRankEnabled: true,
    maxSelectedChoices: 2,
  },
  { type: "text", inputType: "number", name: "age", isRequired: true },
];
const byLibrary = project.design({
  ...surveyOf(
    { elements: ELEMENTS },
    { survey: "library", privacy: { record_epsilon: 4 }, bins: { age: [18, 30, null] } },
  ),
  partial: true,
});

for (const [version, { Model }] of [
  [2, second],
  [3, third],
])
  test(`version ${version} of SurveyJS: completed before its end, a survey sends what was reached`, async () => {
    const own = await loadPlan(exact(byLibrary), options);
    /** What leaves of these answers, or the code of a refusal, where the survey is completed so. */
    const left = async (answers, complete) => {
      await own.forget();
      const model = new Model({ elements: ELEMENTS });
      return new Promise((resolve) => {
        const fetch = async (_, { body }) => {
          const { perturbed } = JSON.parse(new TextDecoder().decode(body));
          resolve(perturbed.map((place, i) => own.attributes[i].categories[place].value).join());
          return new Response('{"accepted":1,"repeated":0}', { status: 201 });
        };
        const message = ({ code }) => resolve(code) ?? code;
        protect(model, own, { endpoint: "http://collector.test/", fetch, message }).then(() => {
          for (const [name, answer] of Object.entries(answers)) model.setValue(name, answer);
          complete(model);
        });
      });
    };
    const stop = (model) => model.doComplete(true);
    assert.equal(
      await left({ works: "yes", why: "money", first: ["pay", "safety"], age: 40 }, stop),
      "yes,money,1,not ranked,2,≥30",
    );
    assert.equal(await left({ works: "no" }, stop), "no,not asked,not reached,not reached,not reached,not reached");
    assert.equal(await left({ works: "yes", age: 20 }, stop), "yes,not reached,no answer,no answer,no answer,[18,30)");
    const nothing = "not reached,not asked,not reached,not reached,not reached,not reached";
    assert.equal(await left({}, stop), nothing);
    assert.equal(await left({ works: "no" }, (model) => model.doComplete()), "missing-answer");
  });

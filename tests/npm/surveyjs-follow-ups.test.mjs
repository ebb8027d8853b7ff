/** Ring: package. Questions of SurveyJS that are visible only after some answers to earlier private ones: imported as follow-ups, and sent so. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await project.import("surveyjs");

const HARASSED = { type: "radiogroup", name: "harassed", isRequired: true, choices: ["no", "yes", "refused"] };
const BY = { type: "dropdown", name: "by", isRequired: true, choices: ["colleague", "superior", "customer"] };
const REPORTED = { type: "boolean", name: "reported", isRequired: true };
const AGE = { type: "text", inputType: "number", name: "age", isRequired: true };
const PENSION = { type: "rating", name: "pension", isRequired: true, rateMax: 3 };
const bins = { age: [16, 30, 50, null] };
const imported = (...elements) => surveyOf({ elements }, { survey: "imported", privacy: { record_epsilon: 3 }, bins });
const last = (...elements) => imported(...elements).attributes.at(-1);
const after_ = (visibleIf, question = BY) => last(HARASSED, AGE, REPORTED, { ...question, visibleIf });

for (const [visibleIf, asked_if] of Object.entries({
  "{harassed} = 'yes'": { harassed: ["yes"] },
  '( {harassed} == "Yes" )': { harassed: ["yes"] },
  "{harassed} equal 'yes'": { harassed: ["yes"] },
  "{harassed} anyof ['refused', 'yes']": { harassed: ["yes", "refused"] },
  "{reported} = true": { reported: ["true"] },
  "{age} >= 50": { age: ["≥50"] },
  "{age}<30": { age: ["[16,30)"] },
  "{age} >= 30 and {age} < 50": { age: ["[30,50)"] },
  "({harassed} = 'yes') and {age} >= 30": { harassed: ["yes"], age: ["[30,50)", "≥50"] },
  "{harassed} <> 'no'": { harassed: ["yes", "refused"] },
  "{harassed} != 'Refused' and {harassed} notequal 'no'": { harassed: ["yes"] },
  "{harassed} = 'refused' or {harassed} = 'yes'": { harassed: ["yes", "refused"] },
  "{age} >= 50 or {age} < 30": { age: ["[16,30)", "≥50"] },
  "{reported} = true and ({harassed} = 'yes' or {harassed} = 'refused')": {
    harassed: ["yes", "refused"],
    reported: ["true"],
  },
}))
  test(`a follow-up: ${visibleIf}`, () => {
    const { optional, ...imported } = after_(visibleIf);
    assert.deepEqual([optional, imported.asked_if], [false, asked_if]);
    assert.equal(after_(visibleIf, { ...BY, isRequired: false }).optional, true);
  });

for (const visibleIf of [
  ...["{harassed} <> 'maybe'", "{harassed} notempty", "{harassed} = 'yes' or {age} < 30", "{harassed} = 'maybe'"],
  ...[
    "{harassed} anyof 'yes'",
    "{harassed} = ['yes']",
    "{harassed} anyof ['no', 'yes', 'refused']",
    "{harassed} = yes",
  ],
  ...["{age} >= 31", "{age} > 30", "{age} = 30", "{age} >= 30 and {age} < 30", "{age} < 16", "{age} >= 16"],
  ...[
    "{elsewhere} = 'yes'",
    "{by} = 'customer'",
    "{harassed} = 'a and {age} < 30'",
    "age({age}) > 3",
    "",
    "{harassed}",
  ],
  ...["{harassed} >= 30", "{harassed} = 'yes' and {elsewhere} = 1", "!({harassed} = 'yes')"],
  ...["{harassed} = 'yes' and {age} < 30 or {harassed} = 'no'", "{harassed} = 'no' or {harassed} <> 'no'"],
  ...["{harassed} = 'yes' or", "({harassed} = 'yes'", "{harassed} = 'yes') or {harassed} = 'no'", "{age} <> 30"],
  ...["{harassed} contains 'yes'", "{harassed} anyof ['yes'", "harassed = 'yes'", "{harassed} = ''yes"],
])
  test(`no follow-up, but one that may be left out: ${visibleIf}`, () => {
    const { optional, asked_if } = after_(visibleIf);
    assert.deepEqual([optional, asked_if], [true, undefined]);
  });

test("an answer that may be left out is none of the others, and whoever leaves it out gives none", () => {
  const optional = { ...HARASSED, isRequired: false };
  const asked = (visibleIf, question = BY) => last(optional, { ...question, visibleIf }).asked_if;
  assert.deepEqual(asked("{harassed} notempty"), { harassed: ["no", "yes", "refused"] });
  assert.deepEqual(asked("{harassed} <> 'yes'"), { harassed: ["no", "refused", "no answer"] });
  assert.equal(asked("{harassed} = 'no answer'"), undefined);
  // SurveyJS shows it where the follow-up is not asked, too.
  const followed = last(
    HARASSED,
    { ...BY, visibleIf: "{harassed} = 'yes'" },
    { ...PENSION, visibleIf: "{by} <> 'customer'" },
  );
  assert.deepEqual([followed.asked_if, followed.optional], [undefined, true]);
  const answered = last(
    HARASSED,
    { ...BY, visibleIf: "{harassed} = 'yes'" },
    { ...PENSION, visibleIf: "{by} notempty" },
  );
  assert.deepEqual(answered.asked_if, { by: ["colleague", "superior", "customer"] });
});

test("conditions of a panel and of what is in it hold together, and one that may be hidden on its own may be left out", () => {
  const panel = (visibleIf, ...elements) => ({ type: "panel", name: "more", visibleIf, elements });
  const inner = { ...PENSION, visibleIf: "{age} >= 50" };
  const { optional, asked_if } = last(HARASSED, AGE, panel("{harassed} = 'yes'", panel(undefined, inner)));
  assert.deepEqual([optional, asked_if], [false, { harassed: ["yes"], age: ["≥50"] }]);
  assert.equal(last(HARASSED, AGE, panel("{harassed} notempty", inner)).asked_if, undefined);
  // SurveyJS sets "visible" where there is a condition.
  assert.equal(last(HARASSED, { ...BY, visible: false, visibleIf: "{harassed} = 'yes'" }).optional, false);
  assert.equal(last(HARASSED, panel("{harassed} = 'yes'", { ...BY, visible: false })).optional, true);
});

const ELEMENTS = [
  HARASSED,
  { ...BY, visibleIf: "{harassed} = 'yes'" },
  { ...REPORTED, visibleIf: "{by} anyof ['colleague', 'superior']" },
  AGE,
  { ...PENSION, visibleIf: "{age} >= 50" },
];
const document = project.design(imported(...ELEMENTS));
const plan = () => loadPlan(document, { storage: "memory" });

test("the plan asks what the survey shows", async () => {
  const { attributes } = await plan();
  assert.deepEqual(
    attributes.map(({ askedIf = [] }) => askedIf.flatMap(({ values }) => values)),
    [[], ["yes"], ["colleague", "superior"], [], ["≥50"]],
  );
});

for (const [version, { Model }] of [
  [2, second],
  [3, third],
]) {
  /** What is drawn from these values, set one after the other. */
  const drawn = async (...values) => {
    const own = await plan();
    await own.forget();
    const model = new Model({ elements: ELEMENTS });
    const given = [];
    const watched = new Proxy(own, {
      get(target, name) {
        const member = target[name];
        if (name === "respond") return (answers, options) => given.push(answers) && target.respond(answers, options);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const fetch = async () => new Response('{"accepted":1,"repeated":0}', { status: 201 });
    const sent = new Promise((received, failed) => {
      const message = (error) => failed(error) ?? error.message;
      protect(model, watched, { endpoint: "http://collector.test/", fetch, received, message }).then(() => {
        for (const [name, value] of values) model.setValue(name, value);
        model.tryComplete();
      }, failed);
    });
    await sent;
    return given[0];
  };

  test(`version ${version}: only what is asked is sent, whatever path was taken`, async () => {
    assert.deepEqual(await drawn(["harassed", "no"], ["age", 20]), { harassed: "no", age: 20 });
    assert.deepEqual(
      await drawn(["harassed", "yes"], ["by", "superior"], ["reported", true], ["age", 60], ["pension", 2]),
      { harassed: "yes", by: "superior", reported: "true", age: 60, pension: "2" },
    );
    // SurveyJS still shows "reported" here, since the answer to the hidden question is left.
    assert.deepEqual(
      await drawn(["harassed", "yes"], ["by", "superior"], ["reported", true], ["age", 20], ["harassed", "refused"]),
      { harassed: "refused", age: 20 },
    );
  });

  test(`version ${version}: a survey that asks after other answers is refused`, async () => {
    for (const [change, says] of [
      [{ ...ELEMENTS[1], visibleIf: "{harassed} = 'refused'" }, /"by" is asked after other answers in the plan/],
      [{ ...BY }, /"by" is asked after other answers in the plan/],
    ])
      await assert.rejects(protect(new Model({ elements: ELEMENTS.with(1, change) }), plan(), {}), {
        code: "form-mismatch",
        message: says,
      });
    const unconditional = project.design({ ...imported(...ELEMENTS.with(1, BY)), survey: "unconditional" });
    await assert.rejects(protect(new Model({ elements: ELEMENTS }), loadPlan(unconditional), {}), {
      code: "form-mismatch",
      message: /"by" is asked only after some answers here, but of everybody by the plan/,
    });
  });
}

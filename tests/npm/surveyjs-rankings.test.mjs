/** Ring: package. Rankings of SurveyJS, with the models of two versions: how they are imported, what is sent and what is refused. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await project.import("surveyjs");

const FIRST = {
  type: "ranking",
  name: "first",
  title: "What first?",
  isRequired: true,
  selectToRankEnabled: true,
  maxSelectedChoices: 2,
  choicesOrder: "random",
  selectToRankEmptyRankedAreaText: "Drag here",
  choices: ["pay", { value: "hours", text: "Hours of work" }, "safety", 4],
};
const RAISE = { type: "radiogroup", name: "raise", isRequired: true, choices: ["some", "much"] };
const HELP = { type: "ranking", name: "help", choices: ["boss", "peers"] };
const ELEMENTS = [FIRST, { ...RAISE, visibleIf: "{first[0]} = 'pay'" }, HELP];

const imported = (...elements) => surveyOf({ elements }, { survey: "ranked", privacy: { record_epsilon: 3 } });
const only = (...elements) => imported(...elements).attributes.at(-1);
const document = project.design(imported(...ELEMENTS));
const load = () => loadPlan(document, { storage: "memory" });
const sending = { endpoint: "http://collector.test/", fetch: () => assert.fail("something was sent") };

test("a ranking has as many places as choices may be selected, or all", () => {
  assert.deepEqual(only(FIRST), {
    name: "first",
    question: "What first?",
    rank: [
      { value: "pay", label: "pay" },
      { value: "hours", label: "Hours of work" },
      { value: "safety", label: "safety" },
      { value: "4", label: "4" },
    ],
    places: 2,
    optional: false,
  });
  const rank = ["boss", "peers"].map((value) => ({ value, label: value }));
  assert.deepEqual(only(HELP), { name: "help", question: "help", rank, optional: true });
  assert.equal(only({ ...FIRST, selectToRankEnabled: false }).places, undefined);
  assert.equal(only({ ...FIRST, maxSelectedChoices: 9 }).places, undefined);
  assert.equal(only({ ...FIRST, maxSelectedChoices: 0 }).places, undefined);
});

test("a ranking of one, or of what is not listed, is not imported", () => {
  for (const change of [{ maxSelectedChoices: 1 }, { choices: ["pay"] }, { choicesByUrl: { url: "choices.json" } }])
    assert.throws(() => only({ ...FIRST, ...change }), { code: "invalid-survey", attribute: "first" });
});

for (const [visibleIf, asked_if] of Object.entries({
  "{first[0]} = 'pay'": { "first.pay": ["1"] },
  "{first[1]} = 'Hours'": { "first.hours": ["2"] },
  "{first[0]} = 4 and {first[1]} = 'pay'": { "first.pay": ["2"], "first.4": ["1"] },
  "{first[2]} = 'pay'": undefined,
  "{first[0]} = 'rest'": undefined,
  "{first[0]} <> 'pay'": undefined,
  "{first} contains 'pay'": undefined,
  "{first.pay} = 1": undefined,
  "{first} notempty": undefined,
}))
  test(`a follow-up of a ranking: ${visibleIf}`, () => {
    const { optional, ...found } = only(FIRST, { ...RAISE, visibleIf });
    assert.deepEqual([found.asked_if, optional], [asked_if, asked_if === undefined]);
  });

for (const [version, { Model }] of [
  [2, second],
  [3, third],
]) {
  /** What is drawn from these values. */
  const drawn = async (values) => {
    const own = await load();
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
    await new Promise((received, failed) => {
      const message = (error) => failed(error) ?? error.message;
      protect(model, watched, { ...sending, fetch, received, message }).then(() => {
        for (const [name, value] of Object.entries(values)) model.setValue(name, value);
        if (model.validate(false, false)) model.tryComplete();
        else failed(new Error("the survey refuses an answer"));
      }, failed);
    });
    await new Promise((settled) => setTimeout(settled));
    assert.deepEqual(model.data, {});
    return given[0];
  };

  test(`version ${version}: items are sent in their order`, async () => {
    const values = { first: ["safety", 4], help: ["peers", "boss"] };
    assert.deepEqual(await drawn(values), { first: ["safety", "4"], help: ["peers", "boss"] });
    assert.deepEqual(await drawn({ first: ["pay", "hours"], raise: "much" }), {
      first: ["pay", "hours"],
      raise: "much",
      help: null,
    });
  });

  test(`version ${version}: SurveyJS asks for as many items as there are places`, async () => {
    await assert.rejects(drawn({ first: ["safety"] }), /the survey refuses an answer/);
    await assert.rejects(drawn({ first: [] }), /the survey refuses an answer/);
    // Programs can put more in order.
    await assert.rejects(drawn({ first: ["safety", "hours", "pay"] }), {
      code: "invalid-choices",
      message: /break its rule: 2 of them in order/,
    });
  });

  for (const [place, change, says] of [
    [0, { maxSelectedChoices: 3 }, /there 2 in order of "pay", "hours", "safety", "4", here 3 in order of "pay", /],
    [
      0,
      { choices: ["pay", "hours", "safety"] },
      /there 2 in order of .*, here 2 in order of "pay", "hours", "safety"\./,
    ],
    [0, { type: "checkbox" }, /there 2 in order of .*, here 1 to 2 of "pay"/],
    [0, { type: "radiogroup" }, /there 2 in order of .*, here "pay", "hours", "safety", "4"/],
    [0, { isRequired: false }, /"first" may be left unanswered here/],
    [1, { visibleIf: "{first[1]} = 'pay'" }, /"raise" is asked after other answers in the plan/],
    [
      0,
      { selectToRankEmptyRankedAreaText: "{help}" },
      /of ranking "first" reads the answer to private question "help"/,
    ],
    [0, { choicesVisibleIf: "{item} <> 'pay'" }, /"choicesVisibleIf" of private question "first" is not known/],
  ])
    test(`version ${version}: refused: ${JSON.stringify(change).slice(0, 70)}`, async () => {
      const elements = ELEMENTS.with(place, { ...ELEMENTS[place], ...change });
      await assert.rejects(protect(new Model({ elements }), load(), sending), ({ code, message }) => {
        assert.equal(code, "form-mismatch");
        assert.match(message, says);
        return true;
      });
    });
}

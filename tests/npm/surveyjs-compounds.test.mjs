/**
 * Ring: package. Checkboxes and matrices of SurveyJS, and the answers that it adds to choices, with the models of two versions: how they are
 * imported, what is sent, what is refused, and what of them shows outside.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await project.import("surveyjs");

const HOW = {
  type: "checkbox",
  name: "how",
  title: "How?",
  isRequired: true,
  choicesOrder: "random",
  maxSelectedChoices: 2,
  showNoneItem: true,
  noneText: "none of these",
  choices: ["words", { value: "touch", text: "By touch" }, "messages"],
};
const OFTEN = { type: "radiogroup", name: "often", isRequired: true, choices: ["once", "often"] };
const CLIMATE = {
  type: "matrix",
  name: "climate",
  title: "At my workplace",
  eachRowRequired: true,
  rowOrder: "random",
  columns: [{ value: 1, text: "no" }, 2, 3],
  rows: [{ value: "safe", text: "I feel safe" }, "heard"],
};
const TOLD = {
  type: "radiogroup",
  name: "told",
  isRequired: true,
  choices: ["friend", "boss"],
  showNoneItem: true,
  showRefuseItem: true,
  showDontKnowItem: true,
  dontKnowText: "Cannot say",
  showOtherItem: true,
  otherText: "Somebody else",
};
const WHERE = { type: "checkbox", name: "where", choices: ["here", { value: "nowhere", isExclusive: true }, "there"] };
const ELEMENTS = [
  HOW,
  { ...OFTEN, visibleIf: "{how} contains 'touch'" },
  CLIMATE,
  TOLD,
  { ...WHERE, visibleIf: "{climate.safe} = 1" },
];

const imported = (...elements) => surveyOf({ elements }, { survey: "imported", privacy: { record_epsilon: 3 } });
const only = (...elements) => imported(...elements).attributes.at(-1);
const document = project.design(imported(...ELEMENTS));
const load = (plan = document) => loadPlan(plan, { storage: "memory" });
const sending = { endpoint: "http://collector.test/", fetch: () => assert.fail("something was sent") };

test("a checkbox becomes choices with its rule, of which none is an answer where nothing has to be ticked", () => {
  assert.deepEqual(only(HOW), {
    name: "how",
    question: "How?",
    choose: "any",
    at_least: 1,
    at_most: 2,
    categories: [
      { value: "words", label: "words" },
      { value: "touch", label: "By touch" },
      { value: "messages", label: "messages" },
      { value: "none", label: "none of these", excludes: "others" },
    ],
    optional: false,
  });
  assert.deepEqual(only(WHERE), {
    name: "where",
    question: "where",
    choose: "any",
    categories: [
      { value: "here", label: "here" },
      { value: "nowhere", label: "nowhere", excludes: "others" },
      { value: "there", label: "there" },
    ],
    optional: false,
  });
  const rule = ({ at_least, at_most, optional }) => [at_least, at_most, optional];
  assert.deepEqual(rule(only({ ...WHERE, maxSelectedChoices: 2 })), [undefined, undefined, false], "no limit");
  assert.deepEqual(rule(only({ ...HOW, type: "tagbox", minSelectedChoices: 2 })), [2, 2, false]);
  assert.deepEqual(rule(only({ ...WHERE, visible: false })), [undefined, undefined, true]);
});

test("a matrix becomes rows on one scale, which may be left out where not all are required", () => {
  assert.deepEqual(only(CLIMATE), {
    name: "climate",
    question: "At my workplace",
    rows: [
      { name: "safe", question: "I feel safe" },
      { name: "heard", question: "heard" },
    ],
    categories: [
      { value: "1", label: "no" },
      { value: "2", label: "2" },
      { value: "3", label: "3" },
    ],
    optional: false,
  });
  assert.equal(only({ ...CLIMATE, eachRowRequired: false, isRequired: true }).optional, true);
  assert.equal(only({ ...CLIMATE, eachRowRequired: undefined, isAllRowRequired: true }).optional, false);
});

test("answers that SurveyJS adds become categories with their roles", () => {
  assert.deepEqual(only(TOLD).categories.slice(2), [
    { value: "none", label: "None" },
    { value: "refused", label: "Refuse to answer", role: "refused" },
    { value: "dontknow", label: "Cannot say", role: "dont-know" },
    { value: "other", label: "Somebody else", role: "other" },
  ]);
});

for (const [visibleIf, asked_if] of Object.entries({
  "{how} contains 'Touch'": { "how.touch": ["yes"] },
  "{how} anyof ['touch']": { "how.touch": ["yes"] },
  "{how} contains ['touch', 'words']": { "how.words": ["yes"], "how.touch": ["yes"] },
  "{how} contains 'none' or {how} contains 'none'": { "how.none": ["yes"] },
  "{climate.safe} anyof [1, 2] and {climate.heard} <> 3": { "climate.safe": ["1", "2"], "climate.heard": ["1", "2"] },
  "{how} anyof ['touch', 'words']": undefined,
  "{how} contains 'touch' or {how} contains 'words'": undefined,
  "{how} = ['touch']": undefined,
  "{how} contains 'elsewhere'": undefined,
  "{how} notempty": undefined,
  "{how.touch} = 'yes'": undefined,
  "{how.touch} notempty": undefined,
  "{climate} contains 1": undefined,
  "{climate} notempty": undefined,
}))
  test(`a follow-up of a choice or a row: ${visibleIf}`, () => {
    const { optional, ...found } = only(HOW, CLIMATE, { ...OFTEN, visibleIf });
    assert.deepEqual([found.asked_if, optional], [asked_if, asked_if === undefined]);
  });

test("the plan asks what the survey shows", async () => {
  const { attributes, compounds } = await load();
  assert.deepEqual(
    compounds.map(({ kind, name, attributes }) => [kind, name, attributes.length]),
    [
      ["choices", "how", 4],
      ["rows", "climate", 2],
      ["choices", "where", 3],
    ],
  );
  assert.deepEqual(
    attributes.flatMap(({ askedIf = [] }) => askedIf),
    [{ attribute: "how.touch", values: ["yes"] }, ...Array(3).fill({ attribute: "climate.safe", values: ["1"] })],
  );
});

for (const [version, { Model }] of [
  [2, second],
  [3, third],
]) {
  /** What is drawn from what `answer` does with a model, and what the model then has. */
  const drawn = async (answer, plan = document, json = { elements: ELEMENTS }) => {
    const own = await load(plan);
    await own.forget();
    const model = new Model(json);
    const given = [];
    const watched = new Proxy(own, {
      get(target, name) {
        const member = target[name];
        if (name === "respond") return (answers, options) => given.push(answers) && target.respond(answers, options);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const fetch = async () => new Response('{"accepted":1,"repeated":0}', { status: 201 });
    let completed;
    model.onComplete.add(({ data }) => {
      completed = data;
    });
    await new Promise((received, failed) => {
      const message = (error) => failed(error) ?? error.message;
      protect(model, watched, { ...sending, fetch, received, message }).then(() => {
        answer(model);
        if (model.validate(false, false)) model.tryComplete();
        else failed(new Error("the survey refuses an answer"));
      }, failed);
    });
    await new Promise((settled) => setTimeout(settled));
    assert.deepEqual([completed, model.data], [{}, {}]);
    for (const { name } of ELEMENTS) assert.equal(model.getValue(name), undefined);
    return given[0];
  };
  const set = (values) => (model) => {
    for (const [name, value] of Object.entries(values)) model.setValue(name, value);
  };
  const ANSWERS = { how: ["messages", "touch"], often: "often", climate: { safe: 2, heard: 3 }, told: "boss" };
  const SENT = { how: ["messages", "touch"], often: "often", "climate.safe": "2", "climate.heard": "3", told: "boss" };

  test(`version ${version}: choices are sent as a list, and rows by their names`, async () => {
    assert.deepEqual(await drawn(set(ANSWERS)), SENT);
    const { often: _, ...others } = ANSWERS;
    assert.deepEqual(await drawn(set({ ...others, how: ["none"], climate: { safe: 1, heard: 1 }, where: ["there"] })), {
      how: ["none"],
      "climate.safe": "1",
      "climate.heard": "1",
      told: "boss",
      where: ["there"],
    });
  });

  test(`version ${version}: nothing ticked is an answer, and no answer where the plan lets people give none`, async () => {
    const elements = [OFTEN, WHERE, { ...CLIMATE, eachRowRequired: false }];
    const survey = { ...imported(...elements), survey: "unticked" };
    const values = { often: "once", climate: { heard: 2 } };
    const rows = { often: "once", "climate.safe": null, "climate.heard": "2" };
    assert.deepEqual(await drawn(set(values), project.design(survey), { elements }), { ...rows, where: [] });
    const attributes = survey.attributes.with(1, { ...survey.attributes[1], optional: true });
    const optional = project.design({ ...survey, survey: "optional", attributes });
    assert.deepEqual(await drawn(set(values), optional, { elements }), { ...rows, where: null });
    assert.deepEqual(await drawn(set({ ...values, where: ["nowhere"] }), optional, { elements }), {
      ...rows,
      where: ["nowhere"],
    });
  });

  test(`version ${version}: what is hidden again is forgotten, also where it is shown once more`, async () => {
    const given = await drawn((model) => {
      set({ ...ANSWERS, climate: { safe: 1, heard: 1 }, where: ["here"] })(model);
      set({ how: ["words"], climate: { safe: 3, heard: 1 } })(model);
      assert.deepEqual([model.getValue("often"), model.getValue("where")], [undefined, undefined]);
      set({ climate: { safe: 1, heard: 1 } })(model);
    });
    assert.deepEqual(given, {
      how: ["words"],
      "climate.safe": "1",
      "climate.heard": "1",
      told: "boss",
      where: [],
    });
  });

  test(`version ${version}: an answer that is shown with a panel is forgotten with it`, async () => {
    const panel = { type: "panel", name: "more", visibleIf: "{often} = 'often'", elements: [CLIMATE] };
    const elements = [OFTEN, panel];
    const plan = project.design({ ...imported(...elements), survey: "panel" });
    const given = await drawn(
      (model) => {
        set({ often: "often", climate: { safe: 1, heard: 1 } })(model);
        model.setValue("often", "once");
        assert.equal(model.getValue("climate"), undefined);
      },
      plan,
      { elements },
    );
    assert.deepEqual(given, { often: "once" });
  });

  test(`version ${version}: SurveyJS keeps to the rule of the choices`, async () => {
    await assert.rejects(drawn(set({ ...ANSWERS, how: [] })), /the survey refuses an answer/);
    await assert.rejects(drawn(set({ ...ANSWERS, climate: { safe: 2 } })), /the survey refuses an answer/);
    const { often: _, ...others } = ANSWERS;
    const given = await drawn((model) => {
      set(others)(model);
      const how = model.getQuestionByName("how");
      for (const item of ["words", "none"])
        how.clickItemHandler(
          how.visibleChoices.find((own) => own.value === item),
          true,
        );
    });
    assert.deepEqual(given.how, ["none"]);
    // Programs can tick more.
    await assert.rejects(drawn(set({ ...ANSWERS, how: ["words", "touch", "messages"] })), {
      code: "invalid-choices",
      message: /from 1 to 2 of them, or one that excludes all others/,
    });
  });

  test(`version ${version}: all can be ticked at once`, async () => {
    const elements = [OFTEN, { ...WHERE, showSelectAllItem: true }];
    const given = await drawn(
      (model) => {
        set({ often: "once" })(model);
        model.getQuestionByName("where").toggleSelectAll();
      },
      project.design({ ...imported(...elements), survey: "all" }),
      { elements },
    );
    assert.deepEqual(given, { often: "once", where: ["here", "there"] });
  });

  test(`version ${version}: "other" is an answer like any, without a comment`, async () => {
    const given = await drawn((model) => {
      set({ ...ANSWERS, told: "other" })(model);
      const told = model.getQuestionByName("told");
      const [other] = told.visibleChoices.filter((item) => item.value === "other");
      assert.equal(told.isCommentShowing(other), false);
      told.setCommentValue(other, "zqcomment");
      told.otherValue = "";
      assert.doesNotMatch(JSON.stringify(model.data), /zqcomment|Comment/);
    });
    assert.equal(given.told, "other");
    for (const [told, sent] of [
      ["refused", "refused"],
      ["dontknow", "dontknow"],
      ["none", "none"],
    ])
      assert.equal((await drawn(set({ ...ANSWERS, told }))).told, sent);
    // What the page stores of "other" by itself does not count.
    const json = { elements: ELEMENTS, storeOthersAsComment: false };
    assert.equal((await drawn(set({ ...ANSWERS, told: "other" }), document, json)).told, "other");
  });

  test(`version ${version}: a comment written before the survey was protected is gone`, async () => {
    const model = new Model({ elements: ELEMENTS });
    set({ told: "other" })(model);
    model.getQuestionByName("told").otherValue = "zqcomment";
    assert.match(JSON.stringify(model.data), /zqcomment/);
    await protect(model, load(), sending);
    assert.deepEqual(model.data, {});
  });

  test(`version ${version}: rows that a device is not to ask are not shown`, async () => {
    const rows = ["a", "b", "c", "d", "e", "f"];
    const elements = [{ ...CLIMATE, rows }];
    const drawing = project.design({
      ...imported(...elements),
      survey: "drawn",
      ask: "drawn",
      privacy: { record_epsilon: 0.5 },
    });
    const plan = await load(drawing);
    const questions = await plan.questions();
    assert.ok(questions.length > 0 && questions.length < rows.length);
    const model = new Model({ elements });
    await protect(model, plan, sending);
    const shown = model.getQuestionByName("climate").visibleRows.map(({ name }) => `climate.${name}`);
    assert.deepEqual(
      shown.sort(),
      questions.map(({ name }) => name),
    );
  });

  for (const [place, change, says] of [
    [
      0,
      { type: "radiogroup" },
      /"how" has other answers in the plan: there 1 to 2 of "words", .*, here "words", "touch"/,
    ],
    [1, { type: "checkbox" }, /"often" has other answers in the plan: there "once", "often", here 1 to 2 of "once"/],
    [2, { type: "rating", rateMax: 3, isRequired: true }, /there "1", "2", "3" in each of "heard", "safe", here "1", /],
    [0, { maxSelectedChoices: 3 }, /there 1 to 2 of "words", .*, here 1 to 3 of "words", .*\. Make them the same/],
    [0, { minSelectedChoices: 2 }, /there 1 to 2 of "words", .*, here 2 to 2 of "words"/],
    [0, { isRequired: false }, /there 1 to 2 of "words", .*, here 0 to 2 of "words"/],
    [
      0,
      { showNoneItem: false },
      /there 1 to 2 of "words", "touch", "messages", "none" \(alone: "none"\), here 1 to 2 of/,
    ],
    [0, { showNoneItem: false, choices: [...HOW.choices, "none"] }, /"none" \(alone: "none"\), here .*, "none"\. /],
    [
      2,
      { rows: ["heard", "said"] },
      /in each of "heard", "safe", here "1", "2", "3" in each of "heard", "said"\. Make/,
    ],
    [2, { columns: [{ value: 1, text: "no" }, 2] }, /there "1", "2", "3" in each of .*, here "1", "2" in each of/],
    [2, { eachRowRequired: false }, /"climate" may be left unanswered here/],
    [3, { showRefuseItem: false }, /other answers in the plan: there .*"refused"/],
    [1, { visibleIf: "{how} contains 'words'" }, /"often" is asked after other answers in the plan/],
    [0, { valuePropertyName: "kind" }, /"valuePropertyName" of private question "how" is not known/],
    [0, { choicesVisibleIf: "{item} <> 'words'" }, /"choicesVisibleIf" of private question "how" is not known/],
    [0, { showCommentArea: true }, /"showCommentArea" of private question "how" is not known/],
    [
      0,
      { choices: HOW.choices.with(0, { value: "words", showCommentArea: true }) },
      /"showCommentArea" of what checkbox "how" lists/,
    ],
    [
      0,
      {
        choices: HOW.choices.with(0, { value: "words", elements: [{ type: "image", name: "i", imageLink: "i.png" }] }),
      },
      /"elements" of what checkbox "how" lists is not known to keep its answer here\. Leave it out/,
    ],
    [
      2,
      { rows: CLIMATE.rows.with(1, { value: "heard", visibleIf: "{a} = 1" }) },
      /"visibleIf" of what matrix "climate" lists/,
    ],
    [2, { rowsVisibleIf: "{item} <> 'safe'" }, /"rowsVisibleIf" of private question "climate" is not known/],
    [2, { eachRowUnique: true }, /"eachRowUnique" of private question "climate" is not known/],
    [2, { cells: { safe: { 1: "no" } } }, /"cells" of private question "climate" is not known/],
  ])
    test(`version ${version}: refused: ${JSON.stringify(change).slice(0, 70)}`, async () => {
      const elements = ELEMENTS.with(place, { ...ELEMENTS[place], ...change });
      await assert.rejects(protect(new Model({ elements }), load(), sending), ({ code, message }) => {
        assert.equal(code, "form-mismatch");
        assert.match(message, says);
        return true;
      });
    });

  for (const reference of ["how", "how[0]", "HOW", "climate.safe", "Climate", "how-Comment", "told-Comment"])
    test(`version ${version}: nothing else reads a choice or a row: {${reference}}`, async () => {
      const elements = [...ELEMENTS, { type: "html", name: "echo", html: `<img src="shown/{${reference}}.png">` }];
      await assert.rejects(protect(new Model({ elements }), load(), sending), {
        code: "form-mismatch",
        message: /"html" of html "echo" reads the answer to private question/,
      });
    });
}

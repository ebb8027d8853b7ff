/** Ring: package. What surveys of SurveyJS may do with private answers, with the models of two versions. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { ANSWER, customized, LEAKS, leaking, SMOKER } from "../surveyjs-leaks.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await project.import("surveyjs");

const planOf = (survey, questions, names, privacy = { record_epsilon: 2 }) =>
  project.design(surveyOf(questions, { survey, privacy, names, bins: { cigarettes: [0, 10, null] } }));

const isYes = `{smoker} = '${ANSWER}'`;
const CIGARETTES = { type: "text", inputType: "number", name: "cigarettes", visibleIf: isYes };
const alone = planOf("alone", { elements: [SMOKER] }, ["smoker"]);
/** Its second question may be left out, and is no follow-up: what decides whether it is visible is calculated. */
const calculated = { elements: [SMOKER, { ...CIGARETTES, visibleIf: "{often}" }] };
const both = planOf("both", calculated, ["smoker", "cigarettes"]);
const sending = { endpoint: "http://collector.test/", fetch: () => assert.fail("something was sent") };
const load = (plan) => loadPlan(plan, { storage: "memory" });

/** Surveys that do not leak their answers, with the plan `both`. */
const KEPT = {
  "a private question shown by another": [SMOKER, CIGARETTES],
  "a panel of private questions": [SMOKER, { type: "panel", name: "more", visibleIf: isYes, elements: [CIGARETTES] }],
  "words that are no reference": [
    SMOKER,
    CIGARETTES,
    {
      type: "radiogroup",
      name: "who",
      title: "Smoker or {not}?",
      choices: ["smoker", { value: "age", text: "A smoker" }],
    },
    { type: "html", name: "smokers", html: "<img src='smoker.png'> for smoker and {smokers} in {who}" },
  ],
  "open answers": [
    SMOKER,
    CIGARETTES,
    { type: "text", name: "age", defaultValueExpression: "iif({who} = 'smoker', 1, round({other}))" },
    { type: "matrixdynamic", name: "list", columns: [{ name: "a", cellType: "text", requiredIf: "{row.a} empty" }] },
    { type: "expression", name: "sum", expression: "sumInArray({list}, 'a', '{b} > 3') + max({age}, 3)" },
    { type: "text", name: "shown", title: "{sum}", visibleIf: "displayValue('age') notempty and {age} > 3" },
    { type: "dropdown", name: "place", choicesByUrl: { url: "places/{age}" } },
  ],
};

for (const [version, library] of [
  [2, second],
  [3, third],
]) {
  const { Model } = library;
  customized(library, () => {});

  for (const [name, leak] of Object.entries(LEAKS))
    test(`version ${version}: refused: ${name}`, async () => {
      const plan = leak.pages?.[1].elements[0].name === "cigarettes" ? both : alone;
      await assert.rejects(protect(new Model(leaking(leak)), load(plan), sending), ({ code, message }) => {
        assert.equal(code, "form-mismatch");
        assert.ok(message.includes(leak.says), message);
        assert.match(message, /\. (Leave|Give|Take) /);
        assert.ok(!message.includes(ANSWER), message);
        return true;
      });
    });

  for (const [name, elements] of Object.entries(KEPT))
    test(`version ${version}: taken: ${name}`, async () => {
      await protect(new Model({ elements }), load(both), sending);
    });

  test(`version ${version}: a calculated value may say which private questions are visible, and is private then`, async () => {
    const calculatedValues = [
      { name: "Often", expression: "{yes} and {smoker} notempty" },
      { name: "yes", expression: isYes },
    ];
    const pages = [{ elements: [SMOKER] }, { elements: [{ ...CIGARETTES, visibleIf: "{often}" }], visibleIf: "{yes}" }];
    const model = new Model({ calculatedValues, pages, title: "Of {yess}" });
    await protect(model, load(both), sending);
    for (const [answer, pages] of [
      [ANSWER, 2],
      ["no", 1],
    ]) {
      model.setValue("smoker", answer);
      assert.equal(model.visiblePageCount, pages);
      assert.deepEqual(model.data, {});
    }
    await assert.rejects(protect(new Model({ calculatedValues, pages, title: "Of {YES}" }), load(both), sending), {
      code: "form-mismatch",
      attribute: "yes",
      message: /"title" of this survey reads the answer to private question "yes"/,
    });
  });

  test(`version ${version}: what is hidden again is not answered`, async () => {
    const model = new Model({ elements: [SMOKER, CIGARETTES] });
    const plan = await load(both);
    const given = [];
    const watched = {
      ...{ attributes: plan.attributes, survey: plan.survey, ask: plan.ask, questions: () => plan.questions() },
      ...{ fingerprint: plan.fingerprint, applicable: (answers) => plan.applicable(answers) },
      ...{ kept: () => plan.kept(), resend: (options) => plan.resend(options) },
      respond(answers, options) {
        given.push(answers);
        return plan.respond(answers, options);
      },
    };
    const fetch = async () => new Response('{"accepted":1,"repeated":0}', { status: 201 });
    await new Promise((received) => {
      protect(model, watched, { ...sending, fetch, received }).then(() => {
        model.setValue("smoker", ANSWER);
        model.setValue("cigarettes", 20);
        model.setValue("smoker", "no");
        model.tryComplete();
      }, assert.fail);
    });
    assert.deepEqual(given, [{ smoker: "no", cigarettes: null }]);
  });

  test(`version ${version}: where devices ask only what they draw, no answer decides what is visible`, async () => {
    const settings = { survey: "drawn", privacy: { record_epsilon: 1 }, bins: { cigarettes: [0, 10, null] } };
    const survey = surveyOf(calculated, settings);
    const drawn = project.design({ ...survey, ask: "drawn" });
    await assert.rejects(protect(new Model({ elements: [SMOKER, CIGARETTES] }), load(drawn), sending), {
      code: "form-mismatch",
      message: /"visibleIf" of text "cigarettes" reads a private answer, but devices of this plan are asked only some/,
    });
  });

  test(`version ${version}: other signs around variables, and a server that validates, are refused`, async () => {
    const { start, end } = library.settings.expressionVariableDelimiters;
    Object.assign(library.settings.expressionVariableDelimiters, { start: "%", end: "%" });
    const elements = [SMOKER, { type: "html", name: "words", html: "%smoker%" }];
    await assert.rejects(protect(new Model({ elements }), load(alone), sending), { message: /between braces/ });
    Object.assign(library.settings.expressionVariableDelimiters, { start, end });
    const model = new Model({ elements: [SMOKER] });
    model.onServerValidateQuestions.add(() => {});
    await assert.rejects(protect(model, load(alone), sending), { message: /"onServerValidateQuestions" out/ });
  });
}

/** Ring: package. `candor/surveyjs` with the models of two versions: what is imported, and what is refused. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import * as second from "survey-core";
import * as third from "survey-core-3";
import { Project, ROOT } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { protect, surveyOf } = await import(pathToFileURL(project.path("node_modules/candor/dist/surveyjs.js")));

const QUESTIONS = {
  elements: [
    { type: "radiogroup", name: "smoker", isRequired: true, choices: ["no", { value: "yes", text: "Yes, I do" }] },
    { type: "panel", name: "more", elements: [{ type: "boolean", name: "tired", isRequired: true }] },
    { type: "rating", name: "mood", rateMin: 0, rateMax: 3 },
    { type: "text", inputType: "number", name: "age" },
    { type: "comment", name: "remark" },
  ],
};
const SETTINGS = {
  survey: "imported",
  privacy: { record_epsilon: 2 },
  names: ["smoker", "tired", "mood", "age"],
  bins: { age: [0, 30, 60, null] },
};
const document = project.design(surveyOf(QUESTIONS, SETTINGS));
const answers = { smoker: "yes", tired: true, mood: 2, age: 44, remark: "none" };
const receipt = async () => new Response(JSON.stringify({ accepted: 1, repeated: 0 }), { status: 201 });
const plan = () => loadPlan(document, { storage: "memory" });

test("texts come in the languages that are taken", async () => {
  const title = { default: "Do you smoke?", es: "¿Fuma?" };
  const yes = { value: "yes", text: { default: "Yes", es: "Sí", fr: "Oui" } };
  const json = { elements: [{ type: "radiogroup", name: "smoker", title, isRequired: true, choices: ["no", yes] }] };
  const settings = { survey: "localized", privacy: { record_epsilon: 2 } };
  const [plain] = surveyOf(json, settings).attributes;
  assert.deepEqual([plain.question, plain.categories[1].label], ["Do you smoke?", "Yes"]);
  const imported = surveyOf(json, { ...settings, languages: ["en", "es", "fr"] });
  const [{ question, categories }] = imported.attributes;
  assert.deepEqual(question, { en: "Do you smoke?", es: "¿Fuma?", fr: "Do you smoke?" });
  assert.deepEqual(
    categories.map(({ label }) => label),
    ["no", { en: "Yes", es: "Sí", fr: "Oui" }],
  );
  const plan = await loadPlan(project.design(imported), { language: "fr" });
  assert.deepEqual(
    plan.attributes[0].categories.map(({ label }) => label),
    ["no", "Oui"],
  );
});

test("a text in place of a number is refused", () => {
  const elements = [{ type: "text", name: "age" }];
  const settings = { ...SETTINGS, names: ["age"] };
  assert.throws(() => surveyOf({ elements }, settings), {
    code: "invalid-survey",
    attribute: "age",
    message: /"12", in place of a number\. Give it "inputType": "number"/,
  });
});

test("its types take the models of both versions", () => {
  const versions = ["survey-core", "survey-core-3"];
  for (const name of versions) symlinkSync(join(ROOT, "tests/node_modules", name), project.path("node_modules", name));
  const uses = versions.map(
    (name, i) => `import { Model as M${i} } from "${name}"; await protect(new M${i}({}), plan, sent);`,
  );
  project.write(
    "use.ts",
    `import type { Plan } from "candor";
     import { protect } from "candor/surveyjs";
     declare const plan: Plan;
     const sent = { endpoint: "/reports" };
     ${uses.join("\n")}`,
  );
  const options = "--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --module nodenext use.ts".split(
    " ",
  );
  execFileSync(join(ROOT, "tests/node_modules/.bin/tsc"), options, {
    cwd: project.folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
});

test("what is no survey is refused", async () => {
  for (const json of [undefined, null, JSON.stringify(QUESTIONS)])
    assert.throws(() => surveyOf(json, SETTINGS), { code: "invalid-survey", message: /not a SurveyJS survey/ });
  for (const model of [undefined, null, QUESTIONS])
    await assert.rejects(protect(model, plan(), {}), { code: "form-mismatch", message: /Give `new Model\(json\)`/ });
});

test("a question that may be hidden may be left out", () => {
  const tired = { type: "boolean", name: "tired", isRequired: true };
  const optional = (elements) =>
    surveyOf({ elements }, { survey: "hidden", privacy: {} }).attributes.map((a) => a.optional);
  assert.deepEqual(optional([tired]), [false]);
  assert.deepEqual(
    optional([
      { ...tired, visibleIf: "{age} > 3" },
      { ...tired, visible: false },
    ]),
    [true, true],
  );
  assert.deepEqual(optional([{ type: "panel", name: "more", visibleIf: "{age} > 3", elements: [tired] }]), [true]);
});

test("questions become attributes", () => {
  const { attributes } = surveyOf(QUESTIONS, SETTINGS);
  assert.deepEqual(
    attributes.map(({ name, optional }) => [name, optional]),
    [
      ["smoker", false],
      ["tired", false],
      ["mood", true],
      ["age", true],
    ],
  );
  assert.deepEqual(attributes[0].categories, [
    { value: "no", label: "no" },
    { value: "yes", label: "Yes, I do" },
  ]);
  assert.deepEqual(
    attributes.slice(1, 3).map(({ categories }) => categories.map(({ value }) => value)),
    [
      ["false", "true"],
      ["0", "1", "2", "3"],
    ],
  );
});

for (const [change, said] of [
  [{ type: "comment" }, /"smoker" of type comment/],
  [{ type: "ranking", choices: ["no"] }, /"smoker" puts fewer than two choices in order/],
  [{ showOtherItem: true }, /shows "other" \(showOtherItem\), for which it has no field\. Give it "otherText"/],
  [{ type: "checkbox", showOtherItem: true }, /"smoker" has answers beyond its choices \(showOtherItem\); list them/],
  [{ type: "tagbox", showRefuseItem: true }, /"smoker" has answers beyond its choices \(showRefuseItem\)/],
  [{ type: "matrix", cellType: "checkbox" }, /"smoker" takes several answers in each row\. Leave "cellType" out/],
  [{ choicesByUrl: { url: "/choices" } }, /beyond its choices \(choicesByUrl\)/],
])
  test(`no import where answers are no finite list: ${JSON.stringify(change)}`, () => {
    const [smoker, ...others] = QUESTIONS.elements;
    const json = { elements: [{ ...smoker, ...change }, ...others] };
    assert.throws(() => surveyOf(json, SETTINGS), { code: "invalid-survey", attribute: "smoker", message: said });
    assert.throws(() => surveyOf(json, { ...SETTINGS, names: ["absent"] }), { code: "invalid-survey" });
  });

for (const [version, { Model }] of [
  [2, second],
  [3, third],
]) {
  test(`version ${version}: a survey sends a report and completes with its open answers`, async () => {
    await (await plan()).forget();
    const model = new Model(QUESTIONS);
    const sent = [];
    const fetch = (_, { body }) => {
      sent.push(JSON.parse(new TextDecoder().decode(body)));
      return receipt();
    };
    let completed;
    model.onComplete.add(({ data }) => {
      completed = data;
    });
    const received = new Promise((receive) => {
      // Inherited options count like those of the object itself.
      const options = Object.assign(Object.create({ endpoint: "http://collector.test/", fetch }), {
        received: receive,
      });
      protect(model, plan(), options).then(() => {
        model.data = answers;
        assert.deepEqual(model.data, { remark: "none" });
        model.tryComplete();
        model.tryComplete();
      }, receive);
    });
    assert.equal((await received).stored, "new");
    await new Promise((settled) => setTimeout(settled));
    assert.equal(model.state, "completed");
    assert.deepEqual(completed, { remark: "none" });
    assert.equal(sent.length, 1);
    assert.deepEqual(Object.keys(sent[0]), ["id", "perturbed", "plan"]);
    for (const name of SETTINGS.names) assert.equal(model.getValue(name), undefined);
  });

  for (const [change, said] of [
    [{ partialSendEnabled: true }, /partial/],
    [{ sendResultOnPageNext: true }, /partial/],
    [{ surveyPostId: "1" }, /posts/],
    [{ navigateToUrl: "/next?smoker={smoker}" }, /navigateToUrl.*"smoker"/],
    [{ navigateToUrlOnCondition: [{ expression: "{tired} = true", url: "/tired" }] }, /"tired"/],
    [{ calculatedValues: [{ name: "risk", expression: "{age} + 1", includeIntoResult: true }] }, /"age"/],
    [
      { elements: [{ ...QUESTIONS.elements[0], choices: ["no", "yes", "often"] }, ...QUESTIONS.elements.slice(1)] },
      /other answers in the plan: there "no", "yes", here "no", "yes", "often"\. Make them the same/,
    ],
    [
      { elements: [{ ...QUESTIONS.elements[0], isRequired: false }, ...QUESTIONS.elements.slice(1)] },
      /"smoker" may be left unanswered here.*Give it "isRequired": true/,
    ],
    [
      {
        elements: [
          ...QUESTIONS.elements.slice(0, 2),
          { ...QUESTIONS.elements[2], isRequired: true },
          ...QUESTIONS.elements.slice(3),
        ],
      },
      /"mood" has to be answered here.*Remove "isRequired"/,
    ],
  ])
    test(`version ${version}: refused, and nothing is sent: ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const model = new Model({ ...QUESTIONS, ...change });
      const fetch = () => assert.fail("something was sent");
      await assert.rejects(protect(model, plan(), { endpoint: "http://collector.test/", fetch }), {
        code: "form-mismatch",
        message: said,
      });
    });

  test(`version ${version}: partial results that a handler sends are refused`, async () => {
    const model = new Model(QUESTIONS);
    model.onPartialSend.add(() => {});
    await assert.rejects(protect(model, plan(), { endpoint: "http://collector.test/" }), { code: "form-mismatch" });
  });
}

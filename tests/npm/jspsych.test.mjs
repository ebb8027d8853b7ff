/** Ring: package. `candor/jspsych`: responses of several choices, of rankings and of rows become answers, and leave nothing in a trial's row. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { default: CandorExtension, asked, choiceValue } = await project.import("jspsych");
const { shown } = await project.import("order");

const document = project.design({
  survey: "trials",
  privacy: { record_epsilon: 3 },
  attributes: [
    {
      name: "how",
      question: "How?",
      choose: "any",
      categories: [
        { value: "words", label: "By words" },
        { value: "touch", label: "By touch" },
        { value: "none", label: "none of these", excludes: "others" },
      ],
    },
    {
      name: "climate",
      question: "At work",
      categories: ["low", "middle", "high"],
      rows: [
        { name: "safe", question: "I feel safe" },
        { name: "heard", question: "I am heard" },
      ],
    },
    { name: "told", asked_if: { "how.touch": ["yes"] }, categories: ["no", "yes"] },
    { name: "score", categories: ["0", "1"], optional: true },
    {
      name: "first",
      question: "What first?",
      rank: ["pay", { value: "hours", label: "Hours of work" }, "safety"],
      places: 2,
      optional: true,
    },
  ],
});

/** An extension in an experiment whose trials respond with what `run` is given, and the answers that are drawn. */
async function experiment() {
  const plan = await loadPlan(document, { storage: "memory" });
  await plan.forget();
  const rows = [];
  const given = [];
  const respond = plan.respond.bind(plan);
  const watched = new Proxy(plan, {
    get(target, name) {
      if (name === "respond") return (answers, options) => given.push(answers) && respond(answers, options);
      const member = target[name];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  const host = { data: { getLastTrialData: () => ({ values: () => rows.slice(-1) }) }, getDisplayElement() {} };
  const extension = new CandorExtension(host);
  await extension.initialize({ plan: watched });
  const run = (params, response) => {
    extension.on_start(params);
    rows.push({ response, rt: 1200, time_elapsed: 5000, trial_type: "trial" });
    Object.assign(rows.at(-1), extension.on_finish(params));
  };
  const fetch = async () => new Response('{"accepted":1,"repeated":0}', { status: 201 });
  const submit = () => extension.submit({ endpoint: "http://collector.test/", fetch });
  return { extension, given, rows, run, submit };
}

test("responses of plugins for several choices and for rows are answers, by their texts and positions", async () => {
  const { given, rows, run, submit } = await experiment();
  run({ question: "how" }, { Q0: ["By touch", "By words"] });
  run({ question: "climate" }, { heard: 2, safe: 0 });
  run({ question: "told", answer: (button) => ["no", "yes"][button] }, 1);
  await submit();
  assert.deepEqual(given, [{ how: ["touch", "words"], "climate.safe": "low", "climate.heard": "high", told: "yes" }]);
  assert.deepEqual(
    rows,
    ["how", "climate", "told"].map((name) => ({ private: name, trial_type: "trial" })),
  );
});

test("an author's own function gives values, and a trial may ask one row", async () => {
  const { given, run, submit } = await experiment();
  run({ question: "how", answer: ({ boxes }) => boxes }, { boxes: ["none"] });
  run({ question: "climate.heard" }, 1);
  run({ question: "climate.safe", answer: () => "high" }, "a button");
  run({ question: "score" }, "1");
  await submit();
  assert.deepEqual(given, [{ how: ["none"], "climate.safe": "high", "climate.heard": "middle", score: "1" }]);
});

test("an author's own function gives the items of a ranking in order, by their values or texts", async () => {
  const { given, rows, run, submit } = await experiment();
  run({ question: "how" }, { Q0: [] });
  run({ question: "climate" }, { safe: 1, heard: 1 });
  run({ question: "first", answer: (buttons) => buttons }, ["Hours of work", "pay"]);
  await submit();
  assert.deepEqual(given[0].first, ["hours", "pay"]);
  assert.deepEqual(rows.at(-1), { private: "first", trial_type: "trial" });
});

test("no box is none of the choices; a question without a trial, or a row without an answer, is missing", async () => {
  const { given, run, submit } = await experiment();
  run({ question: "climate" }, { safe: 1, heard: 1 });
  await assert.rejects(submit(), { code: "missing-answer", attribute: "how" });
  run({ question: "how" }, { Q0: [] });
  run({ question: "climate" }, { safe: 1, heard: "" });
  await assert.rejects(submit(), { code: "missing-answer", attribute: "climate.heard" });
  run({ question: "climate" }, { safe: 1, heard: 1 });
  await submit();
  assert.deepEqual(given.at(-1), { how: [], "climate.safe": "middle", "climate.heard": "middle" });
});

test("what is no choice is refused without saying what it was", async () => {
  const { run, submit } = await experiment();
  run({ question: "climate" }, { safe: 1, heard: 1 });
  for (const [response, code] of [
    [{ Q0: ["zqbite"] }, "unknown-category"],
    [{ Q0: ["By words", "none of these"] }, "invalid-choices"],
    [{ Q0: [7] }, "invalid-answers"],
  ]) {
    run({ question: "how" }, response);
    await assert.rejects(submit(), (error) => {
      assert.equal(error.code, code);
      assert.doesNotMatch(error.message, /zqbite|7/);
      return true;
    });
  }
});

test("a follow-up of a choice is asked once that is ticked, and a choice alone by no trial", async () => {
  const { extension, run } = await experiment();
  const names = () => extension.questions.map(({ name }) => name);
  assert.ok(!names().includes("told"));
  assert.throws(() => run({ question: "told" }, "yes"), { code: "unknown-attribute" });
  run({ question: "how" }, { Q0: ["By touch"] });
  assert.ok(names().includes("told"));
  assert.throws(() => run({ question: "how.touch" }, "yes"), { code: "unknown-attribute", attribute: "how.touch" });
});

test("questions come in groups of what is asked at once", async () => {
  const { extension } = await experiment();
  assert.deepEqual(
    asked(extension.questions).map((group) => group.map((own) => (own.compound ? choiceValue(own) : own.name))),
    [["words", "touch", "none"], ["safe", "heard"], ["score"], ["pay", "hours", "safety"]],
  );
});

test("questions are in the order of this device", async () => {
  const attributes = Array.from({ length: 8 }, (_, place) => ({ name: `q${place}`, categories: ["no", "yes"] }));
  const presented = { survey: "presented", privacy: { record_epsilon: 3 }, attributes };
  const plan = await loadPlan(project.design({ ...presented, sections: [{ before: "q1", order: "random" }] }), {
    storage: "memory",
  });
  const orders = new Set();
  for (let device = 0; device < 8; device += 1) {
    await plan.forget();
    const extension = new CandorExtension({});
    await extension.initialize({ plan });
    const names = extension.questions.map(({ name }) => name);
    const order = await shown(plan);
    assert.deepEqual(
      names,
      order.map(({ attribute }) => attribute.name),
    );
    orders.add(names.join());
  }
  // All eight are the same with a chance of 1 in 7!⁷.
  assert.ok(orders.size > 1);
});

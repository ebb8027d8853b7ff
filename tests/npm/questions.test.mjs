/** Shorter questionnaires: a device first draws which questions it asks and keeps that, and then draws its report for these questions. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Project } from "./installed.mjs";
import { Shelf } from "./shelf.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");
const installed = project.path("node_modules/candor/dist/index.js");

/** Four questions, of which a device is asked some; one may be left out. */
const SURVEY = {
  survey: "drawn",
  attributes: ["a", "b", "c", "d"].map((name) => ({ name, categories: ["0", "1", "2"], optional: name === "d" })),
  privacy: { record_epsilon: 1, method: "labelled" },
  ask: "drawn",
};
const document = project.design(SURVEY);
const asksAll = project.design({ ...SURVEY, survey: "all", ask: "all" });
const names = (questions) => questions.map(({ name }) => name);
const endpoint = "/reports";

/** The package as another tab or a later visit uses it, with the same storage. */
let visits = 0;
async function visit(storage, plan = document) {
  visits += 1;
  const { loadPlan } = await import(`${installed}?visit=${visits}`);
  return loadPlan(plan, { storage });
}

const answersTo = (questions, category = "1") => Object.fromEntries(names(questions).map((name) => [name, category]));

/** The names of the questions that a report uses. */
const usedBy = (plan, report) => {
  const { unused } = plan.told(report);
  return names(plan.attributes).filter((name) => !unused.includes(name));
};

test("a plan that asks everything asks everything and draws nothing before it is answered", async () => {
  assert.equal(asksAll.ask, undefined);
  const storage = new Shelf();
  const plan = await loadPlan(asksAll, { storage });
  assert.equal(plan.ask, "all");
  assert.equal(await plan.questions(), plan.attributes);
  assert.equal(storage.texts.size, 0);
  const { perturbed } = await plan.respond(answersTo(plan.attributes));
  assert.ok(perturbed.length > 1);
});

test("what is drawn is kept before it is shown: reload, other tab and retry ask the same, and so does the report", async () => {
  const asked = new Set();
  for (let person = 0; person < 60; person += 1) {
    const storage = new Shelf();
    const plan = await loadPlan(document, { storage });
    assert.equal(plan.ask, "drawn");
    const questions = await plan.questions();
    asked.add(names(questions).join());
    assert.ok(questions.length < 4 && questions.every((question) => plan.attributes.includes(question)));
    assert.deepEqual(names(questions), names(plan.attributes.filter((question) => questions.includes(question))));
    const [[key, kept], ...more] = storage.kept("");
    assert.deepEqual([key, more], [`report ${document.fingerprint}`, []]);
    assert.deepEqual(Object.keys(JSON.parse(kept)), ["label", "digest"]);
    assert.equal(await plan.kept(), undefined, "no report is kept yet");
    assert.equal(await plan.resend({ endpoint }), undefined);

    const later = await visit(storage);
    assert.deepEqual(names(await later.questions()), names(questions));
    const report = await later.respond(answersTo(questions));
    assert.equal(report.perturbed[0], JSON.parse(kept).label);
    assert.deepEqual(usedBy(later, report), names(questions));
    const { digest } = JSON.parse(kept);
    assert.deepEqual(storage.kept(""), [[key, JSON.stringify({ report, received: false, digest })]]);
    assert.deepEqual(names(await (await visit(storage)).questions()), names(questions), "after the report too");
    assert.deepEqual(await plan.respond(answersTo(questions, "2")), report);
  }
  assert.ok(asked.size > 3, [...asked].join(" "));
});

test("tabs that ask at the same moment ask the same", async () => {
  for (let person = 0; person < 10; person += 1) {
    const storage = new Shelf();
    const tabs = await Promise.all([visit(storage), visit(storage), visit(storage)]);
    const asked = await Promise.all(tabs.map((tab) => tab.questions()));
    assert.equal(new Set(asked.map((questions) => names(questions).join())).size, 1);
  }
});

test("who answers without having asked reports under a label drawn then, if it asks just that", async () => {
  const outcomes = new Set();
  for (let person = 0; person < 60; person += 1) {
    const plan = await loadPlan(document, { storage: new Shelf() });
    const outcome = await plan.respond({ a: "1", b: "1" }).then(
      (report) => usedBy(plan, report).join(),
      ({ code }) => code,
    );
    outcomes.add(outcome);
  }
  for (const code of ["not-asked", "missing-answer"]) outcomes.delete(code);
  assert.ok(outcomes.size > 0 && [...outcomes].every((used) => /^a,b(,d)?$/.test(used)), [...outcomes].join(" "));
});

test("an answer that was not asked for is refused, and one that was is needed; nothing is drawn then", async () => {
  const storage = new Shelf();
  const plan = await loadPlan(document, { storage });
  const questions = await plan.questions();
  const [other] = names(plan.attributes).filter((name) => !names(questions).includes(name));
  const kept = storage.kept("");
  const respond = (answers) => plan.respond({ ...answersTo(questions), ...answers });
  await assert.rejects(respond({ [other]: "1" }), {
    name: "CandorError",
    code: "not-asked",
    attribute: other,
    retryable: false,
  });
  await assert.rejects(plan.submit(answersTo(plan.attributes), { endpoint }), { code: "not-asked" });
  await assert.rejects(respond({ [questions[0].name]: "none of these" }), { code: "unknown-category" });
  await assert.rejects(respond({ [other]: "none of these" }), { code: "unknown-category" });
  await assert.rejects(respond({ z: "1" }), { code: "unknown-attribute" });
  const needed = questions.find(({ optional }) => !optional);
  await assert.rejects(respond({ [needed.name]: undefined }), { code: "missing-answer", attribute: needed.name });
  assert.deepEqual(storage.kept(""), kept);
  // A question that was not asked may be missing or undefined, and an optional question may still be left out.
  const report = await respond({ [other]: null, ...(questions.some(({ name }) => name === "d") && { d: undefined }) });
  assert.deepEqual(usedBy(plan, report), names(questions));
  assert.equal(report.fromTheseAnswers, true);
  await assert.rejects(respond({ [other]: "1" }), { code: "not-asked" }, "also when a report is kept");
});

test("who is refused may not draw again: the label stays, whatever is tried", async () => {
  const refusals = new Set();
  for (let person = 0; person < 40; person += 1) {
    const storage = new Shelf();
    const plan = await loadPlan(document, { storage });
    const tried = [];
    for (let time = 0; time < 4; time += 1)
      tried.push(
        await plan.respond(answersTo(plan.attributes.slice(0, 2))).then(
          ({ perturbed: [label] }) => label,
          ({ code }) => code,
        ),
      );
    assert.equal(new Set(tried).size, 1, `${tried}`);
    refusals.add(tried[0]);
    const [[, kept]] = storage.kept("report");
    const { label = JSON.parse(kept).report?.perturbed[0] } = JSON.parse(kept);
    const asked = names(await plan.questions());
    const report = await plan.respond(answersTo(await plan.questions()));
    assert.deepEqual([report.perturbed[0], usedBy(plan, report)], [label, asked]);
  }
  assert.ok(refusals.has("not-asked") && refusals.has("missing-answer"), [...refusals].join(" "));
});

test("answers are read before the call returns, and nothing of them is kept", async () => {
  const plan = await loadPlan(document, { storage: new Shelf() });
  const answers = answersTo(await plan.questions());
  const drawing = plan.respond(answers);
  for (const name of Object.keys(answers)) delete answers[name];
  assert.equal((await drawing).fromTheseAnswers, true);
});

test("forgetting draws the questions of the next person anew", async () => {
  const storage = new Shelf();
  const plan = await loadPlan(document, { storage });
  const drawn = new Set();
  for (let person = 0; person < 60; person += 1) {
    drawn.add(names(await plan.questions()).join());
    if (person % 2) await plan.respond(answersTo(await plan.questions()));
    await plan.forget();
    assert.deepEqual(storage.kept("report"), []);
  }
  assert.ok(drawn.size > 3, [...drawn].join(" "));
});

test("requests are equally long, whichever questions were drawn", async () => {
  const lengths = new Set();
  const fetch = async (_, { body }) => {
    lengths.add(body.length);
    return Response.json({ accepted: 1, repeated: 0 });
  };
  for (let person = 0; person < 30; person += 1) {
    const plan = await loadPlan(document, { storage: new Shelf() });
    const answers = answersTo(await plan.questions());
    assert.equal((await plan.submit(answers, { endpoint, fetch })).fromTheseAnswers, true);
  }
  assert.equal(lengths.size, 1);
});

test("where nothing can be kept nothing is asked", async () => {
  const plan = await loadPlan(document);
  await assert.rejects(plan.questions(), { name: "CandorError", code: "no-storage" });
  const full = { read: async () => [undefined], update: () => Promise.reject(new Error("full")) };
  await assert.rejects((await loadPlan(document, { storage: full })).questions(), { code: "not-kept" });
});

test("a label that the plan has not, or that is no number, is a broken report", async () => {
  for (const text of ['{"label":99999}', '{"label":-1}', '{"label":"0"}', "{}", "null"]) {
    const storage = new Shelf();
    storage.texts.set(`report ${document.fingerprint}`, text);
    const plan = await loadPlan(document, { storage });
    await assert.rejects(plan.questions(), { code: "kept-report-broken" }, text);
    await assert.rejects(plan.respond({ a: "1" }), { code: "kept-report-broken" }, text);
    await plan.forget();
    assert.ok((await plan.questions()).length > 0);
  }
});

test("examples may be drawn of what this device asks, and of nothing else by its questions", async () => {
  const plan = await loadPlan(document, { storage: new Shelf() });
  const questions = await plan.questions();
  for (let example = 0; example < 20; example += 1)
    assert.deepEqual(usedBy(plan, plan.perturb(answersTo(questions), questions)), names(questions));
  const all = answersTo(plan.attributes);
  const used = Array.from({ length: 60 }, () => usedBy(plan, plan.perturb(all)).join());
  assert.ok(new Set(used).size > 3, "a simulated person is asked what their own draw asks");
  assert.throws(() => plan.perturb(all, questions), { code: "not-asked" });
  assert.throws(() => plan.perturb(answersTo(questions), [...questions]), { code: "invalid-options" });
  const everything = await loadPlan(asksAll, { storage: new Shelf() });
  assert.throws(() => everything.perturb(all, questions), { code: "invalid-options" });
  everything.perturb(all, await everything.questions());
});

test("waves of a family ask a device the same, by its secret alone", async () => {
  const waves = ["spring", "autumn"].map((survey) => project.design({ ...SURVEY, survey, wave_of: "panel" }));
  const drawn = new Set();
  for (let person = 0; person < 30; person += 1) {
    const storage = new Shelf();
    const [spring, autumn] = await Promise.all(waves.map((wave) => loadPlan(wave, { storage })));
    const questions = await spring.questions();
    drawn.add(names(questions).join());
    assert.equal((await spring.ledger()).spent, 0, "asking costs nothing");
    assert.deepEqual(names(await autumn.questions()), names(questions));
    const answers = answersTo(questions);
    const [first, second] = [await spring.respond(answers), await autumn.respond(answers)];
    assert.deepEqual(first.perturbed, second.perturbed);
    assert.deepEqual(usedBy(spring, first), names(questions));
    await spring.forget();
    assert.deepEqual(names(await spring.questions()), names(questions), "the secret is not forgotten");
  }
  assert.ok(drawn.size > 3, [...drawn].join(" "));
});

test("a family whose secret was lost after its questions were drawn reports nothing under another label", async () => {
  const wave = project.design({ ...SURVEY, survey: "winter", wave_of: "winters" });
  let broken = 0;
  for (let person = 0; person < 20; person += 1) {
    const storage = new Shelf();
    const plan = await loadPlan(wave, { storage });
    const questions = await plan.questions();
    storage.texts.delete("family winters");
    const report = await plan
      .respond(answersTo(questions))
      .catch(({ code }) => assert.equal(code, "kept-report-broken"));
    if (report) assert.deepEqual(usedBy(plan, report), names(questions));
    else broken += 1;
  }
  assert.ok(broken > 0);
});

test("what is said of a plan that asks what it draws says so, in three languages", async () => {
  const plan = await loadPlan(document);
  const all = await loadPlan(asksAll);
  for (const language of ["en", "es", "ja"]) {
    const { used } = sentences(plan, language);
    assert.match(used, /4/);
    assert.notEqual(used, sentences(all, language).used);
  }
  assert.match(sentences(plan).used, /Before you answer, your device draws/);
});

test("a survey that asks what it draws is refused where its law draws nothing", () => {
  const attributes = SURVEY.attributes.map((attribute) => ({ ...attribute, epsilon: 1 }));
  const unlabelled = { ...SURVEY, survey: "unlabelled", attributes, privacy: {} };
  assert.throws(() => project.design(unlabelled), /error\[infeasible-request\].*"ask" is "drawn"/s);
});

test("a plan that asks something else than everything or what it draws is refused", async () => {
  for (const ask of ["all", "some", "", true, null])
    await assert.rejects(loadPlan({ ...asksAll, ask }), { code: "invalid-plan", message: /its "ask" is/ });
  await assert.rejects(loadPlan({ ...asksAll, ask: "drawn" }), { code: "fingerprint-mismatch" });
  const { ask, ...silent } = document;
  await assert.rejects(loadPlan(silent), { code: "fingerprint-mismatch" });
});

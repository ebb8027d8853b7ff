/** Repeated surveys: the same answers give the same record in every wave, and a changed answer costs privacy budget. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Project } from "./installed.mjs";

/** Enough categories that two draws are the same with a probability below 1e-12. */
const QUESTIONS = ["a", "b", "c", "d"].map((name) => ({
  name,
  categories: Array.from({ length: 1000 }, (_, i) => `${i}`),
}));
const TRUTH = { a: "1", b: "2", c: "3", d: "4" };
const CHANGED = { ...TRUTH, d: "5" };

const project = new Project();
after(() => project.remove());
const installed = project.path("node_modules/candor/dist/index.js");
const document = (survey, more = {}) =>
  project.design({
    survey,
    attributes: QUESTIONS,
    privacy: { record_epsilon: 2, method: "single-change" },
    wave_of: "panel",
    ...more,
  });
const wave = [1, 2, 3, 4, 5, 6].map((number) => document(`panel-${number}`));
wave.stronger = document("panel-stronger", { privacy: { record_epsilon: 1, method: "single-change" } });
wave.other = document("other", { wave_of: "another panel" });
wave.single = document("single", { wave_of: undefined });
/** What a wave costs, in millionths of ε. */
const cost = Math.ceil(wave[0].privacy.record * 1e6);
let fresh = 0;

/** A new device, on which nothing is kept yet. */
async function device() {
  fresh += 1;
  const { loadPlan } = await import(`${installed}?device=${fresh}`);
  return async (document, answers, options) => {
    const plan = await loadPlan(document, { storage: "memory", ...options });
    const report = await plan.respond(answers);
    return { plan, report, spent: (await plan.ledger())?.spent };
  };
}

test("the same answers leave as the same record under another id, and costs once", async () => {
  const respond = await device();
  const first = await respond(wave[0], TRUTH);
  const second = await respond(wave[1], TRUTH);
  assert.deepEqual(second.report.perturbed, first.report.perturbed);
  assert.notEqual(second.report.id, first.report.id);
  assert.notEqual(second.report.plan, first.report.plan);
  assert.deepEqual([first.spent, second.spent], [cost, cost]);
  assert.equal(first.plan.waveOf, "panel");
  assert.deepEqual(await first.plan.ledger(), { family: "panel", spent: cost, cap: 8_000_000 });
});

test("a changed truth is a draw of its own and spends record ε; going back costs nothing", async () => {
  const respond = await device();
  const [first, second, third] = [
    await respond(wave[0], TRUTH),
    await respond(wave[1], CHANGED),
    await respond(wave[2], TRUTH),
  ];
  assert.notDeepEqual(second.report.perturbed, first.report.perturbed);
  assert.deepEqual(third.report.perturbed, first.report.perturbed);
  assert.deepEqual([first.spent, second.spent, third.spent], [cost, 2 * cost, 2 * cost]);
});

test("beyond the cap nothing is drawn and nothing is kept, and what was paid for still leaves", async () => {
  const respond = await device();
  const options = { maxFamilyEpsilon: (2 * cost) / 1e6 };
  await respond(wave[0], TRUTH, options);
  await respond(wave[1], CHANGED, options);
  await assert.rejects(respond(wave[2], { ...TRUTH, a: "9" }, options), {
    name: "CandorError",
    code: "budget-exceeded",
  });
  const { plan, spent } = await respond(wave[2], TRUTH, options);
  assert.equal(spent, 2 * cost);
  assert.equal((await plan.kept()).report.plan, wave[2].fingerprint);
  await assert.rejects(respond(wave[3], { ...TRUTH, a: "9" }, { maxFamilyEpsilon: NaN }), { code: "budget-exceeded" });
});

test("another law for the same questions is another mechanism: it draws anew and is paid for", async () => {
  const respond = await device();
  const first = await respond(wave[0], TRUTH);
  const stronger = await respond(wave.stronger, TRUTH);
  assert.notDeepEqual(stronger.report.perturbed, first.report.perturbed);
  assert.equal(stronger.spent, cost + Math.ceil(wave.stronger.privacy.record * 1e6));
});

test("families and devices share nothing", async () => {
  const [mine, yours] = [await device(), await device()];
  const [first, other, theirs] = [
    await mine(wave[0], TRUTH),
    await mine(wave.other, TRUTH),
    await yours(wave[0], TRUTH),
  ];
  assert.notDeepEqual(other.report.perturbed, first.report.perturbed);
  assert.notDeepEqual(theirs.report.perturbed, first.report.perturbed);
  assert.deepEqual([other.spent, theirs.spent], [cost, cost]);
});

test("forgetting a report forgets neither the secret nor the ledger", async () => {
  const respond = await device();
  const { plan, report } = await respond(wave[0], TRUTH);
  await plan.forget();
  const again = await respond(wave[0], TRUTH);
  assert.deepEqual(again.report.perturbed, report.perturbed);
  assert.notEqual(again.report.id, report.id);
  assert.equal(again.spent, cost);
});

test("a survey of no family has no ledger", async () => {
  const respond = await device();
  const { plan, spent } = await respond(wave.single, TRUTH);
  assert.deepEqual([plan.waveOf, spent], [undefined, undefined]);
});

test("an empty family name is refused", () => {
  const design = () =>
    project.design({ survey: "empty", attributes: QUESTIONS, privacy: { record_epsilon: 2 }, wave_of: "" });
  assert.throws(design, /error\[invalid-survey\].*wave_of/s);
});

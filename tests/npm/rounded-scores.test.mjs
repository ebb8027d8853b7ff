/** Scores that devices add up, round at random to a level, and report perturbed. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Project } from "./installed.mjs";
import { fingerprinted, seeded } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const installed = project.path("node_modules/candor/dist/index.js");
const { loadPlan } = await project.import();
const MOST = { maxFamilyEpsilon: 1e9, maxRecordEpsilon: 1e9, storage: "memory" };

const WHOLE = 2n ** 64n;
const HALF = `${WHOLE / 2n}`;

/** A unit of one column in a block of its own, which is as it was but for this weight. */
const alone = (column, unit, uniform) => ({
  block: {
    classes: [[0]],
    patterns: [{ changes: [], weight: `${WHOLE - uniform}` }],
    uniform: `${uniform}`,
    units: [unit],
  },
  unit: { attributes: [column], subset_size: 1 },
});

/** A form of these columns, each by itself. */
function form(columns, weight, uniform = WHOLE / 4n) {
  const own = columns.map((column, unit) => alone(column, unit, uniform));
  return { blocks: own.map(({ block }) => block), units: own.map(({ unit }) => unit), weight };
}

const ITEMS = ["safe", "heard", "blamed"];
const ATTRIBUTES = [
  { categories: ["no", "rather", "yes"], name: "safe" },
  { categories: ["no", "rather", "yes", "no answer"], name: "heard", optional: true },
  { categories: ["no", "rather", "yes"], name: "blamed" },
  { categories: ["f", "m"], name: "sex" },
];
const SCORE = {
  attributes: [0, 1, 2],
  codes: [1, 2, 3],
  name: "climate",
  reversed: [2],
  rounded: {
    levels: [0, 2, 6],
    steps: [
      [0, 1, 2],
      [0, 1, 2, null],
      [2, 1, 0],
    ],
  },
};
/** The positions of "sex" and of the score. */
const [SEX, CLIMATE] = [3, 4];

/** A plan over the questions and the score, which states far more than it keeps. */
function plan({ attributes = ATTRIBUTES, forms = [form([SEX, CLIMATE], `${WHOLE}`)], rounded, score, ...more } = {}) {
  const stated = attributes.map(({ name }) => ({ attribute: 1e6, column: 1e6, name }));
  const own = { ...SCORE, ...score, rounded: { ...SCORE.rounded, ...rounded } };
  return fingerprinted({
    attributes,
    candor: 1,
    forms,
    method: "written",
    privacy: { attributes: stated, record: 1e6 },
    scores: [own],
    survey: "work",
    ...more,
  });
}

const ANSWERS = { safe: "yes", heard: "rather", blamed: "no", sex: "f" };
const BOTH = [form([CLIMATE], HALF), form([SEX], HALF)];

let fresh = 0;

/** A new device, on which nothing is kept yet. */
async function device() {
  fresh += 1;
  return import(`${installed}?device=${fresh}`);
}

test("the mean of the levels is the score, and only levels beside it are drawn", async () => {
  const { perturb } = await loadPlan(plan({ forms: [form([SEX, CLIMATE], `${WHOLE}`, 1n)] }), MOST).then((loaded) => ({
    perturb: (answers) => loaded.perturb(answers).perturbed[1],
  }));
  const { levels } = SCORE.rounded;
  const values = ["no", "rather", "yes"];
  await seeded("levels", () => {
    for (const [i, safe] of values.entries())
      for (const [j, heard] of values.entries())
        for (const [k, blamed] of values.entries()) {
          const score = i + j + 2 - k;
          const drawn = Array.from({ length: 400 }, () => levels[perturb({ safe, heard, blamed, sex: "f" })]);
          const mean = drawn.reduce((sum, level) => sum + level, 0) / drawn.length;
          assert.ok(Math.abs(mean - score) < 0.3, `${score}: ${mean}`);
          const beside = levels.filter(
            (level, at) => (levels[at + 1] > score && !(level > score)) || (levels[at - 1] < score && level >= score),
          );
          assert.deepEqual([...new Set(drawn)].sort(), levels.includes(score) ? [score] : beside, `${score}`);
          assert.equal(perturb({ safe, heard: null, blamed, sex: "f" }), levels.length);
        }
  });
});

test("a score is told by its name, with its levels as scores", async () => {
  const loaded = await loadPlan(plan(), MOST);
  const told = (perturbed) => loaded.told({ id: "A".repeat(22), perturbed, plan: loaded.fingerprint });
  const labels = [0, 1, 2, 3].map((level) => told([0, level]).units[1].named[0].labels);
  assert.deepEqual(labels, [["3"], ["5"], ["9"], ["no score"]]);
  const { units, unused } = told([1, 2]);
  assert.deepEqual(
    units.map(({ attributes, of }) => [attributes, of]),
    [
      [["sex"], 2],
      [["climate"], 4],
    ],
  );
  assert.deepEqual(unused, []);
  assert.throws(() => told([1, 4]), { code: "category-out-of-range", message: /"climate"/ });
});

test("levels are told without the noise of sums of decimals, and there is no score only where an item has no code", async () => {
  const attributes = ATTRIBUTES.map(({ optional, ...attribute }) => ({
    ...attribute,
    categories: attribute.categories.filter((value) => value !== "no answer"),
  }));
  const steps = [SCORE.rounded.steps[0], SCORE.rounded.steps[0], SCORE.rounded.steps[2]];
  const document = plan({ attributes, rounded: { steps }, score: { codes: [0.1, 0.2, 0.3] } });
  const loaded = await loadPlan(document, MOST);
  const told = (level) => loaded.told({ id: "A".repeat(22), perturbed: [0, level], plan: loaded.fingerprint }).units[1];
  assert.deepEqual(
    [0, 1, 2].map((level) => told(level).named[0].labels),
    [["0.3"], ["0.5"], ["0.9"]],
  );
  assert.equal(told(0).of, 3);
  assert.throws(() => told(3), { code: "category-out-of-range" });
});

test("promises about an item cover the score, of which no answer is sent as it was given", async () => {
  const { promises } = await loadPlan(plan(), MOST);
  const byName = new Map(promises.attributes.map((promise) => [promise.name, promise]));
  const ofScore = Math.log(1 + 3 * 4);
  for (const name of ITEMS) {
    const { asAnswered, asked, attribute, column, with: others } = byName.get(name);
    assert.deepEqual([asAnswered, asked, column, others], [undefined, 1, 0, undefined], name);
    assert.ok(Math.abs(attribute - ofScore) < 1e-9, `${attribute}`);
  }
  const { asAnswered, attribute } = byName.get("sex");
  assert.ok(Math.abs(asAnswered - 7 / 8) < 1e-9 && Math.abs(attribute - Math.log(7)) < 1e-9);
  assert.deepEqual(promises.used, [4, 4]);
});

test("an item that is also asked by itself is used once, and has both in its attribute ε", async () => {
  const forms = [form([0, SEX, CLIMATE], HALF), form([0, SEX], HALF)];
  const { promises } = await loadPlan(plan({ forms }), MOST);
  const [safe, heard] = promises.attributes;
  assert.deepEqual([safe.asked, heard.asked, promises.used], [1, 0.5, [2, 4]]);
  assert.ok(Math.abs(safe.attribute - Math.log(13) - Math.log(10)) < 1e-9);
  assert.ok(Math.abs(safe.column - Math.log(10)) < 1e-9);
});

test("a plan that leaves the score out of what it promises about an item is refused", async () => {
  const { promises } = await loadPlan(plan(), MOST);
  const stated = (less) => ({
    attributes: promises.attributes.map(({ attribute, column, name }) => ({
      attribute: name === less ? attribute * (1 - 1e-6) : attribute,
      column,
      name,
    })),
    record: promises.record,
  });
  await loadPlan(plan({ privacy: stated() }), MOST);
  for (const name of ITEMS)
    await assert.rejects(loadPlan(plan({ privacy: stated(name) }), MOST), {
      code: "understated-promise",
      message: new RegExp(`attribute ε of "${name}"`),
    });
});

const [, heard] = SCORE.rounded.steps;
const REFUSED = {
  "steps for too few items": ["invalid-score", { rounded: { steps: SCORE.rounded.steps.slice(1) } }],
  "steps for too few categories": ["invalid-score", { rounded: { steps: [[0, 2], heard, [2, 1, 0]] } }],
  "levels that do not begin with 0": ["invalid-plan", { rounded: { levels: [1, 6] } }],
  "levels that do not ascend": ["invalid-plan", { rounded: { levels: [0, 4, 2, 6] } }],
  "levels that end below the largest score": ["invalid-plan", { rounded: { levels: [0, 2, 4] } }],
  "no levels": ["invalid-plan", { rounded: { levels: [] } }],
  "too many steps": ["invalid-plan", { rounded: { levels: [0, 65538], steps: [[0, 1, 65534], heard, [2, 1, 0]] } }],
  "a level that is no whole number": ["invalid-plan", { rounded: { levels: [0, 1.5, 6] } }],
  "a step that is no number": ["invalid-plan", { rounded: { steps: [[0, "1", 2], heard, [2, 1, 0]] } }],
  "an unknown member": ["invalid-plan", { rounded: { seed: 7 } }],
  "a score that no form asks": ["invalid-plan", { forms: [form([0, 1, 2, SEX], `${WHOLE}`)] }],
  "a question that neither a form nor a score asks": ["invalid-plan", { forms: [form([CLIMATE], `${WHOLE}`)] }],
  "a column that follows the scores": ["invalid-plan", { forms: [form([SEX, CLIMATE, 5], `${WHOLE}`)] }],
};

for (const [defect, [code, change]] of Object.entries(REFUSED))
  test(`a plan is refused with ${defect}`, () => assert.rejects(loadPlan(plan(change), MOST), { code }));

test("a device that is asked what it draws is asked the items of the score", async () => {
  const loaded = await loadPlan(plan({ ask: "drawn", forms: BOTH }), MOST);
  const met = new Set();
  await seeded("asked", async () => {
    for (let draw = 0; draw < 20; draw += 1) {
      await loaded.forget();
      const names = (await loaded.questions()).map(({ name }) => name);
      const answers = Object.fromEntries(names.map((name) => [name, ANSWERS[name]]));
      const { units, unused } = loaded.told(await loaded.respond(answers));
      assert.deepEqual(names, units[0].attributes[0] === "climate" ? ITEMS : ["sex"]);
      assert.deepEqual(unused, names[0] === "sex" ? ITEMS : ["sex"]);
      met.add(names[0]);
    }
  });
  assert.equal(met.size, 2);
});

test("in a wave another answer to an item draws anew, and the same answers leave as the same record", async () => {
  const [first, second, third, fourth] = [1, 2, 3, 4].map((wave) =>
    plan({ forms: BOTH, survey: `wave-${wave}`, wave_of: "panel" }),
  );
  const other = plan({ forms: BOTH, rounded: { levels: [0, 3, 6] }, survey: "other levels", wave_of: "panel" });
  const { loadPlan } = await device();
  const respond = async (document, answers) => {
    const loaded = await loadPlan(document, MOST);
    const { perturbed } = await loaded.respond(answers);
    return { perturbed, spent: (await loaded.ledger()).spent };
  };
  await seeded("wave 3", async () => {
    const one = await respond(first, ANSWERS);
    assert.equal(one.perturbed[0], 0, "a label that asks the score");
    assert.deepEqual(await respond(second, { ...ANSWERS, sex: "m" }), one, "what is not asked plays no part");
    const cost = one.spent;
    assert.equal((await respond(third, { ...ANSWERS, safe: "rather", heard: "yes" })).spent, 2 * cost);
    assert.equal((await respond(other, ANSWERS)).spent, 3 * cost, "other levels are another mechanism");
    assert.deepEqual((await respond(fourth, ANSWERS)).perturbed, one.perturbed);
  });
});

test("a report stands for a corrected plan whose score is rounded alike", async () => {
  const first = plan();
  const revises = [first.fingerprint];
  for (const [change, revision] of [
    [{ score: { name: "climate at work" } }, "stands"],
    [{ score: { codes: [2, 4, 6] } }, "stands"],
    [{ rounded: { levels: [0, 3, 6] } }, "redrawn"],
  ]) {
    const { loadPlan } = await device();
    const { perturbed } = await (await loadPlan(first, MOST)).respond(ANSWERS);
    const corrected = await loadPlan(plan({ ...change, revises }), MOST);
    const drawn = await corrected.respond(ANSWERS);
    assert.equal(drawn.revision, revision, JSON.stringify(change));
    if (revision === "stands") assert.deepEqual(drawn.perturbed, perturbed);
  }
});

test("requests are of one size, whatever the level", async () => {
  const levels = [0, 1, 2, 3, 4, 5, 6, 12];
  const steps = SCORE.rounded.steps.map((own) => own.map((step) => step && 2 * step));
  const loaded = await loadPlan(plan({ rounded: { levels: [...levels.slice(0, 7), 7, 8, 9, 10, 12], steps } }), MOST);
  const sizes = new Set();
  const told = new Set();
  const fetch = async (_, { body }) => {
    sizes.add(body.length);
    told.add(`${JSON.parse(new TextDecoder().decode(body)).perturbed[1]}`.length);
    return Response.json({ accepted: 1, repeated: 0 });
  };
  await seeded("sizes", async () => {
    for (const heard of ["no", "rather", "yes", null]) {
      await loaded.forget();
      await loaded.submit({ ...ANSWERS, heard }, { endpoint: "https://collector.example/reports", fetch });
    }
  });
  assert.deepEqual([sizes.size, told.size], [1, 2]);
});

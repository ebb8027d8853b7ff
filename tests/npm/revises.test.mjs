/** A plan that corrects another: a report drawn before stays valid if it means the same, and nothing is drawn twice. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";
import { fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const installed = project.path("node_modules/candor/dist/index.js");
const first = project.design(HEALTH);
const other = project.design({
  ...HEALTH,
  survey: "other",
  attributes: HEALTH.attributes.map((a) => ({ ...a, epsilon: 1 })),
});

/** A plan after the correction `change`; it names the plan that it corrects. */
function corrected(plan, change, revises = [plan.fingerprint]) {
  const { signature, ...copy } = structuredClone(plan);
  change(copy);
  return fingerprinted({ ...copy, revises });
}

const typo = (plan) => {
  plan.title = "Healthy habits";
  plan.attributes[0].question = "Do you smoke at all?";
  plan.attributes[0].categories[1].label = "Yes, sometimes";
};
const second = corrected(first, typo);

let loads = 0;

/** A person's storage, its content, and a new page that uses it. */
function device() {
  const texts = new Map();
  const storage = {
    read: async (keys) => keys.map((key) => texts.get(key)),
    update: async (keys, change) => {
      const next = change(keys.map((key) => texts.get(key)));
      next.forEach((text, i) => void (text === undefined ? texts.delete(keys[i]) : texts.set(keys[i], text)));
      return next;
    },
  };
  const load = async (plan) => {
    loads += 1;
    const { loadPlan } = await import(`${installed}?load=${loads}`);
    return loadPlan(plan, { storage });
  };
  return { load, texts };
}

/** How often the system is asked for randomness during a test. */
async function seeds(t, run) {
  const asked = t.mock.method(crypto, "getRandomValues");
  await run();
  asked.mock.restore();
  return asked.mock.callCount();
}

/** A collector that accepts everything, and what was sent to it. */
function collector() {
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push(JSON.parse(new TextDecoder().decode(body)));
    return Response.json({ accepted: 1, repeated: 0 });
  };
  return { sent, how: { endpoint: "https://collector.example/reports", fetch } };
}

test("after a corrected typo the kept report stands, and nothing is drawn", async (t) => {
  const { load } = device();
  const report = await (await load(first)).respond(ANSWERS);
  assert.equal(report.revision, undefined);
  const plan = await load(second);
  assert.deepEqual(plan.revises, [first.fingerprint]);
  const drawn = await seeds(t, async () => {
    const again = await plan.respond({ ...ANSWERS, smoker: "no" });
    assert.deepEqual({ ...again }, { ...report });
    assert.deepEqual([again.plan, again.revision, again.fromTheseAnswers], [first.fingerprint, "stands", undefined]);
  });
  assert.equal(drawn, 0);
  assert.deepEqual((await plan.kept()).report, { ...report });
  assert.equal(plan.told(report).units.length, 3);
  const { how, sent } = collector();
  assert.deepEqual(await plan.submit(ANSWERS, how), {
    id: report.id,
    stored: "new",
    fromTheseAnswers: undefined,
    revision: "stands",
  });
  assert.deepEqual(sent, [{ ...report }]);
  assert.equal((await (await load(second)).kept()).received, true);
});

test("an unsent report is sent without answers under the corrected plan, too", async () => {
  const { load } = device();
  const { id } = await (await load(first)).respond(ANSWERS);
  const { how, sent } = collector();
  assert.equal((await (await load(second)).resend(how)).id, id);
  assert.deepEqual(
    sent.map(({ plan }) => plan),
    [first.fingerprint],
  );
});

test("who missed a correction is found by the plan that names both", async () => {
  const { load } = device();
  const { id } = await (await load(first)).respond(ANSWERS);
  const third = corrected(second, (plan) => Object.assign(plan, { title: "Habits" }), [
    second.fingerprint,
    first.fingerprint,
  ]);
  assert.equal((await (await load(third)).respond(ANSWERS)).id, id);
  // Also through plans that each name the one before, if all of them were loaded.
  const fourth = corrected(third, (plan) => Object.assign(plan, { title: "Your habits" }), [third.fingerprint]);
  const last = await (await load(fourth)).respond(ANSWERS);
  assert.deepEqual([last.id, last.plan, last.revision], [id, first.fingerprint, "stands"]);
});

const DIFFERENT = {
  "another value": (plan) => plan.attributes[0].categories.fill("never", 0, 1),
  "values in another order": (plan) => plan.attributes[0].categories.reverse(),
  "another name": (plan) => {
    plan.attributes[0].name = plan.privacy.attributes[0].name = "smokes";
  },
  "other bins": (plan) => {
    Object.assign(plan.attributes[1], {
      bins: [18, 31, 45, 60, null],
      categories: ["[18,31)", "[31,45)", "[45,60)", "≥60"],
    });
  },
  "another law": (plan) => Object.assign(plan, { forms: other.forms, privacy: other.privacy }),
};

for (const [difference, change] of Object.entries(DIFFERENT))
  test(`${difference}: another report is drawn, which says so, also after a reload`, async () => {
    const { load } = device();
    const report = await (await load(first)).respond(ANSWERS);
    const plan = corrected(first, change);
    const answers = difference === "another name" ? { ...ANSWERS, smokes: "yes" } : { ...ANSWERS };
    if (difference === "another name") delete answers.smoker;
    const drawn = await (await load(plan)).respond(answers);
    assert.notEqual(drawn.id, report.id);
    assert.deepEqual([drawn.plan, drawn.revision], [plan.fingerprint, "redrawn"]);
    assert.equal((await (await load(plan)).respond(answers)).revision, "redrawn");
  });

const strata = project.design({
  ...HEALTH,
  survey: "strata",
  plain: [{ name: "region", question: "Wehre?", categories: ["north", "south"] }],
});
const SOUTH = { plain: { region: "south" } };

test("what a report carries in clear stands with it where the plain columns are the same", async (t) => {
  const { load } = device();
  const report = await (await load(strata)).respond(ANSWERS, SOUTH);
  const plan = await load(
    corrected(strata, ({ plain: [region] }) => {
      region.question = "Where?";
      region.categories[1] = { value: "south", label: "The south" };
    }),
  );
  const drawn = await seeds(t, async () => {
    const again = await plan.respond(ANSWERS, { plain: { region: "north" } });
    assert.deepEqual([{ ...again }, again.revision], [{ ...report }, "stands"]);
    assert.equal(again.fromTheseAnswers, false, "it says south");
  });
  assert.equal(drawn, 0);
  assert.deepEqual(report.plain, [1]);
  assert.deepEqual(plan.told(report).plain, [{ name: "region", value: "south" }]);
  const { how, sent } = collector();
  assert.equal((await plan.submit(ANSWERS, { ...how, ...SOUTH })).revision, "stands");
  assert.deepEqual(sent, [{ ...report }]);
});

const OTHER_COLUMNS = {
  "another name": (plan) => Object.assign(plan.plain[0], { name: "area" }),
  "another value": (plan) => plan.plain[0].categories.push("west"),
  "values in another order": (plan) => plan.plain[0].categories.reverse(),
  "another column": (plan) => plan.plain.push({ name: "arm", categories: ["x", "y"] }),
  "no column": (plan) => {
    delete plan.plain;
  },
};

for (const [difference, change] of Object.entries(OTHER_COLUMNS))
  test(`${difference} in clear: another report is drawn`, async () => {
    const { load } = device();
    const kept = await (await load(strata)).respond(ANSWERS, SOUTH);
    const plan = await load(corrected(strata, change));
    assert.equal(await plan.kept(), undefined);
    const plain = Object.fromEntries(plan.plain.map(({ name, categories: [first] }) => [name, first.value]));
    const drawn = await plan.respond(ANSWERS, { plain });
    assert.deepEqual([drawn.revision, drawn.id === kept.id], ["redrawn", false]);
    assert.deepEqual(Object.keys(drawn).includes("plain"), plan.plain.length > 0);
  });

test("a plan that only claims to correct another gets nothing of its report", async () => {
  const { load } = device();
  const kept = await (await load(other)).respond(ANSWERS);
  const claims = await load(corrected(first, typo, [other.fingerprint]));
  assert.equal(await claims.kept(), undefined);
  const { how, sent } = collector();
  assert.equal(await claims.resend(how), undefined);
  assert.throws(() => claims.told(kept), { code: "plan-mismatch" });
  assert.notEqual((await claims.respond(ANSWERS)).id, kept.id);
  assert.deepEqual(sent, []);
});

test("a report stands in a page that is not served over https, where the platform has no digests", async (t) => {
  t.mock.getter(crypto, "subtle", () => undefined);
  assert.equal(crypto.subtle, undefined);
  const { load } = device();
  const { id } = await (await load(first)).respond(ANSWERS);
  const drawn = await (await load(second)).respond(ANSWERS);
  assert.deepEqual([drawn.id, drawn.revision], [id, "stands"]);
});

test("what was kept without a digest is not taken for the same", async () => {
  const { load, texts } = device();
  const { id } = await (await load(first)).respond(ANSWERS);
  for (const [key, text] of texts) texts.set(key, JSON.stringify({ ...JSON.parse(text), digest: undefined }));
  const drawn = await (await load(second)).respond(ANSWERS);
  assert.notEqual(drawn.id, id);
  assert.equal(drawn.revision, "redrawn");
});

test("forgetting forgets what was answered before the correction as well", async () => {
  const { load, texts } = device();
  const { id } = await (await load(first)).respond(ANSWERS);
  const plan = await load(second);
  await plan.respond(ANSWERS);
  await plan.forget();
  assert.equal(texts.size, 0);
  const next = await plan.respond(ANSWERS);
  assert.notEqual(next.id, id);
  assert.equal(next.revision, undefined);
});

test("drawn questions stay drawn under the corrected plan, answered or not", async () => {
  const asked = project.design({
    survey: "drawn",
    ask: "drawn",
    attributes: ["a", "b", "c", "d"].map((name) => ({ name, categories: ["no", "yes"] })),
    privacy: { record_epsilon: 2 },
  });
  const plan = corrected(asked, (plan) => Object.assign(plan, { title: "Drawn" }));
  for (let person = 0; person < 20; person += 1) {
    const { load } = device();
    const names = async (document) => (await (await load(document)).questions()).map(({ name }) => name);
    const drawn = await names(asked);
    assert.deepEqual(await names(plan), drawn);
    const answers = Object.fromEntries(drawn.map((name) => [name, "yes"]));
    const report = await (await load(plan)).respond(answers);
    assert.deepEqual([report.plan, report.revision], [plan.fingerprint, undefined]);
  }
});

for (const revises of [
  "x",
  [],
  ["x"],
  [first.fingerprint.toUpperCase()],
  [first.fingerprint, first.fingerprint],
  [7],
  null,
])
  test(`what is corrected is a list of fingerprints, each once: ${JSON.stringify(revises)?.slice(0, 40)}`, async () => {
    const { loadPlan } = await project.import();
    await assert.rejects(loadPlan(fingerprinted({ ...first, revises })), { code: "invalid-plan" });
  });

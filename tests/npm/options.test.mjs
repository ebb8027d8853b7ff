/** A page's demands on a plan are enforced, or refused if they are not valid demands. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const plan = project.design(HEALTH);

test("an option that is unknown, undefined or of another kind is refused", async () => {
  for (const options of [
    { publicKey: undefined },
    { fingerprint: undefined },
    { maxRecordEpsilon: undefined },
    { maxRecordEpsilon: "4" },
    { maxRecordEpsilom: 4 },
    { form: [] },
    { storage: "disk" },
    { storage: {} },
    { storage: Object.assign(() => {}, { read: async () => [], update: async () => [] }) },
    { signal: {} },
    { timeout: NaN },
    { timeout: -1 },
    { [Symbol("fingerprint")]: 1 },
    Object.create({ publicKey: undefined }),
    Object.create(Object.create(null, { maxRecordEpsilom: { value: 4 } })),
    Object.defineProperty({}, "publickey", { value: "x" }),
    new Map(),
    [],
    null,
    4,
  ]) {
    await assert.rejects(loadPlan(plan, options), { name: "CandorError", code: "invalid-options" });
  }
});

test("options are read once, whether they are an object's own or inherited", async () => {
  const strict = { code: "cap-exceeded" };
  await assert.rejects(loadPlan(plan, Object.create({ maxRecordEpsilon: 1 })), strict);
  await assert.rejects(loadPlan(plan, Object.create(Object.create(null, { maxRecordEpsilon: { value: 1 } }))), strict);
  await loadPlan(plan, Object.assign(Object.create({ maxRecordEpsilon: 1 }), { maxRecordEpsilon: 4 }));
  await assert.rejects(loadPlan(plan, Object.create({ publicKey: "x" })), { code: "signature-mismatch" });
  let reads = 0;
  const changing = {
    get maxRecordEpsilon() {
      reads += 1;
      return reads === 1 ? 1 : 100;
    },
  };
  await assert.rejects(loadPlan(plan, Object.create(changing)), strict);
  assert.equal(reads, 1);
  const unreadable = {
    get retries() {
      throw new TypeError("no");
    },
  };
  await assert.rejects(loadPlan(plan, unreadable), { name: "CandorError", code: "invalid-options" });
});

test("options that every object inherits do not count", async () => {
  const inherited = {
    maxRecordEpsilon: 100,
    publicKey: "x",
    storage: "memory",
    wave_of: "family",
    ask: "drawn",
    optional: true,
  };
  const above = project.design({
    ...HEALTH,
    survey: "above",
    attributes: HEALTH.attributes.map((attribute) => ({ ...attribute, epsilon: 9 })),
  });
  Object.assign(Object.prototype, inherited);
  try {
    await loadPlan(plan, {});
    await assert.rejects(loadPlan(above, {}), { code: "cap-exceeded" });
    const loaded = await loadPlan(plan);
    assert.deepEqual(
      [loaded.title, loaded.waveOf, loaded.ask, loaded.attributes[0].optional],
      [HEALTH.title, undefined, "all", false],
    );
    await assert.rejects(loaded.respond({ smoker: "yes", age: 27 }), { code: "no-storage" });
  } finally {
    for (const name of Object.keys(inherited)) delete Object.prototype[name];
  }
});

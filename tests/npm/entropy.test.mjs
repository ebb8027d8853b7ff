/** Without randomness nothing is drawn and nothing is sent. */

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);
const wave = project.design({ ...HEALTH, survey: "wave", wave_of: "family" });

/** Runs with another `crypto`. */
async function withCrypto(value, run) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  Object.defineProperty(globalThis, "crypto", { value, configurable: true });
  try {
    await run();
  } finally {
    Object.defineProperty(globalThis, "crypto", before);
  }
}

const BROKEN = {
  "no crypto": undefined,
  "no getRandomValues": {},
  "getRandomValues is no function": { getRandomValues: 7 },
  "getRandomValues throws": {
    getRandomValues() {
      throw new Error("quota exceeded");
    },
  },
  "getRandomValues throws no error": {
    getRandomValues() {
      // biome-ignore lint/style/useThrowOnlyError: anything thrown must be caught, not only errors
      throw "no";
    },
  },
  "getRandomValues fills nothing": { getRandomValues: (bytes) => bytes },
  "getRandomValues falls short": { getRandomValues: (bytes) => webcrypto.getRandomValues(bytes.subarray(0, 16)) },
  "getRandomValues fills another array": { getRandomValues: (bytes) => webcrypto.getRandomValues(bytes.slice()) },
};

for (const [fault, crypto] of Object.entries(BROKEN)) {
  test(`${fault}: entropy-unavailable, and nothing is sent`, async (t) => {
    const sent = t.mock.method(globalThis, "fetch", async () => Response.json({ accepted: 1, repeated: 0 }));
    const [plan, secondWave] = await Promise.all([document, wave].map((plan) => loadPlan(plan, { storage: "memory" })));
    await plan.forget();
    // The secret from which a wave's noise is derived is kept from here on; the report's id is still drawn.
    await secondWave.respond(ANSWERS);
    await secondWave.forget();
    await withCrypto(crypto, async () => {
      await assert.rejects(plan.respond(ANSWERS), { name: "CandorError", code: "entropy-unavailable" });
      await assert.rejects(plan.submit(ANSWERS, { endpoint: "http://127.0.0.1/reports" }), {
        code: "entropy-unavailable",
      });
      await assert.rejects(secondWave.respond(ANSWERS), { code: "entropy-unavailable" });
      assert.throws(() => plan.perturb(ANSWERS), { code: "entropy-unavailable" });
    });
    assert.equal(sent.mock.callCount(), 0);
    assert.deepEqual([await plan.kept(), await secondWave.kept()], [undefined, undefined]);
    assert.equal((await plan.submit(ANSWERS, { endpoint: "http://127.0.0.1/reports" })).stored, "new");
  });
}

test("every report asks for a fresh seed", async () => {
  const plan = await loadPlan(document);
  const real = globalThis.crypto;
  let asked = 0;
  const counting = {
    getRandomValues(bytes) {
      asked += 1;
      assert.equal(bytes.length, 32);
      return real.getRandomValues(bytes);
    },
  };
  await withCrypto(counting, () => {
    for (let i = 0; i < 5; i += 1) plan.perturb(ANSWERS);
  });
  assert.equal(asked, 5);
});

test("nothing else gives randomness, and no seed can be handed over", async () => {
  const source = readFileSync(project.path("node_modules/candor/dist/index.js"), "utf8");
  assert.ok(!/Math\s*\.\s*random|Math\s*\[/.test(source));
  assert.deepEqual(Object.keys(await project.import()).sort(), ["CandorError", "loadPlan"]);
  const plan = await loadPlan(document);
  const reports = [1, 2].map(() => plan.perturb(ANSWERS, undefined, {}));
  assert.notEqual(reports[0].id, reports[1].id);
  for (const seed of [7, "c2VlZA", new Uint8Array(32), { seed: 7 }])
    for (const given of [[seed], [undefined, seed]])
      assert.throws(() => plan.perturb(ANSWERS, ...given), { name: "CandorError", code: "invalid-options" });
});

/** After a fault the module instance of a plan is discarded, and nothing that it made is used again. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

/** A module whose only function traps. */
const TRAP = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0, 0,
  11,
]);

let faulty = false;
let instances = 0;

const { Instance } = WebAssembly;
const { trap } = new Instance(new WebAssembly.Module(TRAP)).exports;
function Trapping(module, imports) {
  instances += 1;
  const { exports } = new Instance(module, imports);
  return { exports: { ...exports, perturb: (sampler) => (faulty ? trap() : exports.perturb(sampler)) } };
}
WebAssembly.Instance = Trapping;

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const document = project.design(HEALTH);

test("a plan whose module trapped is refused; others go on, and the plan loaded again works", async () => {
  const [first, bystander] = await Promise.all([1, 2].map(() => loadPlan(document, { storage: "memory" })));
  faulty = true;
  await assert.rejects(first.respond(ANSWERS), (error) => {
    assert.deepEqual([error.name, error.code], ["CandorError", "internal"]);
    return error.cause instanceof WebAssembly.RuntimeError;
  });
  faulty = false;
  assert.equal(await first.kept(), undefined);
  assert.throws(() => first.perturb(ANSWERS), { code: "internal" });
  assert.equal(bystander.perturb(ANSWERS).plan, document.fingerprint);
  const again = await loadPlan(document, { storage: "memory" });
  assert.equal((await again.respond(ANSWERS)).plan, document.fingerprint);
  assert.equal(instances, 3);
});

const INSTANCES = every(10_000, 1000);

test("many fresh instances ask for as many different seeds", async (t) => {
  const seeds = new Set();
  const draw = crypto.getRandomValues.bind(crypto);
  t.mock.method(crypto, "getRandomValues", (bytes) => {
    draw(bytes);
    seeds.add(Buffer.from(bytes).toString("hex"));
    return bytes;
  });
  const before = instances;
  for (let i = 0; i < INSTANCES; i += 1) {
    const plan = await loadPlan(document);
    plan.perturb(ANSWERS);
    faulty = true;
    assert.throws(() => plan.perturb(ANSWERS), { code: "internal" });
    faulty = false;
  }
  assert.equal(instances, before + INSTANCES);
  assert.equal(seeds.size, INSTANCES);
});

test("a refusal is no fault: the module stays", async () => {
  const plan = await loadPlan(document);
  const before = instances;
  assert.throws(() => plan.perturb({}), { code: "missing-answer" });
  plan.perturb(ANSWERS);
  assert.equal(instances, before);
});

test("where WebAssembly may not be compiled, that is what the error says, and a later try can succeed", async (t) => {
  const { loadPlan: fresh } = await import(`${project.path("node_modules/candor/dist/index.js")}?fresh`);
  const refused = t.mock.method(WebAssembly, "compile", async () => {
    throw new WebAssembly.CompileError("blocked by a policy");
  });
  await assert.rejects(fresh(document), { name: "CandorError", code: "wasm-unavailable" });
  refused.mock.restore();
  await fresh(document);
});

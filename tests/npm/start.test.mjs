/** The module starts wherever there is WebAssembly, whatever else the platform has. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const document = project.design(HEALTH);

test("a plan is loaded and designed where nothing can be inflated or fetched", async () => {
  const missing = { Response: undefined, DecompressionStream: undefined, fetch: undefined };
  const had = Object.fromEntries(Object.keys(missing).map((name) => [name, globalThis[name]]));
  const { getBuiltinModule } = process;
  process.getBuiltinModule = undefined;
  Object.assign(globalThis, missing);
  try {
    const required = createRequire(project.path("x.cjs"));
    for (const { loadPlan } of [await project.import(), required("candor")])
      assert.equal((await loadPlan(document)).perturb(ANSWERS).plan, document.fingerprint);
    for (const { design } of [await project.import("design"), required("candor/design")])
      assert.deepEqual((await design(HEALTH)).plan, document);
  } finally {
    Object.assign(globalThis, had);
    process.getBuiltinModule = getBuiltinModule;
  }
});

/** The module starts wherever there is WebAssembly, whatever the platform inflates. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const document = project.design(HEALTH);

/** A platform without zlib, whose DecompressionStream is another. */
function without(replacement) {
  const { DecompressionStream: real } = globalThis;
  const { getBuiltinModule } = process;
  globalThis.DecompressionStream = replacement(real);
  process.getBuiltinModule = undefined;
  return () => {
    globalThis.DecompressionStream = real;
    process.getBuiltinModule = getBuiltinModule;
  };
}

for (const [platform, replacement] of Object.entries({
  "without raw deflate": (real) =>
    function Older(format) {
      if (format === "deflate-raw") throw new TypeError("unsupported format");
      return new real(format);
    },
  "without zlib": (real) => real,
  "without DecompressionStream": () => undefined,
})) {
  test(`a plan is loaded ${platform}`, async () => {
    const back = without(replacement);
    try {
      const { loadPlan } = await import(`${project.path("node_modules/candor/dist/index.js")}?${replacement}`);
      assert.equal((await loadPlan(document)).perturb(ANSWERS).plan, document.fingerprint);
      const { design } = await import(`${project.path("node_modules/candor/dist/design.js")}?${replacement}`);
      assert.deepEqual((await design(HEALTH)).plan, document);
    } finally {
      back();
    }
  });
}

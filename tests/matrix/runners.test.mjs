/** The packed package in test runners. */

import assert from "node:assert/strict";
import { after } from "node:test";
import { PLAN, Projects, RESPOND, run, tool, using } from "./projects.mjs";

const projects = new Projects("runners");
after(() => projects.remove());

const EXPECT = (plan) => `test("it responds", async () => { expect(await responded(candor)).toBe("${plan}"); });`;
const ESM = `import { expect, test } from "vitest"; import * as candor from "candor"; ${RESPOND}`;
const CJS = `const candor = require("candor"); ${RESPOND}`;

/** Checks that tests pass or fail as they should. */
function tried(name, text, words) {
  const runner = (plan) =>
    run(process.execPath, words, projects.project(name, { "use.test.js": `${text} ${EXPECT(plan)}` }), {
      NODE_ENV: "test",
    });
  runner(PLAN.fingerprint);
  assert.throws(() => runner("another"), /another/);
}

using(tool("vitest/vitest.mjs"), "Vitest", (vitest) => tried("vitest", ESM, [vitest, "run"]));

using(tool("jest/bin/jest.js"), "Jest", (jest) => tried("jest", CJS, [jest, "--rootDir", ".", "--no-cache"]));

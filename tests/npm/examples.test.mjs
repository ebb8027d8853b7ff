/** Ring: package. The examples that the documentation's site runs, as they stand, in Node: they print what the pages say. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { EXAMPLES } from "../examples.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());

test("there are examples on several pages, and most print what can be foretold", () => {
  assert.ok(new Set(EXAMPLES.map(({ page }) => page)).size > 5);
  assert.ok(EXAMPLES.filter(({ prints }) => prints).length > 4);
});

for (const { page, number, code, prints } of EXAMPLES)
  test(`example ${number} of ${page} runs as it stands`, () => {
    const file = project.write("example.mjs", code);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    if (prints === undefined) assert.notEqual(printed, "");
    else assert.equal(printed, prints);
  });

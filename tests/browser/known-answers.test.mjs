/** 10,000 reports, from seeds that stand in for the system's randomness, are those of an independent reference. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { cases, DIGESTS, digest, PLANS, REFUSALS, refusals, reports } from "../known-answers/cases.mjs";
import { html, served } from "./site.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const PACKAGE = new URL("../../pkg/dist/index.js", import.meta.url);

const LOAD = `
  import { loadPlan } from "./candor.js";
  const documents = ${JSON.stringify(PLANS)};
  globalThis.plans = await Promise.all(documents.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  globalThis.reports = ${reports};
  globalThis.refused = (${refusals})(loadPlan, documents[1], ${JSON.stringify(REFUSALS)});
  document.title = "loaded";`;

test("10,000 reports are known, and documents are refused for their defects", async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  await served({ "index.html": html(LOAD), "candor.js": readFileSync(PACKAGE) }, {}, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title === "loaded");
    assert.equal(DIGESTS.length, 100);
    for (const [group, expected] of DIGESTS.entries()) {
      const drawn = await page.evaluate((cases) => globalThis.reports(globalThis.plans, cases), cases(group));
      assert.equal(digest(drawn), expected, `group ${group}`);
    }
    const codes = await page.evaluate(() => globalThis.refused);
    for (const [i, { defect, code }] of REFUSALS.entries()) assert.equal(codes[i], code, defect);
    assert.deepEqual(faults(page), []);
  });
});

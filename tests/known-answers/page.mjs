/** The known answers in a page of any browser: its files, and whether it draws the known reports and refuses the known defects. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { html } from "../browser/site.mjs";
import { cases, DIGESTS, digest, PLANS, REFUSALS, refusals, reports } from "./cases.mjs";

const LOAD = `
  import { loadPlan } from "./candor.js";
  const documents = ${JSON.stringify(PLANS)};
  globalThis.plans = await Promise.all(documents.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  globalThis.reports = ${reports};
  globalThis.refused = (${refusals})(loadPlan, documents, ${JSON.stringify(REFUSALS)});
  document.title = "loaded";`;

/** A page that loads an entry of the package. */
export const loading = (entry) => ({
  "index.html": html(LOAD),
  "candor.js": readFileSync(new URL(`../../pkg/dist/${entry}`, import.meta.url)),
});

/** Fails unless 10,000 reports are the known ones, and documents are refused for their defects. */
export async function assertKnown(page) {
  await page.waitForFunction(() => document.title === "loaded");
  assert.equal(DIGESTS.length, 100);
  for (const [group, expected] of DIGESTS.entries()) {
    const drawn = await page.evaluate((given) => globalThis.reports(globalThis.plans, given), cases(group));
    assert.equal(digest(drawn), expected, `group ${group}`);
  }
  const codes = await page.evaluate(() => globalThis.refused);
  for (const [i, { defect, code }] of REFUSALS.entries()) assert.equal(codes[i], code, defect);
}

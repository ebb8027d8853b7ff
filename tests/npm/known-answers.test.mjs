/** 10,000 reports, from seeds that stand in for the system's randomness, are those of an independent reference. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DIGESTS, PLANS, cases, digest, reports } from "../known-answers/cases.mjs";
import { Project } from "./installed.mjs";

test("10,000 reports are known", async (t) => {
  const project = new Project();
  t.after(() => project.remove());
  const { loadPlan } = await project.import();
  const plans = await Promise.all(PLANS.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  assert.equal(DIGESTS.length, 100);
  DIGESTS.forEach((expected, group) => {
    assert.equal(digest(reports(plans, cases(group))), expected, `group ${group}`);
  });
});

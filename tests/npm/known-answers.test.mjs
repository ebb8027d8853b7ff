/** 10,000 reports, drawn from seeds in place of the system's randomness, equal those of an independent reference. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cases, DIGESTS, digest, PLANS, REFUSALS, refusals, reports } from "../known-answers/cases.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();

test("10,000 reports are known", async () => {
  const plans = await Promise.all(PLANS.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  assert.equal(DIGESTS.length, 100);
  DIGESTS.forEach((expected, group) => {
    assert.equal(digest(reports(plans, cases(group))), expected, `group ${group}`);
  });
});

test("documents are refused for their defects", async () => {
  const codes = await refusals(loadPlan, PLANS, REFUSALS);
  assert.equal(codes.length, 242);
  for (const [i, { defect, code }] of REFUSALS.entries()) assert.equal(codes[i], code, defect);
});

/**
 * Two readers of plans agree on every document: that of the crate, through `candor verify`, and that of the package. They
 * are given the same random texts, CANDOR_DOCUMENTS of them.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { REFUSALS } from "../known-answers/cases.mjs";
import { every } from "../nightly.mjs";
import { CANDOR } from "../program.mjs";
import { Project } from "./installed.mjs";
import { numbers } from "./javascript/laws.mjs";
import { text } from "./readers/mutated.mjs";

const DOCUMENTS = Number(process.env.CANDOR_DOCUMENTS ?? every(400, 200));

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();

const run = promisify(execFile);

/** The record ε that a reader recomputes, or the code with which it refuses a text. */
async function byPackage(text) {
  const options = { maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9, maxCategories: 1e9, storage: "memory" };
  const address = `data:application/json;base64,${Buffer.from(text).toString("base64")}`;
  return loadPlan(address, options).then(
    ({ promises }) => promises.record,
    ({ code }) => code,
  );
}

async function byCrate(text, name) {
  const path = project.path(`${name}.json`);
  writeFileSync(path, text);
  return run(CANDOR, ["verify", path, "--format", "json"]).then(
    ({ stdout }) => JSON.parse(stdout).record,
    ({ stderr }) => /^error\[([a-z-]+)\]/m.exec(stderr)?.[1] ?? stderr,
  );
}

test("both readers take and refuse the same texts, for the same reasons", async () => {
  const verdicts = new Map();
  let differ = 0;
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const document = text(numbers(`document ${seed}`));
    const [one, other] = await Promise.all([byPackage(document), byCrate(document, "random")]);
    // If there are several defects, each reader names the first that it meets.
    if (typeof one === "number" || typeof other === "number") assert.equal(one, other, `document ${seed}: ${document}`);
    else differ += Number(one !== other);
    const verdict = typeof one === "number" ? "accepted" : one;
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  assert.ok(differ <= DOCUMENTS / 100, `${differ} refusals have two reasons`);
  for (const verdict of ["accepted", "invalid-plan", "fingerprint-mismatch", "weight-sum"])
    assert.ok(verdicts.get(verdict) > 0, `${verdict} is no verdict on any text`);
});

test("both refuse the documents that are known to be wrong", async () => {
  for (const { defect, code, plan } of REFUSALS.filter(({ plan, cap }) => plan && !cap))
    assert.deepEqual(
      [await byPackage(JSON.stringify(plan)), await byCrate(JSON.stringify(plan), "known")],
      [code, code],
      defect,
    );
});

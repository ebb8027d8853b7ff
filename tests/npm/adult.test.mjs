/**
 * Real answers pass through the installed package: all 32,561 rows of UCI Adult are perturbed at record ε = 8, under the
 * best law for the tables and independently, and `candor` recovers all 8 marginals and 28 pair tables, 1,644 cells,
 * within their stated errors. (No mixture of single changes has such column levels.)
 *
 * A z-score is (estimate − share in the file) / standard error of the noise. The reported standard error also
 * includes the sampling of people, √(π(1−π)/n), which is subtracted because here the file is the truth. Cells share
 * the same reports and are correlated, so the bands come from 300 simulated runs of each law. The share of |z| < 1.96
 * has mean 0.949 and standard deviation 0.0070 (independent: 0.950 and 0.0060), z² has mean 1.011 and 0.052 (1.001 and
 * 0.043), and the largest |z| was never above 5.4. A run leaves bands of about five standard deviations or more around
 * the theoretical values by chance less than once in 100,000 runs.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { every } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { Project, ROOT } from "./installed.mjs";

const DATA = join(ROOT, "../shared/data/adult.csv");
const skip = existsSync(DATA) ? false : "../shared/data/adult.csv is not on this machine";

const COVERAGE = [0.917, 0.983];
const MEAN_SQUARE = [0.72, 1.28];
const LARGEST = 7;

let project;
let names;
let rows;
let truth;

before(() => {
  if (skip) return;
  project = new Project();
  [names, ...rows] = readFileSync(DATA, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  truth = shares(rows);
});

after(() => project?.remove());

for (const method of every(["auto", "analysis", "independent"], ["analysis"])) {
  test(`marginals and pair tables of all rows are recovered within their errors: ${method}`, { skip }, async (t) => {
    const { plan, reports } = await surveyed(method);
    const cells = estimated(plan, reports);
    assert.equal(cells.length, 1644);
    const covered = cells.filter(({ key, lower, upper }) => within(truth.get(key) ?? 0, [lower, upper])).length;
    t.diagnostic(`${covered} of ${cells.length} intervals at 95 % hold the share in the file`);
    assert.ok(within(covered / cells.length, COVERAGE), `${covered} of ${cells.length}`);
    assert.deepEqual(faults(cells), []);
  });
}

test("answers sent as they are, estimated as if they had been perturbed, are noticed", { skip }, async () => {
  const { plan, reports } = await surveyed("analysis");
  const position = plan.attributes.map(({ categories }) => new Map(categories.map(({ value }, i) => [value, i])));
  const bare = reports.map((report, row) => ({
    ...report,
    perturbed: rows[row].map((value, i) => position[i].get(value)),
  }));
  assert.equal(faults(estimated(plan, bare)).length, 3);
});

test("perturbed counts, read as if they were true, are noticed", { skip }, async () => {
  const { plan, reports } = await surveyed("analysis");
  const categories = plan.attributes.map((attribute) => attribute.categories.map(({ value }) => value));
  const counted = shares(reports.map(({ perturbed }) => perturbed.map((answer, i) => categories[i][answer])));
  const cells = estimated(plan, reports).map((cell) => ({ ...cell, estimate: counted.get(cell.key) ?? 0 }));
  assert.equal(faults(cells).length, 3);
});

/** Every row of the file, perturbed by the installed package under a plan of that method: made once for all tests. */
const perturbed = new Map();
function surveyed(method) {
  if (!perturbed.has(method)) perturbed.set(method, survey(method));
  return perturbed.get(method);
}

async function survey(method) {
  const categories = names.map((_, i) => [...new Set(rows.map((row) => row[i]))].sort());
  const document = project.design({
    survey: `adult-${method}`,
    attributes: names.map((name, i) => ({ name, categories: categories[i] })),
    privacy: { record_epsilon: 8, method },
  });
  const { loadPlan } = await project.import();
  const plan = await loadPlan(document, { maxRecordEpsilon: 8 });
  const reports = rows.map((row) => plan.perturb(Object.fromEntries(row.map((value, i) => [names[i], value]))));
  return { plan, reports };
}

/** The share of every category and pair of categories. */
function shares(records) {
  const counts = new Map();
  const add = (key) => counts.set(key, (counts.get(key) ?? 0) + 1 / records.length);
  for (const record of records) {
    record.forEach((value, i) => {
      add(keyOf([names[i]], [value]));
      for (let j = i + 1; j < record.length; j += 1) add(keyOf([names[i], names[j]], [value, record[j]]));
    });
  }
  return counts;
}

function keyOf(attributes, categories) {
  return JSON.stringify([attributes, categories]);
}

/** The program's estimates from the reports, which it counts first. */
function estimated({ survey }, reports) {
  const plans = project.path(`${survey}.plan.json`);
  const ndjson = project.path("reports.ndjson");
  writeFileSync(ndjson, reports.map((report) => `${JSON.stringify(report)}\n`).join(""));
  const counts = project.write("counts.json", candor("count", plans, ndjson, "--pairs", "--format", "json"));
  const { n, tables } = JSON.parse(candor("estimate", plans, "--counts", counts, "--pairs", "--format", "json"));
  assert.equal(n, rows.length);
  assert.equal(tables.length, 36);
  return tables.flatMap(({ attributes, cells }) =>
    cells.map(({ categories, ...cell }) => ({ key: keyOf(attributes, categories), ...cell })),
  );
}

/** The measures of the cells that are outside their bands. */
function faults(cells) {
  const scores = cells.map(score);
  const inside = scores.filter((z) => Math.abs(z) < 1.959964).length / cells.length;
  const meanSquare = scores.reduce((sum, z) => sum + z * z, 0) / cells.length;
  const largest = Math.max(...scores.map(Math.abs));
  return [
    within(inside, COVERAGE) ? [] : `${inside} of |z| are below 1.96`,
    within(meanSquare, MEAN_SQUARE) ? [] : `mean z² is ${meanSquare}`,
    largest <= LARGEST ? [] : `the largest |z| is ${largest}`,
  ].flat();
}

function score({ key, estimate, standard_error: error }) {
  const share = truth.get(key) ?? 0;
  return (estimate - share) / Math.sqrt(error ** 2 - (share * (1 - share)) / rows.length);
}

function within(value, [low, high]) {
  return low <= value && value <= high;
}

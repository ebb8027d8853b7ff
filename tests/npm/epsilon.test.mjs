/** The ε that a device recomputes for a plan equal those that the crate recomputes, to the last bit. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { Project } from "./installed.mjs";
import { faultsAreFound } from "./javascript/faulty.mjs";
import { compounded, conditional, fingerprinted, plan, scored } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { countReports } = await project.import("analysis");

/** Record ε, then column ε and attribute ε of every question, as a package recomputes them. Its refusals of plans that state less name them. */
async function levels({ loadPlan }, document) {
  const found = [0, ...document.attributes.flatMap(() => [0, 0])];
  const options = { maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9, storage: "memory" };
  for (let left = found.length; left > 0; left -= 1) {
    const { message } = await loadPlan(stating(document, found), options).catch((refused) => refused);
    if (message === undefined) break;
    const [, level, name, kept] = /^(record|column|attribute) ε(?: of "(.*)")? is stated .* keep (.*)$/.exec(message);
    const place = document.attributes.findIndex((question) => question.name === name);
    found[["record", "column", "attribute"].indexOf(level) + 2 * Math.max(place, 0)] = Number(kept);
  }
  return found;
}

/** The document with these promises stated. */
function stating(document, [record, ...pairs]) {
  const attributes = document.privacy.attributes.map(({ name }, i) => ({
    attribute: pairs[2 * i + 1],
    column: pairs[2 * i],
    name,
  }));
  return fingerprinted({ ...document, privacy: { attributes, record } });
}

/** The next smaller double. */
function below(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  view.setBigUint64(0, view.getBigUint64(0) - 1n);
  return view.getFloat64(0);
}

/** Whether the crate recomputes exactly these ε: it refuses a plan that states less than it recomputes. */
async function areThoseOfTheCrate(document, found) {
  const refused = (stated) =>
    countReports(stating(document, stated), []).then(
      () => undefined,
      ({ code }) => code,
    );
  if ((await refused(found)) !== undefined) return false;
  for (const [i, level] of found.entries())
    if (level > 0 && (await refused(found.with(i, below(level)))) !== "understated-promise") return false;
  return true;
}

const RANDOM_PLANS = every(400, 80);

test("random plans have the ε of the crate", async () => {
  const kinds = new Set();
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = plan(seed);
    assert.ok(await areThoseOfTheCrate(document, await levels({ loadPlan }, document)), `plan ${seed}`);
    for (const { blocks, exchange, units } of document.forms) {
      if (units.some(({ subset_size }) => subset_size > 1)) kinds.add("subset");
      if (exchange) kinds.add("pool");
      if (blocks.some(({ classes }) => classes.some(({ length }) => length > 1))) kinds.add("class of several");
      for (const { classes, patterns } of blocks)
        kinds.add(`${patterns.length === classes.reduce((all, { length }) => all * (length + 1), 1)}`);
    }
  }
  assert.deepEqual([...kinds].sort(), ["class of several", "false", "pool", "subset", "true"]);
});

test("random plans with follow-ups have the ε of the crate", async () => {
  let above = 0;
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = conditional(seed);
    const found = await levels({ loadPlan }, document);
    assert.ok(await areThoseOfTheCrate(document, found), `plan ${seed}`);
    const alone = fingerprinted({ ...document, attributes: document.attributes.map(({ asked_if, ...rest }) => rest) });
    const ofEach = await levels({ loadPlan }, alone);
    above += Number(found.some((level, i) => level > ofEach[i]));
  }
  assert.ok(above > RANDOM_PLANS / 4, `${above} have a question of which more is told together with its follow-ups`);
});

test("random plans with choices, rankings and rows have the ε of the crate", async () => {
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = compounded(seed);
    assert.ok(await areThoseOfTheCrate(document, await levels({ loadPlan }, document)), `plan ${seed}`);
  }
});

test("random plans with reported scores have the ε of the crate", async () => {
  let above = 0;
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = scored(seed);
    const found = await levels({ loadPlan }, document);
    assert.ok(await areThoseOfTheCrate(document, found), `plan ${seed}`);
    above += Number(found.some((level, i) => i > 0 && i % 2 === 0 && level > found[i - 1]));
  }
  assert.ok(above > RANDOM_PLANS / 4, `${above} have a question of which the report tells more than its own column`);
});

/** Every level needs a refusal of its own, so that the work grows with the square of their number. */
const QUESTIONS = every(60, 24);

test("a designed plan of many questions has the ε of the crate", async () => {
  const attributes = Array.from({ length: QUESTIONS }, (_, i) => ({
    name: `q${i}`,
    categories: Array.from({ length: 2 + (i % 6) }, (_, category) => `c${category}`),
    epsilon: 0.5 + (i % 17) / 10,
  }));
  const document = project.design({ survey: "many", attributes });
  const patterns = document.forms.flatMap(({ blocks }) => blocks.flatMap(({ patterns }) => patterns));
  assert.ok(patterns.length > 5 * QUESTIONS, `${patterns.length} patterns`);
  const found = await levels({ loadPlan }, document);
  assert.ok(await areThoseOfTheCrate(document, found));
});

faultsAreFound(
  project,
  {
    "a logarithm a unit in the last place lower": ["verify/scaled.ts", "4 * Number.EPSILON", "3 * Number.EPSILON"],
    "a neighbour that is taken for listed": ["verify/epsilon.ts", "count < length &&", "count > length &&"],
    "a ratio that is left out": ["verify/epsilon.ts", "larger(ratios[class_]!, spread(", "larger(ratios[0]!, spread("],
    "questions of a pool that are not asked": ["verify/epsilon.ts", "held.flatMap((i) => poolOf(form, i))", "held"],
  },
  async (package_, seed) => areThoseOfTheCrate(plan(seed), await levels(package_, plan(seed))),
);

faultsAreFound(
  project,
  {
    "a follow-up of a follow-up that is left out": [
      "verify/dependents.ts",
      "found.has(attribute)",
      "joint.includes(attribute)",
    ],
    "a pattern that is out of reach": [
      "verify/epsilon.ts",
      "counts[other]![class_]!) <= most",
      "counts[other]![class_]!) < most",
    ],
    "sets of missing units that are taken for listed": [
      "verify/epsilon.ts",
      "near.length < all ?",
      "near.length > all ?",
    ],
    "questions of a pool that are taken to be elsewhere": [
      "verify/epsilon.ts",
      "Math.min(pooled, perhaps.length)",
      "0",
    ],
  },
  async (package_, seed) => areThoseOfTheCrate(conditional(seed), await levels(package_, conditional(seed))),
);

faultsAreFound(
  project,
  {
    "choices that are taken for questions of their own": ["verify/dependents.ts", 'kind !== "rows"', 'kind === "rows"'],
    "items that are taken for questions of their own": [
      "verify/dependents.ts",
      'kind !== "rows"',
      'kind === "choices"',
    ],
  },
  async (package_, seed) => areThoseOfTheCrate(compounded(seed), await levels(package_, compounded(seed))),
);

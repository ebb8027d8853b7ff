/** What the package says that a report states is what the program counts. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { PLANS } from "../known-answers/cases.mjs";
import { candor } from "../program.mjs";
import { HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();

const choice = (name, size) => ({ name, categories: Array.from({ length: size }, (_, i) => `${name}${i}`) });
const SURVEYS = [
  HEALTH,
  {
    survey: "drawn",
    attributes: [2, 2, 2, 2, 2, 3, 7].map((size, i) => choice(`q${i}`, size)),
    privacy: { record_epsilon: 1, method: "labelled" },
  },
];

const written = (category) => category.value ?? category;

/** The questions of every table with one or two questions. */
function tablesOf({ attributes }) {
  const names = attributes.map(({ name }) => name);
  return [
    ...names.map((name) => [name]),
    ...names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other])),
  ];
}

/**
 * The program's counts of a table, computed from what the reports state: the reports that have the same questions of the table in
 * the same units are counted together: how many they are, and how many cells of their subsets lie in each combination of these categories.
 */
function counted(table, all) {
  const seen = new Map();
  for (const { units } of all) {
    const held = units
      .map(({ attributes, named }) => ({ attributes, named, own: table.filter((name) => attributes.includes(name)) }))
      .filter(({ own }) => own.length > 0)
      .sort((one, other) => table.indexOf(one.own[0]) - table.indexOf(other.own[0]));
    const key = JSON.stringify(held.map(({ own }) => own));
    const part = seen.get(key) ?? { n: 0, cells: new Map() };
    seen.set(key, part);
    part.n += 1;
    let cells = [[]];
    for (const { attributes, named, own } of held) {
      const each = named.map(({ labels }) => own.map((name) => labels[attributes.indexOf(name)]));
      cells = cells.flatMap((cell) => each.map((more) => [...cell, ...more]));
    }
    for (const cell of held.length === 0 ? [] : cells) {
      const name = JSON.stringify(cell);
      part.cells.set(name, (part.cells.get(name) ?? 0) + 1);
    }
  }
  return seen;
}

/** The same from the program's document: forms that ask the same are added up, questions and units are in the order of the table. */
function ofProgram({ attributes, n, forms = [{ units: attributes.map((name) => [name]), n }], cells }) {
  const seen = new Map();
  const inOrder = (names) => attributes.filter((name) => names.includes(name));
  for (const form of forms.filter(({ n }) => n > 0)) {
    const units = form.units
      .map(inOrder)
      .sort((one, other) => attributes.indexOf(one[0]) - attributes.indexOf(other[0]));
    const key = JSON.stringify(units);
    const part = seen.get(key) ?? { n: 0, cells: new Map() };
    seen.set(key, part);
    part.n += form.n;
    const held = form.units.flat();
    for (const { categories, count } of held.length === 0 ? [] : (form.cells ?? cells)) {
      if (count === 0) continue;
      const name = JSON.stringify(units.flat().map((name) => categories[held.indexOf(name)]));
      part.cells.set(name, (part.cells.get(name) ?? 0) + count);
    }
  }
  return seen;
}

const sorted = (seen) => [...seen].map(([key, { n, cells }]) => [key, n, [...cells].sort()]).sort();

for (const make of [
  ...SURVEYS.map((survey) => () => project.design(survey)),
  ...PLANS.slice(6, 8).map((plan) => () => plan),
]) {
  const document = make();
  test(`reports say what the program counts: ${document.survey}`, async () => {
    const plan = await loadPlan(document, { maxRecordEpsilon: 100 });
    const answer = ({ name, optional, bins, categories }, person) => {
      const category = person % (categories.length - (optional ? 1 : 0));
      return [name, bins ? (bins[category] ?? bins[category + 1] - 1) : written(categories[category])];
    };
    const reports = Array.from({ length: 600 }, (_, person) =>
      plan.perturb(Object.fromEntries(document.attributes.map((each, i) => answer(each, person * (i + 1))))),
    );
    const all = reports.map((report) => plan.told(report));
    const file = project.path("told.plan.json");
    writeFileSync(file, JSON.stringify(document));
    const ndjson = project.write("told.ndjson", reports.map((report) => `${JSON.stringify(report)}\n`).join(""));
    const tables = tablesOf(document);
    const counts = JSON.parse(
      candor("count", file, ndjson, "--format", "json", "--tables", ...tables.map((table) => table.join())),
    );
    // Labels of categories here are for people, while the program counts by their values.
    const values = new Map(
      document.attributes.flatMap(({ name, categories }) =>
        categories.map((category) => [`${name} ${category.label ?? category}`, written(category)]),
      ),
    );
    const byValue = all.map(({ units }) => ({
      units: units.map(({ attributes, named, of }) => {
        assert.ok(named.length >= 1 && named.length < of);
        return {
          attributes,
          named: named.map(({ labels }) => ({
            labels: labels.map((label, i) => values.get(`${attributes[i]} ${label}`)),
          })),
        };
      }),
    }));
    for (const [i, table] of tables.entries()) {
      const program = ofProgram({ n: counts.n, ...counts.tables[i] });
      assert.deepEqual(sorted(counted(table, byValue)), sorted(program), table.join());
    }
    for (const { units, unused } of all) {
      const used = units.flatMap(({ attributes }) => attributes);
      assert.deepEqual([...used, ...unused].sort(), document.attributes.map(({ name }) => name).sort());
      for (const { attributes, named } of units) {
        for (const { categories, labels } of named) {
          const own = attributes.map((name) => plan.attributes.find((each) => each.name === name));
          assert.deepEqual(
            labels,
            own.map((attribute, j) => attribute.categories[categories[j]].label),
          );
        }
      }
    }
  });
}

test("what no device makes under a plan is not read", async () => {
  const plan = await loadPlan(PLANS[7], { maxRecordEpsilon: 100 });
  const { attributes } = plan;
  const report = plan.perturb(Object.fromEntries(attributes.map(({ name, categories: [{ value }] }) => [name, value])));
  const refused = (change, code) => assert.throws(() => plan.told({ ...report, ...change }), { code });
  const [label, ...rest] = report.perturbed;
  refused({ plan: PLANS[6].fingerprint }, "plan-mismatch");
  refused({ perturbed: [48, ...rest] }, "invalid-report");
  refused({ perturbed: [-1, ...rest] }, "invalid-report");
  refused({ perturbed: [0.5, ...rest] }, "invalid-report");
  refused({ perturbed: [] }, "invalid-report");
  refused({ perturbed: [label, ...rest, 0] }, "invalid-report");
  refused({ perturbed: [label, ...rest.slice(1)] }, "invalid-report");
  for (const bits of [0, 1, 0b1111, 0b11 + 2 ** 10, 0b111 + 0.5, -1, 0b111 + 2 ** 33])
    refused({ perturbed: [label, bits, ...rest.slice(1)] }, "invalid-report");
  refused({ perturbed: [label, ...rest.slice(0, 2), 2] }, "category-out-of-range");
});

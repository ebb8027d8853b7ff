/** `candor/analysis`: what the program designs and estimates, in JavaScript. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { assertKept } from "../exact.mjs";
import { candor, HEALTH, Project } from "./installed.mjs";

const BUDGET = {
  survey: "budget",
  attributes: [2, 3, 4, 5, 6].map((size) => ({
    name: `of ${size}`,
    categories: Array.from({ length: size }, (_, i) => `${i}`),
  })),
  privacy: { record_epsilon: 4 },
};

const project = new Project();
after(() => project.remove());
const analysis = await import(pathToFileURL(project.path("node_modules/candor/dist/analysis.js")));
const { CandorError } = await project.import();

for (const [survey, method] of [
  [HEALTH],
  [BUDGET],
  [BUDGET, "independent"],
  [{ ...BUDGET, survey: "shared", attributes: BUDGET.attributes.map((a) => ({ ...a, weight: 1 })) }],
  [{ ...HEALTH, survey: "optimal" }, "optimal"],
  [{ ...HEALTH, survey: "published" }, "linear-program"],
  [{ ...BUDGET, survey: "capped", privacy: { record_epsilon: 4, attribute_epsilon: 2 } }],
]) {
  test(`a plan is byte for byte what the program writes: ${survey.survey} ${method ?? ""}`, async () => {
    const file = project.write("survey.json", JSON.stringify(survey));
    const expected = candor("design", file, ...(method ? ["--method", method] : []));
    const { plan, reason } = await analysis.design(survey, method ? { method } : {});
    assert.equal(JSON.stringify(plan), expected.trimEnd());
    assertKept(plan);
    assert.ok(reason.length > 5);
  });
}

test("surveys that are refused are refused with the program's code, and the module goes on", async () => {
  for (const [code, survey] of [
    ["invalid-survey", {}],
    ["invalid-epsilon", { ...HEALTH, attributes: HEALTH.attributes.map((a) => ({ ...a, epsilon: -1 })) }],
    ["unknown-method", { ...HEALTH, privacy: { method: "guess" } }],
    ["duplicate-attribute", { ...HEALTH, attributes: [HEALTH.attributes[0], HEALTH.attributes[0]] }],
  ]) {
    await assert.rejects(analysis.design(survey), (error) => error instanceof CandorError && error.code === code);
  }
  assert.equal((await analysis.design(HEALTH)).plan.survey, HEALTH.survey);
});

test("options that are unknown, undefined or no object are refused", async () => {
  const plan = project.design(HEALTH);
  for (const options of [null, 7, { methods: "independent" }, { method: undefined }, { allowRaised: "yes" }]) {
    const refused = (error) => error instanceof CandorError && error.code === "invalid-options";
    await assert.rejects(analysis.design(HEALTH, options), refused);
    await assert.rejects(analysis.estimate(plan, ["smoker"], [1, 2], options), refused);
  }
});

const UNREADABLE = {
  get survey() {
    throw new Error("not now");
  },
};

/** HEALTH with other members in its first question. */
const asking = (members) => ({ ...HEALTH, attributes: [{ ...HEALTH.attributes[0], ...members }] });

test("what is no survey is refused as that, with a member that no survey has", async () => {
  const nothings = [
    undefined,
    null,
    7,
    Number.NaN,
    true,
    7n,
    Symbol("survey"),
    () => HEALTH,
    "text",
    JSON.stringify(HEALTH),
  ];
  const objects = [[], [HEALTH], new Map(), new Map(Object.entries(HEALTH)), new Date(), new Uint8Array(3), UNREADABLE];
  const misspelt = [
    { ...HEALTH, privaci: {} },
    { ...HEALTH, privacy: { epsilon: 1 } },
    asking({ attribut_epsilon: 1 }),
  ];
  const inherited = Object.create(HEALTH);
  const kinds = [
    { ...HEALTH, survey: 7 },
    { ...HEALTH, respondents: 0.5 },
    asking({ optional: 1 }),
    asking({ name: "\ud800" }),
  ];
  for (const survey of [...nothings, ...objects, ...misspelt, inherited, ...kinds]) {
    await assert.rejects(analysis.design(survey), { name: "CandorError", code: "invalid-survey" });
  }
  await assert.rejects(analysis.design({ ...HEALTH, privaci: {} }), { message: /unknown field `privaci`/ });
});

test("numbers that JSON cannot hold are no levels, and what is no method is refused", async () => {
  await assert.rejects(analysis.design(asking({ epsilon: Number.NaN })), { code: "invalid-epsilon" });
  await assert.rejects(analysis.design(asking({ attribute_epsilon: Number.NaN })), { code: "invalid-epsilon" });
  await assert.rejects(analysis.design(HEALTH, { method: 7 }), { code: "unknown-method" });
});

test("members that are undefined are none", async () => {
  const attributes = HEALTH.attributes.map((attribute) => ({ optional: undefined, weight: undefined, ...attribute }));
  const { plan } = await analysis.design({ ...HEALTH, attributes, privacy: undefined, tables: undefined });
  assert.equal(plan.fingerprint, project.design(HEALTH).fingerprint);
});

test("estimates are the program's", async () => {
  const plan = project.design(HEALTH);
  const counts = [
    [410, 220, 130, 95],
    [120, 60, 40, 25],
  ].flat();
  const attributes = ["smoker", "age"];
  const { cells, condition } = await analysis.estimate(plan, attributes, counts, { confidence: 0.9 });
  const reports = project.write(
    "reports.ndjson",
    counts
      .flatMap((count, cell) =>
        Array.from({ length: count }, (_, i) => {
          const id = Buffer.from(String(cell * 1000 + i).padStart(16, "0")).toString("base64url");
          return `${JSON.stringify({ id, perturbed: [cell >> 2, cell & 3, 0], plan: plan.fingerprint })}\n`;
        }),
      )
      .join(""),
  );
  const options = ["--tables", "smoker,age", "--confidence", "0.9", "--format", "json"];
  const [table] = JSON.parse(
    candor("estimate", project.path(`${HEALTH.survey}.plan.json`), reports, ...options),
  ).tables;
  assert.equal(condition, table.condition);
  const expected = table.cells.map(({ estimate, standard_error, lower, upper }) => ({
    estimate,
    standardError: standard_error,
    lower,
    upper,
  }));
  assert.deepEqual(cells, expected);
});

test("counts that are none are refused", async () => {
  const plan = project.design(HEALTH);
  for (const [code, counts] of [
    ["invalid-counts", [1, -1]],
    ["invalid-counts", [1, 0.5]],
    ["invalid-counts", [1, NaN]],
    ["empty-sample", [0, 0]],
  ]) {
    await assert.rejects(analysis.estimate(plan, ["smoker"], counts), { name: "CandorError", code });
  }
  for (const counts of [
    undefined,
    null,
    12,
    "12",
    {},
    { length: 2 },
    new Map(),
    [1],
    [1, 2, 3],
    [1, "2"],
    [1, -2n],
    [1],
  ]) {
    await assert.rejects(analysis.estimate(plan, ["smoker"], counts), { name: "CandorError", code: "invalid-counts" });
  }
  await assert.rejects(analysis.estimate(plan, ["smoker"], Float64Array.of(1, 0.5)), { code: "invalid-counts" });
});

test("counts come in any list of whole numbers", async () => {
  const plan = project.design(HEALTH);
  const expected = await analysis.estimate(plan, ["smoker"], [200, 55]);
  assert.equal(expected.cells.length, 2);
  assert.ok(expected.cells[0].estimate > 0.5 && expected.cells[0].standardError > 0);
  for (const list of [Uint8Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) {
    assert.deepEqual(await analysis.estimate(plan, ["smoker"], list.of(200, 55)), expected, list.name);
  }
  for (const counts of [[200n, 55], BigUint64Array.of(200n, 55n), BigInt64Array.of(200n, 55n)]) {
    assert.deepEqual(await analysis.estimate(plan, ["smoker"], counts), expected);
  }
  const large = [2n ** 62n, 2n ** 62n + 1n];
  assert.deepEqual(
    await analysis.estimate(plan, ["smoker"], BigUint64Array.from(large)),
    await analysis.estimate(plan, ["smoker"], large),
  );
});

test("what is no plan, no list of names or no confidence is refused as that", async () => {
  const plan = project.design(HEALTH);
  const [{ blocks, ...form }] = plan.forms;
  const [first, ...others] = blocks;
  for (const [code, document] of [
    ["invalid-plan", undefined],
    ["invalid-plan", null],
    ["invalid-plan", JSON.stringify(plan)],
    ["invalid-plan", [plan]],
    ["invalid-plan", { ...plan, note: "unfingerprinted" }],
    [
      "invalid-plan",
      { ...plan, forms: [{ ...form, blocks: [{ ...first, uniform: Number(first.uniform) }, ...others] }] },
    ],
    ["fingerprint-mismatch", { ...plan, survey: "another" }],
  ]) {
    await assert.rejects(analysis.estimate(document, ["smoker"], [1, 2]), { name: "CandorError", code });
  }
  for (const attributes of [undefined, null, "smoker", {}, [7], ["diet"]]) {
    await assert.rejects(analysis.estimate(plan, attributes, [1, 2]), {
      name: "CandorError",
      code: "unknown-attribute",
    });
  }
  for (const confidence of [null, "high", Number.NaN, 0, 1, 1n]) {
    await assert.rejects(analysis.estimate(plan, ["smoker"], [1, 2], { confidence }), { code: "invalid-confidence" });
  }
});

test("the README says how large it is, within a twentieth", () => {
  const size = gzipSync(readFileSync(project.path("node_modules/candor/dist/analysis.js")), { level: 9 }).length;
  const said = /about (\d+) KB gzipped/.exec(readFileSync(project.path("node_modules/candor/README.md"), "utf8"))[1];
  assert.ok(Math.abs(size / 1000 / said - 1) < 0.05, `${size} bytes`);
});

test("the respondent's file holds nothing of it", () => {
  const [index, own] = ["index", "analysis"].map((name) =>
    readFileSync(project.path(`node_modules/candor/dist/${name}.js`)),
  );
  assert.ok(!index.includes("linear-program") && own.length > 3 * index.length);
});

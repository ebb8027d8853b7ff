/** Regressions in `candor/analysis` and numbers of respondents in `candor/design` equal the program's, to the last digit. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { candor } from "../program.mjs";
import { Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const analysis = await import(pathToFileURL(project.path("node_modules/candor/dist/analysis.js")));
const designs = await import(pathToFileURL(project.path("node_modules/candor/dist/design.js")));

const yesOrNo = (name) => ({ name, categories: ["no", "yes"] });
const SURVEYS = [
  { survey: "labelled", privacy: { record_epsilon: 4 } },
  { survey: "independent", privacy: { record_epsilon: 4, method: "independent" } },
  { survey: "trial", privacy: { record_epsilon: 3 }, plain: [{ name: "arm", categories: ["usual", "new"] }] },
].map((survey) => ({
  ...survey,
  attributes: [yesOrNo("relapse"), { name: "age", bins: [null, 30, 60, null] }, yesOrNo("works")],
}));
const ages = [25, 45, 70];
const people = Array.from({ length: 3000 }, (_, i) => ({
  relapse: i % 7 < 2 + (i % 3) ? "yes" : "no",
  age: ages[i % 3],
  works: i % 5 < 2 ? "yes" : "no",
  arm: i % 2 === 0 ? "new" : "usual",
}));

for (const survey of SURVEYS) {
  const names = [...survey.attributes, ...(survey.plain ?? [])].map(({ name }) => name);
  const planned = project.write(
    `${survey.survey}.json`,
    candor("design", project.write("survey.json", JSON.stringify(survey))),
  );
  const { plan } = await designs.design(survey);
  const rows = [names, ...people.map((person) => names.map((name) => person[name]))];
  const answers = project.write("answers.csv", rows.map((row) => `${row.join()}\n`).join(""));
  const ndjson = candor("perturb", planned, "--answers", answers, "--seed", "3");
  const reports = project.write(`${survey.survey}.ndjson`, ndjson);
  const document = (...words) => JSON.parse(candor(...words, "--format", "json"));

  for (const options of [
    { outcome: "relapse", on: "age" },
    { outcome: "age", on: "relapse,works", confidence: 0.9 },
    { outcome: "relapse", on: "age,works,age:works", against: "age,works" },
    { outcome: "age", on: "relapse,works", join: ["age:[30,60)+≥60"], ridge: true },
    ...(survey.plain ? [{ outcome: "relapse", on: "arm,age", against: "age" }] : []),
  ])
    test(`${survey.survey}: ${options.outcome} on ${options.on}`, async () => {
      const table = [options.outcome, ...options.on.split(",").filter((term) => !term.includes(":"))];
      const { counts } = await analysis.countReports(plan, ndjson, { tables: [table] });
      const words = Object.entries(options).flatMap(([name, value]) =>
        value === true ? [`--${name}`] : [`--${name}`, `${value}`],
      );
      const fitted = await analysis.model(plan, counts, options);
      assert.deepEqual(fitted, document("model", planned, reports, ...words));
      assert.equal(fitted.n, 3000);
    });

  for (const [words, options] of [
    [["--table", "relapse,works", "--cramers-v", "0.2"], { table: ["relapse", "works"], cramersV: 0.2 }],
    [
      ["--table", "age,relapse", "--proportions", "0.2,0.3,0.4", "--groups", "0.3,0.3,0.4", "--test", "trend"],
      { table: ["age", "relapse"], proportions: [0.2, 0.3, 0.4], groups: [0.3, 0.3, 0.4], test: "trend" },
    ],
    [
      [
        "--table",
        "works",
        "--test",
        "fit",
        "--shares",
        "0.5,0.5",
        "--truth",
        "0.4,0.6",
        "--respondents",
        "900",
        "--power",
        "0.9",
      ],
      { table: ["works"], test: "fit", shares: [0.5, 0.5], truth: [0.4, 0.6], respondents: 900, power: 0.9 },
    ],
    ...(survey.plain
      ? [
          [
            ["--table", "arm,relapse", "--proportions", "0.3,0.2"],
            { table: ["arm", "relapse"], proportions: [0.3, 0.2] },
          ],
        ]
      : []),
  ])
    test(`${survey.survey}: respondents for ${options.table}`, async () => {
      const needed = await designs.power(plan, options);
      assert.deepEqual(needed, document("power", planned, ...words));
      assert.ok(needed.plan.respondents >= needed.bound.respondents);
    });

  for (const [words, options] of [
    [["--table", "relapse,age"], { table: ["relapse", "age"] }],
    [
      ["--table", "age,relapse,works", "--groups", "0.5,0.3,0.2", "--join", "age:[30,60)+≥60", "--level", "0.01"],
      { table: ["age", "relapse", "works"], groups: [0.5, 0.3, 0.2], join: ["age:[30,60)+≥60"], level: 0.01 },
    ],
    [
      ["--table", "relapse,works", "--shares", "0.4,0.3,0.2,0.1", "--power", "0.9", "--respondents", "5000"],
      { table: ["relapse", "works"], shares: [0.4, 0.3, 0.2, 0.1], power: 0.9, respondents: 5000 },
    ],
    ...(survey.plain ? [[["--table", "relapse,arm"], { table: ["relapse", "arm"] }]] : []),
  ])
    test(`${survey.survey}: respondents for coefficients of ${options.table}`, async () => {
      const needed = await designs.power(plan, { ...options, oddsRatio: 2 });
      assert.deepEqual(needed, document("power", planned, ...words, "--odds-ratio", "2"));
      assert.ok(needed.fitted_from > 0 && needed.coefficients.every(({ respondents }) => respondents > 0));
    });

  test(`${survey.survey}: what cannot be fitted or found is refused as the program refuses it`, async () => {
    const { counts } = await analysis.countReports(plan, ndjson, { pairs: true });
    const refused = (call, code) => assert.rejects(call, { name: "CandorError", code });
    const table = ["relapse", "works"];
    await refused(analysis.model(plan, counts, { outcome: "relapse", on: "age,works" }), "invalid-counts");
    await refused(analysis.model(plan, counts, { outcome: "relapse", on: "height" }), "unknown-attribute");
    await refused(analysis.model(plan, counts, { outcome: "relapse", on: "age", confidence: 1 }), "invalid-confidence");
    await refused(analysis.model(plan, counts, { on: "age" }), "invalid-options");
    await refused(analysis.model(plan, counts, { outcome: "relapse", on: "age", join: "age:a+b" }), "invalid-options");
    await refused(designs.power(plan, { table }), "invalid-hypothesis");
    await refused(designs.power(plan, { table, cramersV: 0.1, truth: [0.25, 0.25, 0.25, 0.25] }), "invalid-hypothesis");
    await refused(
      designs.power(plan, { table, truth: [0.3, 0.2, 0.2, 0.3], groups: [0.5, 0.5] }),
      "invalid-hypothesis",
    );
    await refused(designs.power(plan, { table, cramersV: 0.1, test: "guess" }), "invalid-hypothesis");
    await refused(designs.power(plan, { table, cramersV: 0.1, power: 1 }), "invalid-confidence");
    await refused(designs.power(plan, { table, cramersV: Number.NaN }), "invalid-hypothesis");
    const age = ["relapse", "age"];
    for (const other of [
      { test: "trend" },
      { scores: [0, 1, 2] },
      { truth: [0.2, 0.2, 0.1, 0.1, 0.2, 0.2] },
      { proportions: [0.5, 0.5] },
      { cramersV: 0.1 },
      { join: ["age:young+old"] },
      { groups: [1] },
    ])
      await refused(designs.power(plan, { table: age, oddsRatio: 2, ...other }), "invalid-hypothesis");
    await refused(designs.power(plan, { table: age, oddsRatio: 1 }), "invalid-hypothesis");
    await refused(designs.power(plan, { table: age, cramersV: 0.1, join: ["age:[30,60)+≥60"] }), "invalid-hypothesis");
    await refused(designs.power(plan, { table: age, oddsRatio: "2" }), "invalid-options");
    await refused(designs.power(plan, { table: ["relapse", "height"], cramersV: 0.1 }), "unknown-attribute");
  });
}

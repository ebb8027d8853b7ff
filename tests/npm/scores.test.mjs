/** Scores, and shares of valid answers, of `candor/analysis` are those of the program. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { candor } from "../program.mjs";
import { Project } from "./installed.mjs";

const CHOICES = ["words", "touch", "messages"];
/** Two of three people are from the north. */
const REGIONS = ["north", "north", "south"];
const MARGINS = { region: { north: 0.5, south: 0.5 } };

/** A question that forms groups, choices, rows of which one is asked in reverse, and an age that may be refused. */
const SURVEY = {
  attributes: [
    { name: "sex", categories: ["f", "m"] },
    { name: "how", choose: "any", categories: CHOICES },
    {
      name: "climate",
      rows: [{ name: "safe" }, { name: "heard" }, { name: "blamed" }],
      categories: ["1", "2", "3", { value: "?", role: "dont-know" }],
    },
    { name: "age", bins: [18, 40, 65], categories: [{ value: "secret", role: "refused" }] },
  ],
  plain: [{ name: "region", categories: ["north", "south"] }],
  scores: [{ name: "climate-score", of: ["climate"], codes: [-1, 0, 2.5], reversed: ["climate.blamed"] }],
};

const project = new Project();
after(() => project.remove());
const { countReports, estimates, estimatesCsv, scores, scoresCsv, scoreTables } = await project.import("analysis");

/** Reports of 900 people, whose answers a counter chooses. */
function reported(method) {
  const survey = { ...SURVEY, survey: `scores-${method}`, privacy: { record_epsilon: 6, method } };
  const plan = project.design(survey);
  const planned = project.path(`${survey.survey}.plan.json`);
  const people = Array.from({ length: 900 }, (_, i) => {
    const chosen = CHOICES.map((_, place) => ((i >> place) % 3 === 0 ? "yes" : "no"));
    const rows = [i % 4, (i + (i % 3)) % 4, 3 - (i % 4)].map((place) => ["1", "2", "3", "?"][place]);
    return [i % 5 < 2 ? "f" : "m", ...chosen, ...rows, i % 7 === 0 ? "secret" : 18 + (i % 47), REGIONS[i % 3]].join();
  });
  const names = [...plan.attributes, ...plan.plain].map(({ name }) => name).join();
  const answers = project.write(`${method}.csv`, [names, ...people, ""].join("\n"));
  const reports = candor("perturb", planned, "--answers", answers, "--seed", "3");
  return { plan, planned, reports, file: project.write(`${method}.ndjson`, reports) };
}

for (const method of ["labelled", "analysis"]) {
  const { plan, planned, reports, file } = reported(method);
  const document = (...words) => JSON.parse(candor(...words, "--format", "json"));

  for (const [name, words, options] of [
    ["all", [], {}],
    ["by sex", ["--by", "sex"], { by: "sex" }],
    [
      "one at 90 %, with deciles",
      ["--of", "climate-score", "--quantiles", "0.1,0.9", "--confidence", "0.9"],
      { of: ["climate-score"], quantiles: [0.1, 0.9], confidence: 0.9 },
    ],
    ["the number chosen", ["--of", "how", "--by", "age"], { of: ["how"], by: "age" }],
  ])
    test(`scores are the program's to the last digit: ${method}, ${name}`, async () => {
      const tables = await scoreTables(plan, options);
      const { counts } = await countReports(plan, reports, { tables });
      assert.equal(counts.tables.filter(({ asked }) => !asked).length, tables.length);
      const asked = ["scores", planned, file, ...words];
      const found = await scores(plan, counts, options);
      assert.deepEqual(found, document(...asked));
      assert.equal(await scoresCsv(plan, counts, options), candor(...asked, "--format", "csv"));
      assert.ok(found.scores.every(({ mean, least, most }) => least <= mean.shown && mean.shown <= most));
    });

  for (const by of [undefined, "sex"])
    test(`weighted scores are the program's to the last digit: ${method}, by ${by ?? "none"}`, async () => {
      const options = { margins: MARGINS, ...(by === undefined ? {} : { by }) };
      const tables = await scoreTables(plan, options);
      assert.ok(tables.every((table) => table.includes("region")));
      const { counts } = await countReports(plan, reports, { tables });
      const margins = project.write("margins.json", JSON.stringify(MARGINS));
      const asked = ["scores", planned, file, "--margins", margins, ...(by === undefined ? [] : ["--by", by])];
      const found = await scores(plan, counts, options);
      assert.deepEqual(found, document(...asked));
      assert.ok(found.scores.every(({ n, effective }) => n === 900 && effective === 800));
      assert.equal(await scoresCsv(plan, counts, options), candor(...asked, "--format", "csv"));
      await assert.rejects(scores(plan, counts, { margins: { region: { north: 1 } } }), { code: "invalid-weights" });
      await assert.rejects(scores(plan, counts, { margins: "region" }), { code: "invalid-options" });
    });

  test(`shares of valid answers are the program's to the last digit: ${method}`, async () => {
    const tables = [["climate.safe"], ["sex", "age"]];
    const { counts } = await countReports(plan, reports, { tables });
    const counted = project.write("counts.json", JSON.stringify(counts));
    for (const [words, options] of [
      [[], {}],
      [["--given", "sex"], { given: ["sex"] }],
    ]) {
      const own = options.given ? [tables[1]] : tables;
      const names = own.map((table) => table.join());
      const asked = ["estimate", planned, "--counts", counted, "--tables", ...names, "--valid", ...words];
      const found = await estimates(plan, counts, { tables: own, valid: true, ...options });
      assert.deepEqual(found, document(...asked));
      assert.ok(found.tables.every(({ valid }) => valid));
      assert.equal(
        await estimatesCsv(plan, counts, { tables: own, valid: true, ...options }),
        candor(...asked, "--format", "csv"),
      );
    }
  });

  test(`scores that are none are refused with the program's code: ${method}`, async () => {
    const { counts } = await countReports(plan, reports);
    for (const [code, options] of [
      ["invalid-score", { of: ["age"] }],
      ["invalid-hypothesis", { by: "how.words" }],
      ["invalid-hypothesis", { quantiles: [0] }],
      ["unknown-attribute", { by: "nobody" }],
      ["invalid-confidence", { confidence: 1 }],
      ["invalid-options", { of: "how" }],
      ["invalid-options", { valid: true }],
    ]) {
      await assert.rejects(scoreTables(plan, options), { name: "CandorError", code });
      await assert.rejects(scores(plan, counts, options), { name: "CandorError", code });
    }
    await assert.rejects(scores(plan, counts), { code: "invalid-counts" });
  });
}

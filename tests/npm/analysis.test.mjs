/** `candor/design` and `candor/analysis` give in JavaScript what the program designs and estimates. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { assertKept } from "../exact.mjs";
import { candor } from "../program.mjs";
import { HEALTH, Project } from "./installed.mjs";

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

const LABELLED = { ...BUDGET, survey: "labelled" };
const UNLABELLED = {
  ...BUDGET,
  survey: "plain",
  attributes: [BUDGET.attributes[0], { ...BUDGET.attributes[0], name: "also of 2" }, BUDGET.attributes[2]],
  privacy: { record_epsilon: 4, method: "analysis" },
};
/** Read before any test, since the project is removed after the last one. */
const SIMULATED = [LABELLED, UNLABELLED].map((survey) => ({ survey, ...simulated(survey, 3000) }));
const COUNTED = await Promise.all(
  SIMULATED.map(({ plan, ndjson }) => analysis.countReports(plan, ndjson, { pairs: true })),
);
const designs = await import(pathToFileURL(project.path("node_modules/candor/dist/design.js")));
const { CandorError } = await project.import();

for (const [survey, method] of [
  [HEALTH],
  [BUDGET],
  [BUDGET, "independent"],
  [{ ...BUDGET, survey: "shared", attributes: BUDGET.attributes.map((a) => ({ ...a, weight: 1 })) }],
  [{ ...HEALTH, survey: "optimal" }, "optimal"],
  [{ ...HEALTH, survey: "published" }, "single-change"],
  [{ ...BUDGET, survey: "capped", privacy: { record_epsilon: 4, attribute_epsilon: 2 } }],
]) {
  test(`a plan is byte for byte what the program writes: ${survey.survey} ${method ?? ""}`, async () => {
    const file = project.write("survey.json", JSON.stringify(survey));
    const expected = candor("design", file, ...(method ? ["--method", method] : []));
    const { plan, reason } = await designs.design(survey, method ? { method } : {});
    assert.equal(JSON.stringify(plan), expected.trimEnd());
    assertKept(plan);
    assert.ok(reason.length > 5);
  });
}

const AGE_BY_SEX = {
  ...BUDGET,
  survey: "to be read",
  tables: [["of 2", "of 3"], ["of 4", "of 5"], ["of 6"]],
  respondents: 1200,
};

for (const survey of [
  HEALTH,
  BUDGET,
  AGE_BY_SEX,
  { ...BUDGET, survey: "unlabelled", privacy: { record_epsilon: 4, method: "analysis" } },
]) {
  test(`what is to be expected is what the program expects: ${survey.survey}`, async () => {
    const file = project.write("expected.json", JSON.stringify(survey));
    const plan = project.path("expected.plan.json");
    const said = candor("design", file, "-o", plan, "--standard-error", "0.02", "--format", "json");
    const written = JSON.parse(readFileSync(plan, "utf8"));
    assert.deepEqual(await designs.expectations(survey, written, { standardError: 0.02 }), JSON.parse(said).expected);
    const { needed, ...others } = JSON.parse(said).expected;
    assert.deepEqual(await designs.expectations(survey, written), others);
    assert.equal(needed.standard_error, 0.02);
  });
}

test("what differences take is what the program says", async () => {
  const group = (answer, size, share) => ({ answer, size, share });
  const compared = (by, ...groups) => ({ of: "of 2", answer: "1", by, groups });
  const comparisons = [
    compared("of 3", group("0", 0.3, 0.5), group("2", 0.3, 0.4)),
    compared("of 4", group("3", 0.5, 0.1), group("0", 0.2, 0.4)),
  ];
  const survey = { ...AGE_BY_SEX, survey: "differences", comparisons };
  const [file, plan] = ["differences.json", "differences.plan.json"].map((name) => project.path(name));
  project.write("differences.json", JSON.stringify(survey));
  const said = JSON.parse(candor("design", file, "-o", plan, "--format", "json")).comparisons;
  const written = JSON.parse(readFileSync(plan, "utf8"));
  assert.deepEqual(await designs.comparisons(survey, written), said);
  assert.deepEqual(
    said.map(({ respondents, undeclared }) => [respondents !== null, undeclared]),
    [
      [true, undefined],
      [false, true],
    ],
  );
  assert.deepEqual(await designs.comparisons(AGE_BY_SEX, written), []);
  await assert.rejects(designs.comparisons(BUDGET, project.design(HEALTH)), { code: "plan-mismatch" });
  for (const share of [Number.NaN, 0.4, 2]) {
    const odd = { ...survey, comparisons: [compared("of 3", group("0", 0.3, share), group("2", 0.3, 0.4))] };
    await assert.rejects(designs.comparisons(odd, written), { code: "invalid-hypothesis" });
  }
});

test("nothing is expected of a survey under the plan of another, or of a standard error that is none", async () => {
  const plan = project.design(HEALTH);
  await assert.rejects(designs.expectations(BUDGET, plan), { name: "CandorError", code: "plan-mismatch" });
  for (const standardError of [0, -1, 1, Number.NaN, "0.01"]) {
    await assert.rejects(designs.expectations(HEALTH, plan, { standardError }), { code: "invalid-options" });
  }
});

test("surveys that are refused are refused with the program's code, and the module goes on", async () => {
  for (const [code, survey] of [
    ["invalid-survey", {}],
    ["invalid-epsilon", { ...HEALTH, attributes: HEALTH.attributes.map((a) => ({ ...a, epsilon: -1 })) }],
    ["unknown-method", { ...HEALTH, privacy: { method: "guess" } }],
    ["duplicate-attribute", { ...HEALTH, attributes: [HEALTH.attributes[0], HEALTH.attributes[0]] }],
  ]) {
    await assert.rejects(designs.design(survey), (error) => error instanceof CandorError && error.code === code);
  }
  assert.equal((await designs.design(HEALTH)).plan.survey, HEALTH.survey);
});

test("options that are unknown, undefined or no object are refused", async () => {
  const plan = project.design(HEALTH);
  for (const options of [null, 7, { methods: "independent" }, { method: undefined }, { allowRaised: "yes" }]) {
    const refused = (error) => error instanceof CandorError && error.code === "invalid-options";
    await assert.rejects(designs.design(HEALTH, options), refused);
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
    await assert.rejects(designs.design(survey), { name: "CandorError", code: "invalid-survey" });
  }
  await assert.rejects(designs.design({ ...HEALTH, privaci: {} }), { message: /unknown field `privaci`/ });
});

test("numbers that JSON cannot hold are no levels, and what is no method is refused", async () => {
  await assert.rejects(designs.design(asking({ epsilon: Number.NaN })), { code: "invalid-epsilon" });
  await assert.rejects(designs.design(asking({ attribute_epsilon: Number.NaN })), { code: "invalid-epsilon" });
  await assert.rejects(designs.design(HEALTH, { method: 7 }), { code: "unknown-method" });
});

test("members that are undefined are none", async () => {
  const attributes = HEALTH.attributes.map((attribute) => ({ optional: undefined, weight: undefined, ...attribute }));
  const { plan } = await designs.design({ ...HEALTH, attributes, privacy: undefined, tables: undefined });
  assert.equal(plan.fingerprint, project.design(HEALTH).fingerprint);
});

test("which tables a plan lets one estimate is known before anybody answers, and is what the program estimates", async () => {
  const yesOrNo = (name) => ({ name, categories: ["no", "yes"] });
  const survey = {
    survey: "declared",
    attributes: ["a", "b", "c"].map(yesOrNo),
    plain: [yesOrNo("arm")],
    tables: [["a", "b"], ["c"]],
    privacy: { record_epsilon: 0.5, method: "labelled" },
  };
  const planned = project.write("declared.json", candor("design", project.write("s.json", JSON.stringify(survey))));
  const plan = JSON.parse(readFileSync(planned, "utf8"));
  const rows = Array.from({ length: 600 }, (_, i) => [i & 1, i & 2, i & 4, i & 8].map((bit) => (bit ? "yes" : "no")));
  const answers = project.write("declared.csv", `a,b,c,arm\n${rows.join("\n")}\n`);
  const reports = project.write("declared.ndjson", candor("perturb", planned, "--answers", answers, "--seed", "3"));
  const tables = [["a"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"], ["c", "arm"], ["a", "b", "arm"], ["a", "b", "c"]];
  const estimated = tables.map((table) => {
    try {
      return candor("estimate", planned, reports, "--tables", table.join()) !== "";
    } catch ({ stderr }) {
      assert.match(String(stderr), /unidentifiable-table/);
      return false;
    }
  });
  assert.deepEqual(await analysis.estimable(plan, tables), estimated);
  assert.ok(estimated.includes(true) && estimated.includes(false));
  for (const wrong of [undefined, null, "a", [7], [["d"]], { tables }])
    await assert.rejects(analysis.estimable(plan, wrong), { name: "CandorError", code: "unknown-attribute" });
  await assert.rejects(analysis.estimable({}, tables), { name: "CandorError", code: "invalid-plan" });
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
  const expected = table.cells.map(({ estimate, standard_error, lower, upper, shown }) => ({
    estimate,
    standardError: standard_error,
    lower,
    upper,
    shown,
  }));
  assert.deepEqual(cells, expected);
});

/** Reports of people who answer a survey at random, and the program's results for them. */
function simulated(survey, people, seed = 7) {
  const plan = project.design(survey);
  let state = seed;
  const draw = (size) => {
    state = (state * 48271) % 2147483647;
    return Math.floor(((state % 1000) / 1000) ** 2 * size);
  };
  const quoted = (value) => `"${value}"`;
  const answers = Array.from({ length: people }, () =>
    plan.attributes.map(({ categories }) =>
      quoted(categories[draw(categories.length)].value ?? categories[draw(categories.length)]),
    ),
  );
  const rows = [plan.attributes.map(({ name }) => quoted(name)), ...answers].map((row) => row.join());
  const file = (name, text) => project.write(`${survey.survey}.${seed}.${name}`, text);
  const planned = file("json", JSON.stringify(plan));
  const truth = file("answers.csv", `${rows.join("\n")}\n`);
  const reports = (format) => candor("perturb", planned, "--answers", truth, "--seed", `${seed}`, "--format", format);
  const ndjson = reports("json");
  return { plan, planned, ndjson, csv: reports("csv"), file: file("ndjson", ndjson) };
}

const document = (...words) => JSON.parse(candor(...words, "--format", "json"));

for (const [i, { survey, plan, planned, ndjson, csv, file }] of SIMULATED.entries()) {
  const names = plan.attributes.map(({ name }) => name);
  const pair = names.slice(0, 2);
  const counted = COUNTED[i];
  const { counts } = counted;

  test(`reports are counted as the program counts them, in pieces of any size: ${survey.survey}`, async () => {
    assert.deepEqual(counts, document("count", planned, file, "--pairs"));
    assert.deepEqual([counted.counted, counted.repeated, counted.otherPlan], [3000, 0, 0]);
    for (const [text, size] of [
      [ndjson, 1],
      [ndjson, 4096],
      [csv, 7],
    ]) {
      const bytes = new TextEncoder().encode(text).subarray(0, size === 1 ? 20_000 : undefined);
      const whole = size === 1 ? bytes.subarray(0, bytes.lastIndexOf(10)) : bytes;
      const source = (async function* () {
        for (let start = 0; start < whole.length; start += size) yield whole.subarray(start, start + size);
      })();
      const told = [];
      const of = await analysis.countReports(plan, source, { tables: [pair], progress: (read) => told.push(read) });
      const expected = await analysis.countReports(plan, whole, { tables: [pair] });
      assert.deepEqual(of, expected);
      assert.equal(told.at(-1), whole.length);
      if (size > 1) assert.equal(of.counts.n, 3000);
    }
  });

  test(`a report in two files counts once, one of another plan is left out: ${survey.survey}`, async () => {
    const other = ndjson.split("\n", 1)[0].replace(plan.fingerprint, `sha256:${"0".repeat(64)}`);
    const blob = new Blob([ndjson]);
    const {
      counts: again,
      repeated,
      otherPlan,
    } = await analysis.countReports(plan, [ndjson, blob.stream(), other], { pairs: true });
    assert.deepEqual([again, repeated, otherPlan], [counts, 3000, 1]);
  });

  for (const [name, words, options] of [
    ["every question", [], {}],
    ["a pair", ["--tables", pair.join()], { tables: [pair] }],
    ["within groups", ["--tables", pair.join(), "--given", pair[0]], { tables: [pair], given: [pair[0]] }],
    ["of a population", ["--tables", names[0], "--population", "9000"], { tables: [[names[0]]], population: 9000 }],
    [
      "together",
      ["--tables", pair.join(), "--simultaneous", "bonferroni"],
      { tables: [pair], simultaneous: "bonferroni" },
    ],
    [
      "consistent",
      ["--tables", pair.join(), names[0], "--consistent"],
      { tables: [pair, [names[0]]], consistent: true },
    ],
    ["auto", ["--tables", pair.join(), "--method", "auto"], { tables: [pair], method: "auto" }],
    ["projected", ["--tables", pair.join(), "--project"], { tables: [pair], project: true }],
    ["at 99 %", ["--tables", pair.join(), "--confidence", "0.99"], { tables: [pair], confidence: 0.99 }],
  ]) {
    test(`estimates are the program's to the last digit: ${survey.survey}, ${name}`, async () => {
      const written = project.write("counts.json", JSON.stringify(counts));
      const asked = ["estimate", planned, "--counts", written, ...(words.length > 0 ? words : [])];
      assert.deepEqual(await analysis.estimates(plan, counts, options), document(...asked));
      assert.equal(await analysis.estimatesCsv(plan, counts, options), candor(...asked, "--format", "csv"));
    });
  }

  for (const [name, words, options, reports = SIMULATED[i]] of [
    ["independence", ["--tables", pair.join()], { tables: [pair] }],
    [
      "trend",
      ["--tables", pair.toReversed().join(), "--test", "trend"],
      { tables: [pair.toReversed()], test: "trend" },
    ],
    [
      "fit",
      ["--tables", names[0], "--test", "fit", "--shares", "0.6,0.4"],
      { tables: [[names[0]]], test: "fit", shares: [0.6, 0.4] },
    ],
    [
      "likelihood ratio",
      ["--tables", names[0], "--test", "fit", "--shares", "0.6,0.4", "--statistic", "likelihood-ratio"],
      { tables: [[names[0]]], test: "fit", shares: [0.6, 0.4], statistic: "likelihood-ratio" },
      // It simulates surveys of as many people.
      simulated(survey, 200, 23),
    ],
    ["screen", ["--screen"], { test: "screen" }],
    ["at 0.01", ["--screen", "--level", "0.01"], { test: "screen", level: 0.01 }],
  ]) {
    test(`tests are the program's to the last digit: ${survey.survey}, ${name}`, async () => {
      const asked = ["test", planned, reports.file, ...words];
      const tables = options.tables ?? names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other]));
      const own = await analysis.countReports(plan, reports.ndjson, { tables });
      assert.deepEqual(await analysis.tests(plan, own.counts, options), document(...asked));
      assert.equal(await analysis.testsCsv(plan, own.counts, options), candor(...asked, "--format", "csv"));
    });
  }

  test(`waves are compared as the program compares them: ${survey.survey}`, async () => {
    const { ndjson: ofOthers, file: others } = simulated(survey, 2000, 11);
    const wave = await analysis.countReports(plan, ofOthers, { pairs: true });
    const options = { tables: [pair], test: "equality", other: { counts: wave.counts } };
    const asked = ["test", planned, file, "--tables", pair.join(), "--test", "equality", "--other-reports", others];
    assert.deepEqual(await analysis.tests(plan, counts, options), document(...asked));
  });
}

for (const [kind, survey] of Object.entries({ unlabelled: UNLABELLED, labelled: LABELLED }))
  test(`likelihood is the program's: ${kind}`, async () => {
    const { plan, planned, ndjson } = simulated(survey, 400);
    const tables = [plan.attributes.slice(0, 2).map(({ name }) => name)];
    const { counts } = await analysis.countReports(plan, ndjson, { tables });
    const found = await analysis.estimates(plan, counts, { tables, method: "likelihood" });
    const written = project.write("counts.json", JSON.stringify(counts));
    const named = ["--counts", written, "--method", "likelihood", "--tables", tables[0].join()];
    assert.deepEqual(found, document("estimate", planned, ...named));
  });

/** Reports of a survey with two plain columns, of which more come from the north than from other regions. */
function inRegions(survey, people) {
  const plain = [
    { name: "region", categories: ["north", "south", "west"] },
    { name: "sex", categories: ["f", "m"] },
  ];
  const planned = project.write(
    `${survey.survey}.regions.json`,
    candor("design", project.write("s.json", JSON.stringify({ ...survey, plain }))),
  );
  const plan = JSON.parse(readFileSync(planned, "utf8"));
  const rows = Array.from({ length: people }, (_, i) => [
    ...plan.attributes.map(({ categories }, place) => categories[(i * (place + 3)) % categories.length]),
    ["north", "north", "north", "south", "west"][i % 5],
    (i >> 3) % 3 === 0 ? "f" : "m",
  ]);
  const headings = [...plan.attributes, ...plain].map(({ name }) => name);
  const answers = project.write(`${survey.survey}.regions.csv`, [headings, ...rows, ""].join("\n"));
  const ndjson = candor("perturb", planned, "--answers", answers, "--seed", "5");
  return { plan, planned, ndjson, file: project.write(`${survey.survey}.regions.ndjson`, ndjson) };
}

const REGION = { north: 0.3, south: 0.5, west: 0.2 };
const SEX_BY_REGION = {
  "f,north": 150,
  "m,north": 160,
  "f,south": 250,
  "m,south": 240,
  "f,west": 99,
  "m,west": 101,
};

for (const survey of [LABELLED, UNLABELLED]) {
  const { plan, planned, ndjson, file } = inRegions(survey, 2000);
  const [one, other] = plan.attributes.map(({ name }) => name);
  for (const [name, margins, tables, more = {}] of [
    ["of a column", { region: REGION }, [[one], [other, one]]],
    ["best guesses", { region: REGION }, [[one], [other, one], [other, "region"]], { method: "loglinear" }],
    ["best guesses within groups", { region: REGION }, [[other, one]], { method: "loglinear", given: [one] }],
    ["raked to two columns", { sex: { m: 0.49, f: 0.51 }, region: REGION }, [[one]]],
    ["post-stratified", { "sex,region": SEX_BY_REGION }, [[one, other], [other]]],
    [
      "with a column of its own",
      { region: REGION },
      [[one, "region"], ["region", other], ["sex"], ["sex", other, one]],
    ],
    ["without margins", {}, [[one]]],
  ])
    test(`weighted estimates are the program's to the last digit: ${survey.survey}, ${name}`, async () => {
      const options = { margins, tables, confidence: 0.9, ...more };
      const { counts } = await analysis.countReports(plan, ndjson, {
        tables: await analysis.weightedTables(plan, options),
      });
      const written = project.write("margins.json", JSON.stringify(margins));
      const named = tables.map((table) => table.join());
      const words = Object.entries(more).flatMap(([option, value]) => [`--${option}`, value].flat());
      const to = ["--margins", written, "--confidence", "0.9", ...words];
      const asked = ["weigh", planned, file, "--tables", ...named, ...to];
      assert.deepEqual(await analysis.weighted(plan, counts, options), document(...asked));
      assert.equal(await analysis.weightedCsv(plan, counts, options), candor(...asked, "--format", "csv"));
    });

  test(`what cannot be weighted is refused with the program's code: ${survey.survey}`, async () => {
    const { counts } = await analysis.countReports(plan, ndjson, { pairs: true });
    const margins = { region: REGION };
    const of = (changed, options = {}) => analysis.weighted(plan, counts, { margins: changed, ...options });
    assert.equal(
      (await of(margins)).tables.length,
      plan.attributes.length + 2,
      "every question and column, from pairs",
    );
    for (const [code, wrong] of [
      ["unknown-column", { [one]: { 0: 0.5, 1: 0.5 } }],
      ["unknown-column", { nowhere: REGION }],
      ["invalid-weights", { region: { ...REGION, west: 0.3 } }],
      ["invalid-weights", { region: { ...REGION, west: 0 } }],
      ["invalid-weights", { region: { north: 0.5, south: 0.5 } }],
      ["invalid-weights", { region: { ...REGION, west: 0.1, east: 0.1 } }],
      ["invalid-weights", { region: [0.5, 0.5] }],
      ["invalid-weights", { region: { north: "many" } }],
      ["invalid-counts", { "sex,region": SEX_BY_REGION }],
    ])
      await assert.rejects(of(wrong), { name: "CandorError", code }, JSON.stringify(wrong));
    const none = { ...counts, n: 0, tables: [] };
    await assert.rejects(analysis.weighted(plan, none, { margins }), { name: "CandorError", code: "invalid-counts" });
    await assert.rejects(of(margins, { confidence: 1 }), { code: "invalid-confidence" });
    await assert.rejects(of(margins, { tables: [["nobody"]] }), { code: "unknown-attribute" });
    await assert.rejects(of(margins, { method: "hybrid" }), { code: "unknown-method" });
    for (const options of [undefined, {}, { margins: "region" }, { margins, weight: "w" }])
      await assert.rejects(analysis.weighted(plan, counts, options), { code: "invalid-options" });
  });
}

test("reports, counts and hypotheses that are none are refused, and the module goes on", async () => {
  const { plan, ndjson, csv } = simulated(UNLABELLED, 50);
  const { counts } = await analysis.countReports(plan, ndjson);
  const [line] = ndjson.split("\n", 1);
  const { id } = JSON.parse(line);
  const name = plan.attributes[0].name;
  for (const [code, source] of [
    ["invalid-report", '{"no": "report"}\n'],
    ["invalid-report", `${line}\n{"pl`],
    ["invalid-report", Uint8Array.of(123, 255, 254)],
    ["invalid-csv", `${csv.split("\n", 1)[0]}\n1\n`],
    ["unknown-column", "what,is,this\n1,2,3\n"],
    ["unknown-category", csv.replace(/(?<=\n)[^,]+/, "seven")],
    ["id-conflict", ndjson.replaceAll(/"id":"[^"]+"/g, `"id":"${id}"`)],
    ["category-out-of-range", line.replace(/"perturbed":\[\d/, '"perturbed":[9')],
  ]) {
    await assert.rejects(
      analysis.countReports(plan, source),
      (error) => error instanceof CandorError && error.code === code,
      code,
    );
  }
  for (const tables of [[["nobody"]], [[name, name]]])
    await assert.rejects(analysis.countReports(plan, ndjson, { tables }), { name: "CandorError" });
  for (const options of [{ tables: "smoker" }, { pairs: 1 }, { progress: 7 }, { table: [] }])
    await assert.rejects(analysis.countReports(plan, ndjson, options), { code: "invalid-options" });
  await assert.rejects(analysis.estimates(project.design(HEALTH), counts), { code: "plan-mismatch" });
  await assert.rejects(analysis.estimates(plan, { ...counts, n: 7 }), { code: "invalid-counts" });
  await assert.rejects(analysis.estimates(plan, counts, { tables: [["of 2", "also of 2"]] }), {
    code: "invalid-counts",
  });
  await assert.rejects(analysis.estimates(plan, counts, { method: "guess" }), { name: "CandorError" });
  await assert.rejects(analysis.estimates(plan, counts, { population: 0.5 }), { code: "invalid-options" });
  await assert.rejects(analysis.tests(plan, counts, { tables: [[name]], test: "guess" }), {
    code: "invalid-hypothesis",
  });
  await assert.rejects(analysis.tests(plan, counts, { tables: [[name]], statistic: "wald" }), {
    code: "invalid-hypothesis",
  });
  await assert.rejects(analysis.tests(plan, counts, { tables: [[name]], level: 2 }), { code: "invalid-confidence" });
  await assert.rejects(analysis.tests(plan, counts, { tables: [[name]], test: "equality", other: 7 }), {
    code: "invalid-options",
  });
  assert.equal((await analysis.countReports(plan, ndjson)).counts.n, 50);
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

test("the README says how large they are, within a twentieth", () => {
  const readme = readFileSync(project.path("node_modules/candor/README.md"), "utf8");
  for (const [name, most] of Object.entries({ analysis: 546_500, design: 574_800 })) {
    const size = gzipSync(readFileSync(project.path(`node_modules/candor/dist/${name}.js`)), { level: 9 }).length;
    const said = new RegExp(`\`candor/${name}\` is about (\\d+) KB gzipped`).exec(readme)[1];
    assert.ok(Math.abs(size / 1000 / said - 1) < 0.05 && size < most, `${name}: ${size} bytes`);
  }
});

test("the published linear program, there to compare with, is the command line's alone", async () => {
  await assert.rejects(designs.design(HEALTH, { method: "linear-program" }), (error) => {
    assert.equal(error.code, "unknown-method");
    assert.match(error.message, /linear-program.*optimal/);
    return true;
  });
});

test("the respondent's file holds nothing of them", () => {
  const [index, ...own] = ["index", "analysis", "design"].map((name) =>
    readFileSync(project.path(`node_modules/candor/dist/${name}.js`)),
  );
  assert.ok(!index.includes("single-change") && own.every((file) => file.length > 3 * index.length));
});

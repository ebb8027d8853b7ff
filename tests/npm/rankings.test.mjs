/**
 * Rankings: how items are put in order, what is refused, and what a report tells of all items together; and their estimates by
 * `candor/analysis`, which are the program's.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { candor } from "../program.mjs";
import { Project } from "./installed.mjs";
import { fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");
const { answersOf, applicable, ticking } = await project.import("form");
const { shown } = await project.import("order");
const { countReports, rankings, rankingsCsv, rankingTables } = await project.import("analysis");

/** A law under which every answer leaves alone, and as it was given but with a chance of `uniform` out of 2^64. */
function alone(attributes, uniform) {
  const blocks = attributes.map((_, unit) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: String(2n ** 64n - uniform) }],
    uniform: String(uniform),
    units: [unit],
  }));
  return [{ blocks, weight: String(2n ** 64n) }];
}

function planOf(attributes, compounds, uniform = 1n) {
  const privacy = { attributes: attributes.map(({ name }) => ({ attribute: 999, column: 99, name })), record: 9999 };
  const forms = alone(attributes, uniform);
  const plan = { attributes, candor: 1, compounds, forms, method: "rr", privacy, survey: "rankings" };
  return fingerprinted(JSON.parse(JSON.stringify(plan)));
}

const options = { maxRecordEpsilon: 9999, storage: "memory" };
const item = (name, categories, more = {}) => ({
  categories,
  name,
  question: name.split(".")[1].toUpperCase(),
  ...more,
});
const THREE = ["1", "2", "3", "not ranked"];
const WHEN_ASKED = { asked_if: [{ attribute: 0, categories: [1] }], optional: true };

/** A question, three of four items in order, all of two items where the first is answered with yes, and what hangs on an item. */
const ATTRIBUTES = [
  { categories: ["no", "yes"], name: "works" },
  ...["pay", "hours", "safety", "training"].map((value) => item(`first.${value}`, THREE)),
  ...["boss", "peers"].map((value) => item(`help.${value}`, ["1", "2", "no answer", "not asked"], WHEN_ASKED)),
  { asked_if: [{ attribute: 1, categories: [0] }], categories: ["more", "fair", "not asked"], name: "pay" },
];
const COMPOUNDS = [
  { attributes: [1, 2, 3, 4], kind: "ranking", name: "first", order: "random", question: "What first?" },
  { attributes: [5, 6], kind: "ranking", name: "help" },
];
// Under this law answers are changed once in 2^64 times.
const plan = await loadPlan(planOf(ATTRIBUTES, COMPOUNDS), options);
const leaving = (answers) => plan.perturb(answers).perturbed.join("");

function refusal(answers) {
  try {
    plan.perturb(answers);
  } catch ({ code, message, attribute }) {
    return { code, message, attribute };
  }
}

test("a plan says what its attributes are items of, and how many places there are", () => {
  const [first, help] = plan.compounds;
  assert.deepEqual(first, {
    kind: "ranking",
    name: "first",
    question: "What first?",
    order: "random",
    attributes: ["first.pay", "first.hours", "first.safety", "first.training"],
    places: 3,
  });
  assert.deepEqual([help.places, help.question, help.order], [2, undefined, undefined]);
  assert.deepEqual(
    plan.attributes.map(({ compound }) => compound),
    [undefined, first, first, first, first, help, help, undefined],
  );
  assert.ok(Object.isFrozen(first) && Object.isFrozen(first.attributes));
});

test("items are answered together, in their order, by as many as there are places", () => {
  assert.equal(leaving({ works: "no", first: ["safety", "hours", "training"] }), "03102332");
  assert.equal(leaving({ works: "no", first: ["hours", "training", "safety"] }), "03021332");
  assert.equal(leaving({ works: "no", first: ["pay", "hours", "safety"], pay: "fair" }), "00123331");
  assert.equal(leaving({ works: "yes", first: ["safety", "hours", "training"], help: ["peers", "boss"] }), "13102102");
  assert.equal(leaving({ works: "yes", first: ["safety", "hours", "training"], help: null }), "13102222");
  assert.equal(leaving({ works: "yes", first: ["safety", "hours", "training"] }), "13102222");
});

test("another number of items than there are places breaks the rule, with one message", () => {
  const broken = refusal({ works: "no", first: [] });
  assert.deepEqual(broken, {
    code: "invalid-choices",
    message: 'the choices of "first" break its rule: 3 of them in order',
    attribute: "first",
  });
  for (const first of [["hours"], ["hours", "safety"], ["hours", "safety", "training", "pay"]])
    assert.deepEqual(refusal({ works: "no", first }), broken);
  const both = { works: "yes", first: ["hours", "safety", "training"] };
  for (const help of [[], ["boss"]]) {
    const { code, attribute } = refusal({ ...both, help });
    assert.deepEqual([code, attribute], ["invalid-choices", "help"]);
  }
});

test("what is no list of items is refused without saying what it was", () => {
  const secret = "917263";
  for (const first of [
    "pay",
    917263,
    { pay: 1 },
    [secret, "pay", "hours"],
    ["pay", "pay", "hours"],
    ["pay", null, "hours"],
  ]) {
    const { code, message, attribute } = refusal({ works: "no", first });
    assert.deepEqual([code, attribute], ["unknown-category", "first"]);
    assert.ok(!message.includes(secret));
  }
  assert.equal(refusal({ works: "no", first: ["pay", "hours", "safety"], "first.pay": "1" }).code, "unknown-attribute");
});

test("a ranking without an answer is refused like any question", () => {
  assert.equal(refusal({ works: "no" }).code, "missing-answer");
  const answered = { first: ["hours", "safety", "training"] };
  const unasked = refusal({ works: "no", ...answered, help: ["boss", "peers"] });
  assert.deepEqual([unasked.code, unasked.attribute], ["invalid-follow-up", "help"]);
  assert.equal(refusal({ works: "no", first: ["pay", "hours", "safety"] }).attribute, "pay");
});

test("a place that is given leads to follow-ups before all places are", () => {
  const applies = (answers) => plan.applicable(answers).some(({ name }) => name === "pay");
  assert.ok(applies({ first: ["pay"] }));
  assert.ok(applies({ first: ["pay", "hours", "safety", "training"] }), "one too many");
  assert.ok(!applies({ first: ["hours", "pay"] }));
  assert.ok(!applies({ first: [] }));
  assert.ok(!applies({ first: ["pay", "nothing"] }), "no list of items");
});

test("ε of an item covers all items and what depends on them", () => {
  const promise = Object.fromEntries(plan.promises.attributes.map((own) => [own.name, own]));
  assert.deepEqual(promise["first.pay"].with, ["first.hours", "first.safety", "first.training", "pay"]);
  assert.deepEqual(promise["first.training"].with, ["first.pay", "first.hours", "first.safety", "pay"]);
  assert.deepEqual(promise["help.boss"].with, ["help.peers"]);
  assert.deepEqual(promise.works.with, ["help.boss", "help.peers"]);
});

test("in words, a promise about a ranking is of all its items together", () => {
  const said = sentences(plan).attributes;
  assert.deepEqual(
    said.map(({ name }) => name),
    ["works", "first", "help", "pay"],
  );
  assert.match(said[1].sentence, /^“What first\?”, with all its choices and the questions that depend on them: /);
  assert.match(said[2].sentence, /^“help”, with all its choices: /);
});

test("a form's entries of one name are the items in their order", () => {
  const entries = new URLSearchParams("works=no&first=safety&first=pay&first=hours");
  const asked = applicable(plan, plan.attributes, entries);
  const answers = { works: "no", first: ["safety", "pay", "hours"] };
  assert.deepEqual(answersOf(asked, entries), answers);
  const items = plan.attributes.slice(1, 5);
  assert.deepEqual(answersOf(items, { first: ["safety", "", "pay"] }), { first: ["safety", "pay"] });
  for (const nothing of [[], "", ["", "", ""], null])
    assert.deepEqual(answersOf(items, { first: nothing }), { first: null });
  assert.throws(() => answersOf(items, { first: [1] }), { code: "invalid-answers", attribute: "first" });
});

test("an item that is ticked comes last, and no answer excludes all items", () => {
  const [first] = plan.compounds;
  assert.deepEqual(ticking(first, ["pay", "hours"], "safety"), ["pay", "hours", "safety"]);
  assert.deepEqual(ticking(first, ["pay", "hours"], "pay"), ["hours", "pay"]);
  assert.deepEqual(ticking(first, ["pay", "hours"], ""), [""]);
  assert.deepEqual(ticking(first, [""], "hours"), ["hours"]);
});

test("a device may show items in an order of its own", async () => {
  const met = new Set();
  for (let draws = 0; draws < 400; draws += 1) {
    await plan.forget();
    const names = (await shown(plan)).map(({ attribute }) => attribute.name);
    assert.deepEqual([names[0], ...names.slice(5)], ["works", "help.boss", "help.peers", "pay"]);
    met.add(names.slice(1, 5).join());
  }
  // 24 orders are all met but with a probability below 24 (23/24)^400 < 1e-6.
  assert.equal(met.size, 24);
});

const changed = (categories, more = {}) =>
  planOf(
    ATTRIBUTES.map((own, i) => (i > 0 && i < 5 ? { ...own, categories } : own)),
    COMPOUNDS.with(0, { ...COMPOUNDS[0], ...more }),
  );

test("all items may have a place, or all but one", async () => {
  for (const [categories, places] of [
    [["1", "2", "3", "4"], 4],
    [["1", "2", "not ranked"], 2],
  ])
    assert.equal((await loadPlan(changed(categories), options)).compounds[0].places, places);
});

const BROKEN = {
  "one place": changed(["1", "not ranked"]),
  "no places": changed(["not ranked", "ranked"]),
  "more places than items": changed(["1", "2", "3", "4", "5"]),
  "places for all and more": changed(["1", "2", "3", "4", "not ranked"]),
  "places for some and no more": changed(["1", "2", "3"]),
  "places in another order": changed(["2", "1", "3", "not ranked"]),
  "places that are written otherwise": changed(["1", "2", "03", "not ranked"]),
  "places that are not whole": changed(["1", "1.5", "2", "not ranked"]),
  "the rest before the places": changed(["not ranked", "1", "2", "3"]),
  "places with labels": changed([{ label: "first", value: "1" }, "2", "3", "not ranked"]),
  "a rest in a role": changed(["1", "2", "3", { role: "refused", value: "not ranked" }]),
  choices: changed(["no", "yes"]),
  "a least number": changed(THREE, { at_least: 3 }),
  "a largest number": changed(THREE, { at_most: 3 }),
  "items that exclude others": changed(THREE, { excluding: [4] }),
  "items with different places": planOf(ATTRIBUTES.with(2, item("first.hours", ["1", "2", "not ranked"])), COMPOUNDS),
  "items some of which are optional": planOf(
    ATTRIBUTES.with(2, item("first.hours", [...THREE, "no answer"], { optional: true })),
    COMPOUNDS,
  ),
};
for (const [defect, document] of Object.entries(BROKEN))
  test(`a ranking is refused: ${defect}`, async () => {
    await assert.rejects(loadPlan(document, options), { code: "invalid-compound" });
  });

test("a device that draws what it is asked cannot be asked some of the items of a ranking", async () => {
  const own = ATTRIBUTES.slice(1, 5);
  const forms = own.map((_, unit) => ({
    ...alone([0], 1n)[0],
    units: [{ attributes: [unit], subset_size: 1 }],
    weight: String(2n ** 62n),
  }));
  const compound = { attributes: [0, 1, 2, 3], kind: "ranking", name: "first" };
  const asking = fingerprinted({ ...planOf(own, [compound]), ask: "drawn", forms });
  await assert.rejects(loadPlan(asking, options), { code: "invalid-plan" });
});

/** Two of three items in order, what is asked where the first is put first, two items of which nobody has to rank any, and groups. */
const SURVEY = {
  attributes: [
    { name: "sex", categories: ["f", "m", "d"] },
    { name: "first", rank: ["pay", "hours", "safety"], places: 2 },
    { name: "raise", categories: ["some", "much"], asked_if: { "first.pay": ["1"] } },
    { name: "help", rank: ["boss", "peers"], optional: true },
  ],
  plain: [{ name: "region", categories: ["north", "south"] }],
};
const MARGINS = { region: { north: 0.5, south: 0.5 } };
const ORDERS = ["1,2,not ranked", "2,1,not ranked", "not ranked,1,2", "1,not ranked,2"];

/** Reports of 900 people, whose answers a counter chooses. */
function reported(method) {
  const survey = { ...SURVEY, survey: `ranked-${method}`, privacy: { record_epsilon: 6, method } };
  const plan = project.design(survey);
  const planned = project.path(`${survey.survey}.plan.json`);
  const people = Array.from({ length: 900 }, (_, i) => {
    const order = ORDERS[(i >> 1) % 5 ? i % 3 : 3];
    const raise = order.startsWith("1") ? ["some", "much"][i % 2] : "";
    const region = i % 3 === 0 ? "south" : "north";
    return [["f", "m"][i % 2], order, raise, ["1,2", "2,1", ","][(i >> 2) % 3], region].join();
  });
  const names = [...plan.attributes, ...plan.plain].map(({ name }) => name).join();
  const answers = project.write(`ranked-${method}.csv`, [names, ...people, ""].join("\n"));
  const reports = candor("perturb", planned, "--answers", answers, "--seed", "3");
  return { plan, planned, reports, file: project.write(`ranked-${method}.ndjson`, reports) };
}

for (const method of ["labelled", "analysis"]) {
  const { plan, planned, reports, file } = reported(method);

  for (const [name, words, options] of [
    ["all", [], {}],
    ["by sex", ["--by", "sex"], { by: "sex" }],
    ["one at 90 %", ["--of", "help", "--confidence", "0.9"], { of: ["help"], confidence: 0.9 }],
    ["by what is asked after an item", ["--of", "first", "--by", "raise"], { of: ["first"], by: "raise" }],
  ])
    test(`rankings are the program's to the last digit: ${method}, ${name}`, async () => {
      const tables = await rankingTables(plan, options);
      const { counts } = await countReports(plan, reports, { tables });
      const asked = ["rankings", planned, file, ...words];
      const found = await rankings(plan, counts, options);
      assert.deepEqual(found, JSON.parse(candor(...asked, "--format", "json")));
      assert.equal(await rankingsCsv(plan, counts, options), candor(...asked, "--format", "csv"));
      assert.ok(found.rankings.every(({ items }) => items.every(({ mean_rank: of }) => of.lower <= of.upper)));
    });

  for (const by of [undefined, "sex"])
    test(`weighted rankings are the program's to the last digit: ${method}, by ${by ?? "none"}`, async () => {
      const options = { margins: MARGINS, ...(by === undefined ? {} : { by }) };
      const tables = await rankingTables(plan, options);
      assert.ok(tables.every((table) => table.includes("region")));
      const { counts } = await countReports(plan, reports, { tables });
      const margins = project.write("margins.json", JSON.stringify(MARGINS));
      const asked = ["rankings", planned, file, "--margins", margins, ...(by === undefined ? [] : ["--by", by])];
      const found = await rankings(plan, counts, options);
      assert.deepEqual(found, JSON.parse(candor(...asked, "--format", "json")));
      assert.ok(found.rankings.every(({ n, effective }) => n === 900 && effective === 800));
      assert.equal(await rankingsCsv(plan, counts, options), candor(...asked, "--format", "csv"));
    });

  test(`rankings of tables without what hangs on them have larger errors: ${method}`, async () => {
    const tables = await rankingTables(plan);
    const [linked, pairs] = await Promise.all(
      [{ tables }, { pairs: true }].map((wanted) => countReports(plan, reports, wanted)),
    );
    const plain = { ...pairs.counts, tables: pairs.counts.tables.filter(({ asked }) => asked === undefined) };
    assert.ok(plain.tables.length < pairs.counts.tables.length);
    const counted = project.write(`ranked-${method}.counts.json`, JSON.stringify(plain));
    const alone = await rankings(plan, plain);
    assert.deepEqual(alone, JSON.parse(candor("rankings", planned, "--counts", counted, "--format", "json")));
    const error = ({ rankings: [first] }) => first.items[0].mean_rank.standard_error;
    assert.ok(1.05 * error(await rankings(plan, linked.counts)) < error(alone));
  });

  test(`rankings that are none are refused with the program's code: ${method}`, async () => {
    const { counts } = await countReports(plan, reports);
    for (const [code, options] of [
      ["unknown-attribute", { of: ["sex"] }],
      ["invalid-hypothesis", { by: "first.pay" }],
      ["unknown-attribute", { by: "nobody" }],
      ["invalid-confidence", { confidence: 1 }],
      ["invalid-options", { of: "first" }],
      ["invalid-options", { quantiles: [0.5] }],
    ]) {
      await assert.rejects(rankingTables(plan, options), { name: "CandorError", code });
      await assert.rejects(rankings(plan, counts, options), { name: "CandorError", code });
    }
    await assert.rejects(rankings(plan, counts), { code: "invalid-counts" });
  });
}

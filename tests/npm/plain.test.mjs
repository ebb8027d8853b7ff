/** Plain columns: the plan declares them, the page fills them in, people are told of them, and the program reads them. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { candor } from "../program.mjs";
import { Project } from "./installed.mjs";
import { Shelf } from "./shelf.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");

const SURVEY = {
  survey: "strata",
  attributes: [
    { name: "smoker", categories: ["no", "yes"] },
    { name: "age", bins: [18, 30, 60, null] },
  ],
  plain: [
    { name: "region", question: "Where do you live?", categories: ["north", { value: "south", label: "The south" }] },
    { name: "arm", categories: ["x", "y", "z"] },
  ],
  privacy: { record_epsilon: 2, method: "labelled" },
};
const ANSWERS = { smoker: "yes", age: 27 };
const PLAIN = { region: "south", arm: "z" };
const document = project.design(SURVEY);
const load = (storage) => loadPlan(document, { storage, language: "en" });

test("the plan says what leaves in clear", async () => {
  const plan = await load(new Shelf());
  assert.deepEqual(
    plan.plain.map(({ name, question, categories }) => [name, question, categories.map(({ label }) => label)]),
    [
      ["region", "Where do you live?", ["north", "The south"]],
      ["arm", undefined, ["x", "y", "z"]],
    ],
  );
  assert.deepEqual(plan.promises.plain, ["region", "arm"]);
  for (const language of ["ar", "de", "en", "es", "fr", "ja"]) {
    const { plain } = sentences(plan, language);
    assert.ok(plain.includes("Where do you live?") && plain.includes("arm"), plain);
  }
  const { plain: _, ...bare } = SURVEY;
  const without = await loadPlan(project.design({ ...bare, survey: "bare" }), { storage: new Shelf() });
  assert.deepEqual([without.plain, without.promises.plain, "plain" in sentences(without, "en")], [[], [], false]);
  assert.equal("plain" in (await without.respond(ANSWERS)), false);
});

test("a report carries the values as they are, and stays the same whatever is given later", async () => {
  const shelf = new Shelf();
  const plan = await load(shelf);
  const report = await plan.respond(ANSWERS, { plain: PLAIN });
  assert.deepEqual([report.plain, report.fromTheseAnswers], [[1, 2], true]);
  assert.deepEqual(plan.told(report).plain, [
    { name: "region", value: "south" },
    { name: "arm", value: "z" },
  ]);
  const elsewhere = await plan.respond(ANSWERS, { plain: { region: "north", arm: "z" } });
  assert.deepEqual([elsewhere, elsewhere.fromTheseAnswers], [report, false]);
  const { report: kept } = await (await load(shelf)).kept();
  assert.deepEqual({ ...kept }, { ...report });
});

test("what is not declared, or missing, is refused before anything is drawn", async () => {
  const shelf = new Shelf();
  const plan = await load(shelf);
  for (const [plain, code, attribute] of [
    [undefined, "missing-answer", "region"],
    [{ region: "south" }, "missing-answer", "arm"],
    [{ ...PLAIN, arm: "w" }, "unknown-category", "arm"],
    [{ ...PLAIN, arm: "__proto__" }, "unknown-category", "arm"],
    [{ ...PLAIN, street: "3" }, "unknown-attribute", "street"],
    [Object.create(PLAIN), "invalid-options", undefined],
    [["south", "z"], "invalid-options", undefined],
  ]) {
    const options = plain === undefined ? {} : { plain };
    await assert.rejects(plan.respond(ANSWERS, options), { code, ...(attribute && { attribute }) });
    const submitting = plan.submit(ANSWERS, { ...options, endpoint: "http://localhost:1/", retries: 0 });
    await assert.rejects(submitting, { code });
  }
  assert.deepEqual(shelf.kept("report"), []);
});

test("requests have one size, whatever is carried, and what is sent is what was kept", async () => {
  const bodies = [];
  const fetch = async (_, { body }) => {
    bodies.push(new TextDecoder().decode(body));
    return Response.json({ accepted: 1, repeated: 0 }, { status: 201 });
  };
  for (const plain of [PLAIN, { region: "north", arm: "x" }]) {
    const plan = await load(new Shelf());
    await plan.submit(ANSWERS, { endpoint: "https://collector.example/reports", fetch, plain });
    assert.deepEqual(
      JSON.parse(bodies.at(-1)).plain,
      Object.values(plan.told(await plan.respond(ANSWERS, { plain })).plain).map(({ name, value }) =>
        plan.plain.find((column) => column.name === name).categories.findIndex((category) => category.value === value),
      ),
    );
  }
  assert.equal(new Set(bodies.map(({ length }) => length)).size, 1);
});

test("a report that says more or less in clear than its plan is none", async () => {
  const plan = await load(new Shelf());
  const report = plan.perturb(ANSWERS, undefined, { plain: PLAIN });
  for (const [plain, code] of [
    [undefined, "invalid-report"],
    [[1], "invalid-report"],
    [[1, 2, 0], "invalid-report"],
    [[2, 0], "category-out-of-range"],
    [[0.5, 0], "category-out-of-range"],
  ])
    assert.throws(() => plan.told({ ...report, plain }), { code });
});

test("the program reads what the package wrote", async () => {
  const plan = await load(new Shelf());
  const lines = Array.from({ length: 300 }, (_, i) =>
    JSON.stringify(plan.perturb(ANSWERS, undefined, { plain: { region: i % 3 ? "south" : "north", arm: "y" } })),
  );
  writeFileSync(project.path("r.ndjson"), lines.join("\n"));
  const words = ["estimate", project.path("strata.plan.json"), project.path("r.ndjson"), "--tables", "region,arm"];
  const { tables } = JSON.parse(candor(...words, "--format", "json"));
  const shares = Object.fromEntries(tables[0].cells.map(({ categories, estimate }) => [categories.join(), estimate]));
  assert.ok(Math.abs(shares["north,y"] - 1 / 3) < 1e-9 && Math.abs(shares["south,y"] - 2 / 3) < 1e-9);
});

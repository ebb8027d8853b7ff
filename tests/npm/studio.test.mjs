/** What the studio needs from `candor/design`: mistakes by question, simulated people, labels, progress. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { candor } from "../program.mjs";
import { HEALTH, Project } from "./installed.mjs";

const project = new Project();
after(() => project.remove());
const designs = await import(pathToFileURL(project.path("node_modules/candor/dist/design.js")));

const question = (name, categories = ["no", "yes"]) => ({ name, categories });
const survey = (...attributes) => ({ survey: "s", attributes, privacy: { record_epsilon: 2 } });

test("every question with a fault is named, with the code of the program", async () => {
  const faulty = survey(
    question("a"),
    question("b", ["x", "x"]),
    question("a"),
    question("c", ["only"]),
    { name: "d", bins: [30, 18] },
    question("e"),
  );
  const found = await designs.faults(faulty);
  assert.deepEqual(
    found.map(({ attribute, code }) => [attribute, code]),
    [
      [1, "duplicate-category"],
      [2, "duplicate-attribute"],
      [3, "too-few-categories"],
      [4, "invalid-bins"],
    ],
  );
  assert.match(found[0].message, /"x"/);
});

test("what is wrong with the rest is told once the questions are sound", async () => {
  assert.deepEqual(await designs.faults(survey(question("a"), question("b"))), []);
  const [fault, ...others] = await designs.faults({ ...survey(question("a")), respondents: 0 });
  assert.deepEqual([fault.attribute, fault.code, others], [undefined, "invalid-survey", []]);
  const unknown = { ...survey(question("a")), tables: [["b"]] };
  assert.equal((await designs.faults(unknown))[0].code, "unknown-attribute");
  assert.equal((await designs.faults({ ...survey(), survey: "s" }))[0].code, "no-attributes");
  await assert.rejects(designs.faults({ attributes: 7 }), { code: "invalid-survey" });
});

test("a survey whose devices draw their questions is designed as the program designs it", async () => {
  const drawn = { ...survey(question("a"), question("b"), question("c")), ask: "drawn" };
  const file = project.write("drawn.json", JSON.stringify(drawn));
  const { plan } = await designs.design(drawn);
  assert.equal(JSON.stringify(plan), candor("design", file).trimEnd());
  assert.equal(plan.ask, "drawn");
  await designs.label(plan);
  await assert.rejects(designs.design({ ...drawn, ask: "drown" }), { code: "invalid-survey", message: /drown/ });
});

test("a search tells how far it is, and what listens may throw", async () => {
  const steps = [];
  const asked = survey(question("a", ["1", "2", "3"]), question("b"), question("c", ["1", "2", "3", "4"]));
  const { plan } = await designs.design(asked, {
    progress: (step) => {
      steps.push(step);
      throw new Error("a fault of the listener");
    },
  });
  assert.ok(steps.length > 1 && steps.every(({ forms, gap }) => forms > 0 && gap >= 0));
  assert.deepEqual(plan, (await designs.design(asked)).plan);
});

const PEOPLE = 20_000;

test("simulated people answer as they are said to, and are estimated near it", async () => {
  const { plan } = await designs.design(survey(question("a"), question("b", ["1", "2", "3"])));
  const truth = [
    [80, 20],
    [1, 0, 1],
  ];
  const asked = { people: PEOPLE, truth, together: 0, tables: [["a"], ["b"], ["a", "b"]] };
  const [a, b, both] = await designs.simulate(plan, asked);
  // Five standard errors of 20,000 draws, which are exceeded once in 1.7 million times.
  const near = (share, expected) => assert.ok(Math.abs(share - expected) < (5 * 0.5) / Math.sqrt(PEOPLE), `${share}`);
  near(a.truth[1], 0.2);
  near(b.truth[0], 0.5);
  assert.equal(b.truth[1], 0);
  near(both.truth[0], 0.4);
  for (const { truth, cells } of [a, b, both])
    for (const [i, { estimate, standardError }] of cells.entries())
      assert.ok(Math.abs(estimate - truth[i]) < 6 * standardError, `${estimate} of ${truth[i]}`);
});

test("answers that go together do", async () => {
  const { plan } = await designs.design(survey(question("a"), question("b")));
  const asked = {
    people: 1000,
    truth: [
      [1, 1],
      [1, 1],
    ],
    together: 1,
    tables: [["a", "b"]],
  };
  const [{ truth }] = await designs.simulate(plan, asked);
  assert.deepEqual([truth[1], truth[2]], [0, 0]);
});

test("simulated people answer follow-ups where they are asked", async () => {
  const followUp = { ...question("b", ["x", "y"]), asked_if: { a: ["yes"] } };
  const { plan } = await designs.design({ ...survey(question("a"), followUp), survey: "follow-ups" });
  const truth = [
    [60, 40],
    // How many are not asked follows from the other answers.
    [1, 3, 1000],
  ];
  const asked = { people: PEOPLE, truth, together: 0, tables: [["b"], ["a", "b"]] };
  const [b, both] = await designs.simulate(plan, asked);
  const near = (share, expected) => assert.ok(Math.abs(share - expected) < (5 * 0.5) / Math.sqrt(PEOPLE), `${share}`);
  near(b.truth[0], 0.1);
  near(b.truth[1], 0.3);
  near(b.truth[2], 0.6);
  assert.deepEqual([both.truth[0], both.truth[1], both.truth[5]], [0, 0, 0], "cells that nobody can be in");
  for (const { truth, cells } of [b, both])
    for (const [i, { estimate, standardError }] of cells.entries())
      assert.ok(Math.abs(estimate - truth[i]) <= 6 * standardError, `${estimate} of ${truth[i]}`);
  const nobody = {
    ...asked,
    truth: [
      [1, 1],
      [0, 0, 5],
    ],
  };
  await assert.rejects(designs.simulate(plan, nobody), { code: "invalid-counts" });
});

for (const [what, change] of [
  ["the truth of too few questions", { truth: [[1, 1]] }],
  ["the truth of too few answers", { truth: [[1], [1, 1]] }],
  [
    "a truth of nobody",
    {
      truth: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
  [
    "a truth below nothing",
    {
      truth: [
        [-1, 2],
        [1, 1],
      ],
    },
  ],
  ["half a person", { people: 0.5 }],
  ["a share above one", { together: 1.5 }],
  ["a share that is no number", { together: Number.NaN }],
  ["an option that is unknown", { peeple: 1 }],
]) {
  test(`a simulation is refused for ${what}`, async () => {
    const { plan } = await designs.design(survey(question("a"), question("b")));
    const asked = {
      people: 10,
      truth: [
        [1, 1],
        [1, 1],
      ],
      together: 0,
      tables: [["a"]],
      ...change,
    };
    await assert.rejects(designs.simulate(plan, asked), { name: "CandorError", code: "invalid-counts" });
  });
}

test("a label is what the program writes", async () => {
  const plan = project.path("labelled.plan.json");
  candor("design", project.write("labelled.json", JSON.stringify(HEALTH)), "-o", plan);
  const { plan: document } = await designs.design(HEALTH);
  const { html, json } = await designs.label(document, { page: "P & Q", collector: "" });
  assert.equal(html, candor("label", plan, "--page", "P & Q"));
  assert.equal(json, candor("label", plan, "--page", "P & Q", "--format", "json"));
  assert.equal(await designs.annex(document, { page: "P & Q" }), candor("label", plan, "--annex", "--page", "P & Q"));
  const publication = { purpose: 'To "plan"', region: "Österreich", published: "2028-02-29", author: "A. Author" };
  const options = Object.entries(publication).flatMap(([name, said]) => [`--${name}`, said]);
  const entry = await designs.registryEntry(document, { collector: "C", step: 200 }, publication);
  assert.equal(entry, candor("label", plan, "--registry", "--collector", "C", "--step", "200", ...options));
  for (const [change, code] of [
    [{ published: "2027-02-29" }, "invalid-day"],
    [{ region: " " }, "invalid-name"],
    [{ author: 7 }, "invalid-options"],
  ])
    await assert.rejects(designs.registryEntry(document, {}, { ...publication, ...change }), { code });
  const { author: _, ...anonymous } = publication;
  await assert.rejects(designs.registryEntry(document, {}, anonymous), { code: "invalid-options" });
  await assert.rejects(designs.label(document, { pages: "P" }), { code: "invalid-name" });
  await assert.rejects(designs.label({ ...document, method: "other" }), { code: "fingerprint-mismatch" });
});

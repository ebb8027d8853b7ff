/** Texts, sections, scores and orders of plans: what the package says of them, what it refuses, and the order that a device draws. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Project } from "./installed.mjs";
import { fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { shown } = await project.import("order");

const OPTIONS = { maxRecordEpsilon: 9999, storage: "memory" };
const refused = { role: "refused", value: "refused" };
const choice = (name) => ({ categories: ["no", "yes"], name });
const row = (name) => ({ categories: ["1", "2", "3"], name });
const ATTRIBUTES = [
  choice("first"),
  { categories: ["a", "b", "c", "d", refused, "no answer"], name: "party", optional: true, order: "random" },
  ...["how.a", "how.b", "how.none"].map(choice),
  ...["climate.a", "climate.b", "climate.c"].map(row),
  { bins: [0, 1, null], categories: ["[0,1)", "≥1"], name: "number" },
  { asked_if: [{ attribute: 0, categories: [1] }], categories: ["here", "there", "not asked"], name: "where" },
];
const COMPOUNDS = [
  { attributes: [2, 3, 4], excluding: [4], kind: "choices", name: "how", order: "random" },
  { attributes: [5, 6, 7], kind: "rows", name: "climate", order: "random" },
];
const said = (en, de) => ({ de, en });
const PRESENTED = {
  compounds: COMPOUNDS,
  scores: [{ attributes: [5, 6, 7], codes: [1, 2, 3], name: "climate-score", reversed: [6] }],
  sections: [
    { attribute: 1, order: "random", title: said("Habits", "Gewohnheiten") },
    { attribute: 8, text: said("At last", "Zuletzt") },
  ],
  texts: { consent: said("I agree", "Ich stimme zu"), thanks: "!", welcome: said("Welcome", "Willkommen") },
};

function planOf(more = {}, attributes = ATTRIBUTES) {
  const blocks = attributes.map((_, unit) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: String(2n ** 63n) }],
    uniform: String(2n ** 63n),
    units: [unit],
  }));
  const privacy = { attributes: attributes.map(({ name }) => ({ attribute: 999, column: 99, name })), record: 9999 };
  const forms = [{ blocks, weight: String(2n ** 64n) }];
  const plan = { attributes, candor: 1, forms, method: "rr", privacy, survey: "presented", ...PRESENTED, ...more };
  return fingerprinted(JSON.parse(JSON.stringify(plan)));
}

test("a plan says in the reader's language what is shown around its questions", async () => {
  const plan = await loadPlan(planOf(), { ...OPTIONS, language: "de" });
  assert.deepEqual(plan.texts, { consent: "Ich stimme zu", thanks: "!", welcome: "Willkommen" });
  assert.deepEqual(plan.sections, [
    { before: "party", order: "random", title: "Gewohnheiten" },
    { before: "number", text: "Zuletzt" },
  ]);
  assert.deepEqual([plan.languages, plan.language], [["de", "en"], "de"]);
  assert.deepEqual(
    plan.attributes.map(({ order }) => order),
    [undefined, "random", ...Array(8).fill(undefined)],
  );
  assert.deepEqual(
    plan.compounds.map(({ order }) => order),
    ["random", "random"],
  );
  for (const part of [plan.texts, plan.sections, ...plan.sections]) assert.ok(Object.isFrozen(part));
  const bare = await loadPlan(
    planOf({ compounds: undefined, scores: undefined, sections: undefined, texts: undefined }),
    OPTIONS,
  );
  assert.deepEqual([bare.texts, bare.sections], [{}, []]);
});

const names = (order) => order.map(({ attribute }) => attribute.name);
const NAMES = ATTRIBUTES.map(({ name }) => name);

test("an order at random keeps questions together, and what is no ordinary answer last", async () => {
  const plan = await loadPlan(planOf(), OPTIONS);
  const met = [new Set(), new Set(), new Set(), new Set()];
  for (let draws = 0; draws < 400; draws += 1) {
    await plan.forget();
    const order = await shown(plan);
    const all = names(order);
    assert.deepEqual([all[0], ...all.slice(8)], ["first", "number", "where"]);
    assert.deepEqual(all.toSorted(), NAMES.toSorted());
    const places = (prefix) => all.flatMap((name, i) => (name.startsWith(prefix) ? [i] : []));
    const [how, climate] = [places("how."), places("climate.")];
    for (const group of [how, climate]) assert.equal(group[2] - group[0], 2, "a question stays together");
    assert.equal(all[how[2]], "how.none");
    const party = order.find(({ attribute }) => attribute.name === "party").categories;
    assert.deepEqual(party.slice(4), [4, 5]);
    assert.deepEqual(party.toSorted(), [0, 1, 2, 3, 4, 5]);
    const without = order.filter(({ attribute }) => attribute.name !== "party");
    for (const { attribute, categories } of without)
      assert.deepEqual(categories, [...attribute.categories.keys()].slice(0, attribute.askedIf ? -1 : undefined));
    const questions = [...new Set(all.slice(1, 8).map((name) => name.split(".")[0]))];
    [questions, party, how.map((i) => all[i]), climate.map((i) => all[i])].forEach(
      (one, i) => void met[i].add(one.join()),
    );
  }
  // 24 orders are all met but with a probability below 24 (23/24)^400 < 1e-6.
  assert.deepEqual(
    met.map(({ size }) => size),
    [6, 24, 2, 6],
  );
});

test("each order is equally likely", async () => {
  const plan = await loadPlan(planOf(), OPTIONS);
  const counts = new Map();
  for (let draws = 0; draws < 6000; draws += 1) {
    await plan.forget();
    const rows = names(await shown(plan)).filter((name) => name.startsWith("climate."));
    counts.set(rows.join(), (counts.get(rows.join()) ?? 0) + 1);
  }
  const squares = (of) => of.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  // The upper 1e-6 quantile of χ² with 5 degrees of freedom is 35.9.
  assert.ok(squares([...counts.values()]) < 35.9, [...counts.values()].join());
  assert.ok(squares([1200, 1200, 900, 900, 900, 900]) > 35.9, "a shuffle by swaps with random places fails");
});

test("an order is kept until the device forgets it, and is no part of a report", async () => {
  const kept = new Map();
  const storage = {
    read: async (keys) => keys.map((key) => kept.get(key)),
    update: async (keys, change) => {
      const texts = change(keys.map((key) => kept.get(key)));
      keys.forEach((key, i) => void (texts[i] === undefined ? kept.delete(key) : kept.set(key, texts[i])));
      return texts;
    },
  };
  const document = planOf();
  const order = await shown(await loadPlan(document, { ...OPTIONS, storage }));
  assert.deepEqual([...kept.keys()], [`order ${document.fingerprint}`]);
  const again = await loadPlan(document, { ...OPTIONS, storage });
  assert.deepEqual(names(await shown(again)), names(order));
  const answers = {
    first: "no",
    party: "a",
    how: ["a"],
    "climate.a": "1",
    "climate.b": "2",
    "climate.c": "3",
    number: 0,
  };
  const report = await again.respond(answers);
  assert.deepEqual(Object.keys(report).sort(), ["id", "perturbed", "plan"]);
  assert.equal(report.perturbed.length, ATTRIBUTES.length);
  // A text that is not what was written is replaced.
  kept.set(`order ${document.fingerprint}`, "1,2");
  assert.equal((await shown(again)).length, NAMES.length);
  await again.forget();
  assert.equal(kept.size, 0);
  const given = await loadPlan(
    planOf({ compounds: undefined, sections: undefined, scores: undefined }, ATTRIBUTES.with(1, choice("party"))),
    {
      ...OPTIONS,
      storage,
    },
  );
  assert.deepEqual(names(await shown(given)), NAMES);
  assert.equal(kept.size, 0, "nothing is kept where nothing is at random");
  for (const other of [undefined, {}, document]) await assert.rejects(shown(other), { code: "invalid-options" });
});

const section = (...own) => ({ sections: own });
const score = (more) => ({ scores: [{ ...PRESENTED.scores[0], ...more }] });
const REFUSED = {
  "a section within a question": ["invalid-order", section({ attribute: 3 })],
  "sections in another order": ["invalid-order", section(...PRESENTED.sections.toReversed())],
  "two sections at one question": ["invalid-order", section({ attribute: 1 }, { attribute: 1 })],
  "a section after the last question": ["invalid-order", section({ attribute: 10 })],
  "a follow-up at random in the section of its question": ["invalid-order", section({ attribute: 0, order: "random" })],
  "numbers at random": ["invalid-order", { attributes: ATTRIBUTES.with(8, { ...ATTRIBUTES[8], order: "random" }) }],
  "an order that is stated though it is that of the document": [
    "invalid-plan",
    section({ attribute: 1, order: "given" }),
  ],
  "no sections and a list of them": ["invalid-plan", section()],
  "no texts and an object of them": ["invalid-plan", { texts: {} }],
  "a text of another name": ["invalid-plan", { texts: { farewell: "!" } }],
  "a text in other languages": ["invalid-language", { texts: { thanks: { en: "!", fr: "!" } } }],
  "a heading in other languages": ["invalid-language", section({ attribute: 1, title: { en: "Habits" } })],
  "a heading that turns direction": ["invalid-text", section({ attribute: 1, title: "a\u202eb" })],
  "a score without attributes": ["invalid-score", score({ attributes: [], reversed: undefined })],
  "a score of attributes in another order": ["invalid-score", score({ attributes: [6, 5, 7] })],
  "a score of an attribute that there is not": ["invalid-score", score({ attributes: [5, 6, 10] })],
  "a score that reverses what it does not have": ["invalid-score", score({ reversed: [1] })],
  "a score with too few codes": ["invalid-score", score({ codes: [1, 2] })],
  "a score with codes that are all the same": ["invalid-score", score({ codes: [1, 1, 1] })],
  "a score with a code for a refusal": [
    "invalid-score",
    score({ attributes: [1], codes: [1, 2, 3, 4, 5], reversed: undefined }),
  ],
  "a score named as a question": ["invalid-score", score({ name: "how" })],
  "a score twice": ["invalid-score", { scores: [PRESENTED.scores[0], PRESENTED.scores[0]] }],
  "a score without a name": ["invalid-name", score({ name: "" })],
  "a score with a code that is no number": ["invalid-plan", score({ codes: ["1", 2, 3] })],
};
for (const [defect, [code, more]] of Object.entries(REFUSED))
  test(`a plan is refused: ${defect}`, async () => {
    await assert.rejects(loadPlan(planOf(more), OPTIONS), { code });
  });

test("a score of what has a refusal and of a follow-up has a code for each valid answer", async () => {
  const scores = [
    { attributes: [1], codes: [1, 2, 3, 4], name: "one" },
    { attributes: [0, 9], codes: [0, 0.5], name: "two" },
  ];
  assert.equal((await loadPlan(planOf({ scores }), OPTIONS)).survey, "presented");
});

/** Compound questions and roles: how choices, rankings and rows are answered, what is refused, and what a report tells of all choices together. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { Project } from "./installed.mjs";
import { largest } from "./javascript/exhaustive.mjs";
import { compounded, fingerprinted } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");
const { answersOf, applicable, ticking } = await project.import("form");

/** A law under which every answer leaves alone, and as it was given but with a chance of `uniform` out of 2^64. */
function alone(attributes, uniform = 2n ** 63n) {
  const blocks = attributes.map((_, unit) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: String(2n ** 64n - uniform) }],
    uniform: String(uniform),
    units: [unit],
  }));
  return [{ blocks, weight: String(2n ** 64n) }];
}

function planOf(attributes, compounds, more = {}) {
  const privacy = { attributes: attributes.map(({ name }) => ({ attribute: 999, column: 99, name })), record: 9999 };
  const base = { attributes, candor: 1, forms: alone(attributes), method: "rr", privacy, survey: "compounds" };
  return fingerprinted({ ...base, ...(compounds && { compounds }), ...more });
}

const options = { maxRecordEpsilon: 9999, storage: "memory" };
const choice = (name, question, more = {}) => ({ categories: ["no", "yes"], name, question, ...more });
const ASKED = { asked_if: [{ attribute: 0, categories: [1] }] };
const WHEN_ASKED = { ...ASKED, categories: ["no", "yes", "not asked"] };

/** A question, a tick-all, one that hangs on the first and is optional, two rows, and what hangs on a choice and on a row. */
const ATTRIBUTES = [
  { categories: ["no", "yes", { label: "I will not say", role: "refused", value: "refused" }], name: "harassed" },
  choice("how.words", "words"),
  choice("how.touch", "By touch"),
  choice("how.messages", "messages"),
  choice("how.none", "none of these"),
  {
    ...ASKED,
    categories: ["no", "yes", "no answer", "not asked"],
    name: "told.friend",
    optional: true,
    question: "A friend",
  },
  {
    ...ASKED,
    categories: ["no", "yes", "no answer", "not asked"],
    name: "told.boss",
    optional: true,
    question: "My boss",
  },
  { categories: ["1", "2", "3"], name: "climate.safe", question: "I feel safe" },
  { categories: ["1", "2", "3"], name: "climate.heard", question: "I am heard" },
  { asked_if: [{ attribute: 2, categories: [1] }], categories: ["once", "often", "not asked"], name: "often" },
  { asked_if: [{ attribute: 7, categories: [0] }], categories: ["here", "there", "not asked"], name: "where" },
];
const COMPOUNDS = [
  { at_least: 1, at_most: 2, attributes: [1, 2, 3, 4], excluding: [4], kind: "choices", name: "how", question: "How?" },
  { attributes: [5, 6], kind: "choices", name: "told" },
  { attributes: [7, 8], kind: "rows", name: "climate", question: "At my workplace …" },
];
const PLAN = planOf(ATTRIBUTES, COMPOUNDS);
const plan = await loadPlan(PLAN, options);
// Under this law answers are changed once in 2^64 times.
const certain = await loadPlan(
  planOf(ATTRIBUTES, COMPOUNDS, { forms: alone(ATTRIBUTES, 1n), survey: "certain" }),
  options,
);
const leaving = (answers) => certain.perturb(answers).perturbed.join("");

const ROWS = { "climate.safe": "2", "climate.heard": "3" };
const NO = { harassed: "no", how: ["none"], ...ROWS };

function refusal(answers, of = plan) {
  try {
    of.perturb(answers);
  } catch ({ code, message, attribute }) {
    return { code, message, attribute };
  }
}

test("a plan says what its attributes are choices and rows of", () => {
  const [how, told, climate] = plan.compounds;
  assert.deepEqual(how, {
    kind: "choices",
    name: "how",
    question: "How?",
    attributes: ["how.words", "how.touch", "how.messages", "how.none"],
    atLeast: 1,
    atMost: 2,
    excluding: ["how.none"],
  });
  assert.deepEqual([told.atLeast, told.atMost, told.excluding, told.question], [0, 2, [], undefined]);
  assert.deepEqual(climate, {
    kind: "rows",
    name: "climate",
    question: "At my workplace …",
    attributes: ["climate.safe", "climate.heard"],
  });
  assert.deepEqual(
    plan.attributes.map(({ compound }) => compound),
    [undefined, how, how, how, how, told, told, climate, climate, undefined, undefined],
  );
  for (const compound of plan.compounds) assert.ok(Object.isFrozen(compound) && Object.isFrozen(compound.attributes));
  assert.deepEqual(plan.names("en").compounds, ["How?", "told", "At my workplace …"]);
});

test("a category says what it is where it is no ordinary answer", () => {
  const [no, , refused] = plan.attributes[0].categories;
  assert.deepEqual(no, { value: "no", label: "no" });
  assert.deepEqual(refused, { value: "refused", label: "I will not say", role: "refused" });
});

test("choices are answered together, by a list of those that are ticked; rows one by one", () => {
  assert.equal(leaving({ ...NO, how: ["words"] }), "01000331222" + "");
  assert.equal(leaving({ ...NO, how: ["messages", "words"] }), "01010331222");
  assert.equal(leaving(NO), "00001331222");
  assert.equal(leaving({ ...NO, how: ["touch"], often: "once" }), "00100331202");
  assert.equal(leaving({ ...NO, harassed: "yes", told: ["boss"] }), "10001011222");
  assert.equal(leaving({ ...NO, harassed: "yes", told: [] }), "10001001222", "none of them");
  assert.equal(leaving({ ...NO, harassed: "yes", told: null }), "10001221222", "no answer");
  assert.equal(leaving({ ...NO, harassed: "yes" }), "10001221222", "no answer");
  assert.equal(leaving({ ...NO, "climate.safe": "1", where: "there" }), "00001330221");
});

test("whichever part of the rule about choices is broken, the message is the same", () => {
  const broken = refusal({ ...NO, how: [] });
  assert.deepEqual(broken, {
    code: "invalid-choices",
    message: 'the choices of "how" break its rule: from 1 to 2 of them, or one that excludes all others',
    attribute: "how",
  });
  assert.deepEqual(refusal({ ...NO, how: ["words", "touch", "messages"], often: "once" }), broken);
  assert.deepEqual(refusal({ ...NO, how: ["words", "none"] }), broken);
  assert.deepEqual(refusal({ ...NO, how: ["words", "touch", "messages", "none"], harassed: "yes" }), broken);
  assert.equal(refusal({ ...NO, harassed: "yes", told: ["friend", "boss"] }), undefined, "there is no rule");
});

test("two choices that exclude all others exclude each other", async () => {
  const own = ["a", "b", "c"].map((value) => choice(`x.${value}`, value));
  const some = await loadPlan(
    planOf(own, [{ attributes: [0, 1, 2], excluding: [1, 2], kind: "choices", name: "x" }]),
    options,
  );
  assert.equal(refusal({ x: ["b"] }, some), undefined);
  assert.equal(refusal({ x: [] }, some), undefined);
  assert.equal(refusal({ x: ["b", "c"] }, some).code, "invalid-choices");
});

test("what is no list of choices is refused without saying what it was", () => {
  const secret = "917263";
  for (const how of [
    "words",
    917263,
    { words: true },
    [secret],
    ["words", "words"],
    ["words", null],
    Object.assign(new Array(2), ["words"]),
    [["words"]],
  ]) {
    const { code, message, attribute } = refusal({ ...NO, how });
    assert.equal(code, "unknown-category");
    assert.equal(attribute, "how");
    assert.ok(!message.includes(secret));
    assert.match(message, /no list of its choices, each once, such as words, touch, messages, none/);
  }
  const hostile = new Proxy([], { get: () => assert.fail(secret) });
  assert.equal(refusal({ ...NO, how: hostile }).code, "invalid-answers");
  assert.equal(refusal({ ...NO, "climate.safe": ["1"] }).code, "unknown-category");
});

test("choices are answered under the name of their question alone", () => {
  const { code, message } = refusal({ ...NO, "how.words": "yes" });
  assert.equal(code, "unknown-attribute");
  assert.match(message, /there are: harassed, how, told, climate\.safe, climate\.heard, often, where/);
  assert.equal(refusal({ ...NO, climate: "1" }).code, "unknown-attribute");
});

test("choices without an answer are refused like any question", () => {
  const { how, ...others } = NO;
  assert.deepEqual(refusal(others), {
    code: "missing-answer",
    message: 'question "how" has no answer and is not optional',
    attribute: "how",
  });
  const unasked = refusal({ ...NO, told: ["boss"] });
  assert.deepEqual([unasked.code, unasked.attribute], ["invalid-follow-up", "told"]);
  assert.deepEqual(refusal({ ...NO, told: [] }), unasked);
  assert.deepEqual(refusal({ ...NO, how: ["touch"] }).attribute, "often");
});

test("what is ticked leads to follow-ups before all of the answer can be used", () => {
  const applies = (answers) => plan.applicable(answers).map(({ name }) => name);
  const always = ["harassed", "how.words", "how.touch", "how.messages", "how.none", "climate.safe", "climate.heard"];
  assert.deepEqual(applies({}), always);
  assert.deepEqual(applies({ harassed: "yes" }).slice(5, 7), ["told.friend", "told.boss"]);
  assert.deepEqual(applies({ how: ["touch"] }).at(-1), "often");
  assert.deepEqual(applies({ how: ["words", "touch", "messages"] }).at(-1), "often", "one too many");
  assert.deepEqual(applies({ how: ["touch", "nothing"] }), always, "no list of choices");
  assert.deepEqual(applies({ "climate.safe": "1" }).at(-1), "where");
});

test("a page's own form is compared by the choices that it offers", async () => {
  const form = {
    harassed: ["no", "yes", "refused"],
    how: ["words", "touch", "messages", "none"],
    told: ["friend", "boss"],
    "climate.safe": ["1", "2", "3"],
    "climate.heard": ["1", "2", "3"],
    often: ["once", "often", "not asked"],
    where: ["here", "there", "not asked"],
  };
  assert.equal((await loadPlan(PLAN, { ...options, form })).survey, "compounds");
  const less = { ...form, how: ["words", "touch", "messages"] };
  await assert.rejects(loadPlan(PLAN, { ...options, form: less }), { code: "form-mismatch" });
});

test("ε of a choice covers all choices of its question and what depends on them, of a row what depends on it", () => {
  const promise = Object.fromEntries(plan.promises.attributes.map((own) => [own.name, own]));
  assert.deepEqual(promise["how.words"].with, ["how.touch", "how.messages", "how.none", "often"]);
  assert.deepEqual(promise["how.none"].with, ["how.words", "how.touch", "how.messages", "often"]);
  assert.deepEqual(promise["climate.safe"].with, ["where"]);
  assert.equal(promise["climate.heard"].with, undefined);
  assert.deepEqual(promise.harassed.with, ["told.friend", "told.boss"]);
  assert.deepEqual(promise["told.boss"].with, ["told.friend"]);
  // Each answer leaves alone: as it was given with a chance of (1 + 1/a)/2 instead of 1/(2a), so that its odds change by 1 + a.
  const ofAlone = (...sizes) => sizes.reduce((sum, size) => sum + Math.log(1 + size), 0);
  const isAbout = (own, expected) => assert.ok(Math.abs(own - expected) < 1e-9, `${own} is not ${expected}`);
  for (const value of ["words", "touch", "messages", "none"])
    isAbout(promise[`how.${value}`].attribute, ofAlone(2, 2, 2, 2, 3));
  isAbout(promise["climate.safe"].attribute, ofAlone(3, 3));
  isAbout(promise["climate.heard"].attribute, ofAlone(3));
  isAbout(promise.harassed.attribute, ofAlone(3, 4, 4));
  isAbout(promise["told.friend"].attribute, ofAlone(4, 4));
});

test("in words, a promise about choices is of all of them together, and one about a row has the text of its question", () => {
  const said = sentences(plan).attributes;
  assert.deepEqual(
    said.map(({ name }) => name),
    ["harassed", "how", "told", "climate.safe", "climate.heard", "often", "where"],
  );
  const of = (name, language) => sentences(plan, language).attributes.find((own) => own.name === name).sentence;
  assert.match(of("how"), /^“How\?”, with all its choices and the questions that depend on them: /);
  assert.match(of("told"), /^“told”, with all its choices: /);
  assert.match(of("harassed"), /^“harassed”, with the questions that depend on it: /);
  assert.match(of("climate.safe"), /^“At my workplace … I feel safe”, with the questions/);
  assert.match(of("climate.heard"), /^“At my workplace … I am heard”: /);
  // A yes/no answer leaves as it was given with a chance of 3/4, one of four categories of 5/8.
  assert.match(of("how"), /sent as you answered it is at most 75%\.$/);
  assert.match(of("told"), /at most 62\.5%\.$/);
  for (const language of ["ar", "de", "es", "fr", "ja"])
    assert.equal(new Set(["how", "told", "harassed"].map((name) => of(name, language).slice(0, 12))).size, 3);
});

test("a form's entries of one name are the choices that are ticked", () => {
  const entries = new URLSearchParams("harassed=yes&how=words&how=touch&told=&climate.safe=1&climate.heard=3");
  const asked = applicable(plan, plan.attributes, entries);
  assert.deepEqual(answersOf(asked, entries), {
    harassed: "yes",
    how: ["words", "touch"],
    told: null,
    "climate.safe": "1",
    "climate.heard": "3",
    often: null,
    where: null,
  });
  const ofHow = (how) => answersOf(plan.attributes.slice(1, 2), { how });
  assert.deepEqual(ofHow(["none"]), { how: ["none"] });
  assert.deepEqual(ofHow("none"), { how: ["none"] });
  assert.deepEqual(ofHow([]), { how: null }, "some have to be ticked");
  assert.throws(() => ofHow([true]), { code: "invalid-answers", attribute: "how" });
});

test("values of form libraries, which take names with dots for paths, are read, too", () => {
  const values = { harassed: "no", how: ["none"], climate: { safe: "1", heard: "3" }, where: "here" };
  const asked = applicable(plan, plan.attributes, values);
  const answers = { harassed: "no", how: ["none"], "climate.safe": "1", "climate.heard": "3", where: "here" };
  assert.deepEqual(answersOf(asked, values), answers);
  assert.deepEqual(answersOf(asked, { ...values, climate: "1" })["climate.safe"], null);
  assert.equal(answersOf(asked, { ...values, how: false }).how, null, "no box is ticked");
});

test("a choice that excludes all others unticks them, and they untick it", () => {
  const [how] = plan.compounds;
  assert.deepEqual(ticking(how, [], "words"), ["words"]);
  assert.deepEqual(ticking(how, ["words"], "touch"), ["words", "touch"]);
  assert.deepEqual(ticking(how, ["words", "touch"], "none"), ["none"]);
  assert.deepEqual(ticking(how, ["none"], "touch"), ["touch"]);
  assert.deepEqual(ticking(how, ["touch"], "touch"), ["touch"]);
  assert.deepEqual(ticking(how, ["touch"], ""), [""], "no answer");
  assert.deepEqual(ticking(how, [""], "none"), ["none"]);
});

test("that nothing is ticked is an answer where nothing need be", async () => {
  const own = ["a", "b"].map((value) => choice(`x.${value}`, value));
  const compounds = [{ attributes: [0, 1], kind: "choices", name: "x" }];
  const { attributes } = await loadPlan(planOf(own, compounds), options);
  assert.deepEqual(answersOf(attributes, {}), { x: [] });
});

const SMALL = every(100, 12);

test("no promise about choices, items or rows is below what trying all reports of all records that can be given finds", async () => {
  let tight = 0;
  for (let seed = 0; seed < SMALL; seed += 1) {
    const document = compounded(seed);
    const { promises } = await loadPlan(document, { ...options, maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9 });
    for (const [i, { attribute, with: others = [] }] of promises.attributes.entries()) {
      const joint = [i, ...others.map((name) => document.attributes.findIndex((question) => question.name === name))];
      const found = largest(document, joint);
      assert.ok(attribute >= found - 1e-9, `plan ${seed}, attribute ${i}: ${attribute} is below ${found}`);
      tight += Number(others.length > 0 && attribute < found + 1e-6);
    }
  }
  assert.ok(tight > SMALL / 4, `${tight} promises about several attributes are reached`);
});

test("a promise that covers one choice alone is understated", async () => {
  const stating = (attribute) => {
    const attributes = PLAN.privacy.attributes.with(1, { attribute, column: 2, name: "how.words" });
    return loadPlan(fingerprinted({ ...PLAN, privacy: { ...PLAN.privacy, attributes } }), options);
  };
  assert.equal((await stating(5.7808)).survey, "compounds");
  await assert.rejects(stating(5.78), { code: "understated-promise" });
});

/** The plan with another member of its first compound, or with other attributes. */
const changed = (change, attributes = ATTRIBUTES) =>
  planOf(attributes, COMPOUNDS.with(0, { ...COMPOUNDS[0], ...change }));
const otherChoice = (place, change) => changed({}, ATTRIBUTES.with(place, { ...ATTRIBUTES[place], ...change }));
const without = (compound, name) => Object.fromEntries(Object.entries(compound).filter(([member]) => member !== name));

const BROKEN = {
  "one attribute": changed({ attributes: [1], excluding: undefined, at_least: undefined, at_most: undefined }),
  "attributes with a gap": changed({ attributes: [1, 2, 4], excluding: [4] }),
  "attributes in another order": changed({ attributes: [2, 1, 3, 4] }),
  "attributes that there are not": planOf(ATTRIBUTES.slice(0, 4), [{ ...COMPOUNDS[0], attributes: [1, 2, 3, 4] }]),
  "an attribute of another compound": planOf(ATTRIBUTES, COMPOUNDS.with(1, { ...COMPOUNDS[1], attributes: [4, 5, 6] })),
  "compounds in another order": planOf(ATTRIBUTES, [COMPOUNDS[1], COMPOUNDS[0], COMPOUNDS[2]]),
  "attributes that are not named after it": otherChoice(2, { name: "what.touch" }),
  "a choice without a value": otherChoice(2, { name: "how." }),
  "choices with other conditions": otherChoice(2, WHEN_ASKED),
  "choices some of which are optional": otherChoice(2, { categories: ["no", "yes", "no answer"], optional: true }),
  "choices with other categories": otherChoice(2, { categories: ["yes", "no"] }),
  "choices with labels": changed(
    {},
    ATTRIBUTES.map((own, i) => (i > 0 && i < 5 ? { ...own, categories: ["no", { label: "Yes", value: "yes" }] } : own)),
  ),
  "choices of three categories": changed(
    {},
    ATTRIBUTES.map((own, i) => (i > 0 && i < 5 ? { ...own, categories: ["no", "yes", "maybe"] } : own)),
  ),
  "all choices excluding": changed({ at_least: undefined, at_most: undefined, excluding: [1, 2, 3, 4] }),
  "another attribute excluding": changed({ excluding: [5] }),
  "an excluding choice twice": changed({ at_most: 1, excluding: [4, 4] }),
  "excluding choices in another order": changed({ at_most: 1, excluding: [4, 3] }),
  "at most none": changed({ at_least: undefined, at_most: 0 }),
  "at most all": changed({ at_most: 3 }),
  "at least none": changed({ at_least: 0 }),
  "at least more than at most": changed({ at_least: 3 }),
  "at least more than there are": changed({ at_least: 4, at_most: undefined }),
  "rows with at most": planOf(ATTRIBUTES, COMPOUNDS.with(2, { ...COMPOUNDS[2], at_most: 1 })),
  "rows with at least": planOf(ATTRIBUTES, COMPOUNDS.with(2, { ...COMPOUNDS[2], at_least: 1 })),
  "rows that exclude others": planOf(ATTRIBUTES, COMPOUNDS.with(2, { ...COMPOUNDS[2], excluding: [7] })),
  "rows on two scales": otherChoice(8, { categories: ["1", "2", "4"] }),
};
for (const [defect, document] of Object.entries(BROKEN))
  test(`a compound is refused: ${defect}`, async () => {
    await assert.rejects(loadPlan(JSON.parse(JSON.stringify(document)), options), { code: "invalid-compound" });
  });

const MISREAD = {
  "the name of an attribute": ["duplicate-attribute", otherChoice(0, { name: "how" })],
  "the name of another compound": [
    "duplicate-attribute",
    planOf(
      ATTRIBUTES.map((own, i) => (i > 4 && i < 7 ? { ...own, name: own.name.replace("told", "how") } : own)),
      COMPOUNDS.with(1, { ...COMPOUNDS[1], name: "how" }),
    ),
  ],
  "the name of a plain column": [
    "duplicate-attribute",
    planOf(ATTRIBUTES, COMPOUNDS, { plain: [{ categories: ["a", "b"], name: "how" }] }),
  ],
  "a compound of another kind": ["invalid-plan", changed({ kind: "rank" })],
  "a compound without a kind": ["invalid-plan", planOf(ATTRIBUTES, COMPOUNDS.with(0, without(COMPOUNDS[0], "kind")))],
  "a compound with an unknown member": ["invalid-plan", changed({ places: 3 })],
  "no compounds in a list": ["invalid-plan", planOf(ATTRIBUTES, [])],
  "nothing excluding in a list": ["invalid-plan", changed({ excluding: [] })],
  "a name with a comma": ["invalid-name", changed({ name: "how, then" })],
  "a question with a control character": ["invalid-text", changed({ question: "How\u0007" })],
  "a question in other languages": [
    "invalid-language",
    planOf(ATTRIBUTES, COMPOUNDS.with(0, { ...COMPOUNDS[0], question: { en: "How?" } }), {
      title: { en: "A", fr: "B" },
    }),
  ],
  "a role that there is not": ["invalid-plan", otherChoice(0, { categories: ["no", { role: "yes", value: "yes" }] })],
  "a category with neither label nor role": ["invalid-plan", otherChoice(0, { categories: ["no", { value: "yes" }] })],
};
for (const [defect, [code, document]] of Object.entries(MISREAD))
  test(`a plan is refused: ${defect}`, async () => {
    await assert.rejects(loadPlan(JSON.parse(JSON.stringify(document)), options), { code });
  });

test("a device that draws what it is asked cannot be asked some of the choices of a question", async () => {
  const own = ATTRIBUTES.slice(1, 5);
  const form = (unit) => ({
    ...alone([0])[0],
    units: [{ attributes: [unit], subset_size: 1 }],
    weight: String(2n ** 62n),
  });
  const forms = own.map((_, unit) => form(unit));
  const compound = { attributes: [0, 1, 2, 3], name: "how" };
  const asking = (kind) => loadPlan(planOf(own, [{ ...compound, kind }], { ask: "drawn", forms }), options);
  assert.equal((await asking("rows")).ask, "drawn");
  await assert.rejects(asking("choices"), { code: "invalid-plan" });
});

const AGE = {
  bins: [0, 18, 65, null],
  categories: ["[0,18)", "[18,65)", "≥65", { label: "I will not say", role: "refused", value: "refused" }, "no answer"],
  name: "age",
  optional: true,
};

test("a number may have categories beside its bins, which say why there is none", async () => {
  const age = await loadPlan(planOf([AGE], undefined, { forms: alone([AGE], 1n), survey: "ages" }), options);
  const leaves = (answer) => age.perturb({ age: answer }).perturbed.join();
  assert.deepEqual([17, 18, 90, "refused", null].map(leaves), ["0", "1", "2", "3", "4"]);
  assert.equal(age.attributes[0].categories[3].role, "refused");
  assert.equal(refusal({ age: -1 }, age).code, "unknown-category");
  const asking = (categories) => loadPlan(planOf([{ ...AGE, categories }]), options);
  await assert.rejects(asking(AGE.categories.with(3, "refused")), { code: "invalid-bins" });
  await assert.rejects(asking(AGE.categories.with(3, { role: "other", value: "refused" })), { code: "invalid-bins" });
  await assert.rejects(asking([AGE.categories[3], "[0,18)", "[18,65)", "no answer"]), { code: "invalid-plan" });
  await assert.rejects(asking(AGE.categories.with(1, "[18,64)")), { code: "invalid-plan" });
});

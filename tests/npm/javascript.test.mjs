/** The mechanism in JavaScript equals that of the module: it gives the same refusals and reports. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { cases, DIGESTS, digest, PLANS, REFUSALS, refusals, reports } from "../known-answers/cases.mjs";
import { every } from "../nightly.mjs";
import { ANSWERS, HEALTH, Project } from "./installed.mjs";
import { faultsAreFound } from "./javascript/faulty.mjs";
import { defective, fingerprinted, numbers, plan, scored, seeded } from "./javascript/laws.mjs";

const project = new Project();
after(() => project.remove());
const inside = (name) => import(`${pathToFileURL(project.path("node_modules/candor/dist"))}/${name}`);
const [wasm, js] = [await project.import(), await inside("js.js")];
const { countReports } = await inside("analysis.js");

const MOST = { maxRecordEpsilon: 1e9, maxFamilyEpsilon: 1e9 };

async function known({ loadPlan }, groups = DIGESTS.length) {
  const plans = await Promise.all(PLANS.map((plan) => loadPlan(plan, { maxRecordEpsilon: 100 })));
  return DIGESTS.slice(0, groups).map((_, group) => digest(reports(plans, cases(group))));
}

test("10,000 reports are known", async () => {
  assert.deepEqual(await known(js), DIGESTS);
});

test("documents are refused for their defects", async () => {
  const codes = await refusals(js.loadPlan, PLANS, REFUSALS);
  assert.equal(codes.length, 242);
  for (const [i, { defect, code }] of REFUSALS.entries()) assert.equal(codes[i], code, defect);
});

/** The result of a package for a document: a refusal, or promises and reports. */
async function outcome({ loadPlan }, document, seed) {
  let loaded;
  try {
    loaded = await loadPlan(document, { ...MOST, storage: "memory" });
  } catch ({ code, message }) {
    return { code, isText: message.length > 0 };
  }
  const { record, attributes } = loaded.promises;
  const random = numbers(`answers ${seed}`);
  const answers = () =>
    Object.fromEntries(
      loaded.attributes.map(({ name, categories }) => [name, categories[random.below(categories.length)].value]),
    );
  return seeded(`noise ${seed}`, async () => {
    const drawn = Array.from({ length: 5 }, () => loaded.perturb(answers()));
    const kept = [await loaded.respond(answers())];
    await loaded.forget();
    // In a wave this uses the secret that was drawn before.
    kept.push(await loaded.respond(answers()));
    return { levels: [record, ...attributes.flatMap(({ column, attribute }) => [column, attribute])], drawn, kept };
  });
}

/** The code with which the crate, which has its own reader and checks, refuses a document. */
async function refused(document) {
  try {
    await countReports(document, []);
  } catch ({ code }) {
    return code;
  }
}

const RANDOM_PLANS = every(500, 100);

test("random plans have the same reports", async () => {
  const kinds = new Set();
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = plan(seed);
    const [one, other] = [await outcome(wasm, document, seed), await outcome(js, document, seed)];
    assert.deepEqual(other, one, `plan ${seed}`);
    assert.equal(one.code, undefined, `plan ${seed} is refused: ${one.code}`);
    kinds.add(document.wave_of !== undefined && document.forms.length > 1 ? "wave with labels" : "other");
    if (document.forms.some(({ units }) => units.some(({ subset_size }) => subset_size > 1))) kinds.add("subset");
    if (document.forms.some(({ exchange }) => exchange)) kinds.add("pool");
  }
  assert.equal(kinds.size, 4);
});

test("random plans with reported scores have the same reports", async () => {
  const kinds = new Set();
  for (let seed = 0; seed < RANDOM_PLANS; seed += 1) {
    const document = scored(seed);
    const [one, other] = [await outcome(wasm, document, seed), await outcome(js, document, seed)];
    assert.deepEqual(other, one, `plan ${seed}`);
    assert.equal(one.code, undefined, `plan ${seed} is refused: ${one.code}`);
    kinds.add(document.wave_of === undefined ? "no wave" : "wave");
    for (const { rounded } of document.scores) kinds.add(rounded.steps.flat().includes(null) ? "none" : "always one");
  }
  assert.equal(kinds.size, 4);
});

const RANDOM_DEFECTS = every(2000, 1000);

test("random defects are refused with the same codes, or change the same", async () => {
  const codes = new Map();
  for (let seed = 0; seed < RANDOM_DEFECTS; seed += 1) {
    const document = defective(seed);
    const [one, other] = [await outcome(wasm, document, seed), await outcome(js, document, seed)];
    assert.deepEqual(other, one, `defect ${seed}`);
    assert.equal(await refused(document), one.code, `defect ${seed} in the crate`);
    codes.set(one.code, (codes.get(one.code) ?? 0) + 1);
  }
  for (const code of ["invalid-plan", "weight-sum", "duplicate-category", "invalid-name", "unsupported-version"])
    assert.ok(codes.get(code) > 0, `no defect is refused with ${code}`);
});

const TEXTS = [
  { bins: [1, 2], categories: ["[1,2)", "x"] },
  { bins: [null, 1, null], categories: ["<1", "≥1"] },
  { bins: [null, 1, null], categories: ["<1", "≥2"] },
  { bins: [1, null, 3], categories: ["<1", "≥1"] },
  { bins: [3, 2, 1], categories: ["a", "b"] },
  { bins: [0, 0.1, 1e21, null], categories: ["[0,0.1)", "[0.1,1e+21)", "≥1e+21", "no answer"], optional: true },
  { categories: ["a", "b", "no answer"], optional: true },
  { categories: ["a", "no answer", "no answer"], optional: true },
  { categories: ["a", "b", "none"], optional: true },
  { categories: [], optional: true },
  { categories: ["a"] },
  { categories: ["a", { value: "b", label: "a" }] },
  {
    categories: [
      { value: "a", label: { en: "x", fr: "y" } },
      { value: "b", label: { en: "y", fr: "y" } },
    ],
  },
  {
    categories: [
      { value: "a", label: { en: "x", fr: "y" } },
      { value: "b", label: { en: "z" } },
    ],
  },
  { categories: ["a", "b"], name: "\u00a0x" },
  { categories: ["a", "b"], name: "x\ufeff" },
  { categories: ["a", "b"], name: "x\u0085" },
  { categories: ["a", "b"], name: "🙂" },
  { categories: ["a", "b"], name: "a,b" },
];

test("questions are refused with the same codes", async () => {
  const base = PLANS.find(({ attributes, forms }) => attributes.length === 2 && forms.length === 1);
  const codes = new Set();
  for (const [i, question] of TEXTS.entries()) {
    const [first, ...others] = base.attributes;
    const document = fingerprinted({ ...base, attributes: [{ ...first, ...question }, ...others] });
    const [one, other] = [await outcome(wasm, document, i), await outcome(js, document, i)];
    assert.deepEqual(other, one, JSON.stringify(question));
    assert.equal(await refused(document), one.code, `${JSON.stringify(question)} in the crate`);
    codes.add(one.code);
  }
  for (const code of ["duplicate-category", "invalid-bins", "invalid-name", "too-few-categories"])
    assert.ok(codes.has(code), `no question is refused with ${code}`);
});

/** Abort signals without reasons, as in React Native. */
class Ending {
  #listening = [];
  signal = Object.assign(Object.create({}), {
    aborted: false,
    addEventListener: (_, listener) => this.#listening.push(listener),
    removeEventListener() {},
  });
  abort() {
    this.signal.aborted = true;
    for (const listener of this.#listening) listener();
  }
}

test("candor/js runs where there is no WebAssembly and no module system", async () => {
  const text = readFileSync(project.path("node_modules/candor/dist/cjs/js.js"), "utf8");
  const module = readFileSync(project.path("node_modules/candor/dist/js.js"), "utf8");
  for (const [source, missing] of [text, module].flatMap((source) =>
    [/WebAssembly/, /import\.meta/, /import\(/].map((what) => [source, what]),
  ))
    assert.doesNotMatch(source, missing);
  const sent = [];
  const fetch = async (_, { body }) => {
    sent.push(JSON.parse(new TextDecoder().decode(body)));
    return Response.json({ accepted: 1, repeated: 0 });
  };
  // What an application in React Native has; it adds a package as its source of randomness.
  const native = {
    AbortController: Ending,
    TextDecoder,
    TextEncoder,
    URL,
    atob,
    btoa,
    clearTimeout,
    crypto,
    fetch,
    performance,
    setTimeout,
  };
  const context = createContext(
    { ...native, AbortSignal: Object, module: { exports: {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext("delete globalThis.WebAssembly", context);
  runInContext(text, context);
  const document = project.design({ ...HEALTH, survey: "native" });
  context.given = { answers: ANSWERS, document };
  const receipt = await runInContext(
    `(async () => {
      const copy = (value) => JSON.parse(JSON.stringify(value));
      const plan = await module.exports.loadPlan(copy(given.document), { storage: "memory" });
      return plan.submit(copy(given.answers), { endpoint: "https://collector.example/reports" });
    })()`,
    context,
  );
  assert.equal(receipt.stored, "new");
  assert.deepEqual(
    sent.map(({ id, plan }) => [id, plan]),
    [[receipt.id, document.fingerprint]],
  );
});

/** Values of `crypto` that give no randomness. */
const BROKEN = [
  undefined,
  {},
  { getRandomValues: 7 },
  { getRandomValues: (bytes) => bytes },
  { getRandomValues: (bytes) => bytes.fill(7, 0, 24) },
];

for (const [i, value] of BROKEN.entries()) {
  test(`without randomness (${i}) nothing is drawn`, async () => {
    const plan = await js.loadPlan(project.design({ ...HEALTH, survey: `broken-${i}` }), { storage: "memory" });
    const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
    Object.defineProperty(globalThis, "crypto", { value, configurable: true });
    try {
      assert.throws(() => plan.perturb(ANSWERS), { name: "CandorError", code: "entropy-unavailable" });
      await assert.rejects(plan.respond(ANSWERS), { code: "entropy-unavailable" });
    } finally {
      Object.defineProperty(globalThis, "crypto", real);
    }
    assert.equal(await plan.kept(), undefined);
  });
}

test("where WebAssembly cannot start, JavaScript perturbs only for whoever chose that", async (t) => {
  const document = project.design(HEALTH);
  assert.equal((await wasm.loadPlan(document, { fallback: "js" })).promises.fixedWork, true);
  for (const fallback of [undefined, true, "wasm"])
    await assert.rejects(wasm.loadPlan(document, { fallback }), { code: "invalid-options" });
  t.mock.method(WebAssembly, "compile", async () => {
    throw new WebAssembly.CompileError("blocked by a policy");
  });
  const required = createRequire(project.path("x.cjs"))("candor");
  for (const { loadPlan } of [await inside("index.js?blocked"), required]) {
    await assert.rejects(loadPlan(document), { code: "wasm-unavailable" });
    const plan = await loadPlan(document, { fallback: "js", storage: "memory" });
    assert.equal(plan.promises.fixedWork, false);
    assert.equal((await plan.respond(ANSWERS)).plan, document.fingerprint);
    await assert.rejects(loadPlan(document, { fallback: "js", maxRecordEpsilon: 1 }), { code: "cap-exceeded" });
  }
});

const agree = (document) => async (package_, seed) => {
  const [one, other] = [await outcome(wasm, document(seed), seed), await outcome(package_, document(seed), seed)];
  return JSON.stringify(one) === JSON.stringify(other);
};

faultsAreFound(
  project,
  {
    "a shift that may be none": ["engine/js/noise.ts", "1 + words.below(cells - 1)", "words.below(cells - 1)"],
    "a subset that never gives way": ["engine/js/noise.ts", "subset - left !== givenUp", "true"],
    "words in another order": ["engine/js/words.ts", "this.#next += 2", "this.#next += 4"],
  },
  agree(plan),
);

faultsAreFound(
  project,
  {
    "a score that exceeds a threshold by nothing": ["engine/js/sampler.ts", "sum > lower", "sum >= lower"],
    "items of a score that are not in the mark of a wave": ["verify/forms.ts", "columns.add(attribute)", "attribute"],
  },
  agree(scored),
);

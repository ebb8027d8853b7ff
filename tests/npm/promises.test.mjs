/** What a respondent is promised, in numbers and words, against an enumeration that shares nothing with the package. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertKept } from "../exact.mjs";
import { HEALTH, Project } from "./installed.mjs";

const LABELLED = ["en", "es", "ja"];
const SURVEYS = [
  HEALTH,
  { ...HEALTH, survey: "independent", privacy: { method: "independent" } },
  {
    survey: "classes",
    attributes: [..."abcd"].map((name) => ({
      name,
      question: `Question ${name}?`,
      categories: ["no", "maybe", "yes"],
    })),
    privacy: { record_epsilon: 4, method: "optimal" },
  },
  {
    survey: "blocks",
    attributes: [2, 3, 4, 5, 6, 7].map((size) => ({
      name: `of ${size}`,
      categories: Array.from({ length: size }, (_, i) => `${i}`),
    })),
    privacy: { record_epsilon: 8 },
  },
];

const project = new Project();
after(() => project.remove());
const { loadPlan, factor, posterior } = await project.import();

/** Every set of positions that a block may change, with its exact probability out of 2^64 · denominator. */
function changeSets({ attributes, classes, patterns, uniform }, sizes) {
  const probabilities = new Map();
  const k = attributes.length;
  const records = attributes.reduce((product, attribute) => product * sizes[attribute], 1);
  for (let set = 0; set < 2 ** k; set += 1) {
    const changed = (position) => Boolean(set & (1 << position));
    const lies = attributes.reduce(
      (product, attribute, position) => product * (changed(position) ? sizes[attribute] - 1 : 1),
      1,
    );
    let probability = (Number(uniform) * lies) / records;
    const counts = classes.map((members) => members.filter(changed).length);
    for (const { changes, weight } of patterns) {
      const wanted = classes.map((_, i) => changes.find(([changing]) => changing === i)?.[1] ?? 0);
      if (wanted.some((count, i) => count !== counts[i])) continue;
      const ways = classes.reduce((product, members, i) => product * choose(members.length, counts[i]), 1);
      probability += Number(weight) / ways;
    }
    probabilities.set(set, probability / 2 ** 64);
  }
  return probabilities;
}

function choose(n, m) {
  return m === 0 ? 1 : (choose(n - 1, m - 1) * n) / m;
}

for (const survey of SURVEYS) {
  test(`chances are those of the plan's integers: ${survey.survey}`, async () => {
    const document = project.design(survey);
    const { promises, attributes } = await loadPlan(document, { maxRecordEpsilon: 20 });
    const sizes = attributes.map(({ categories }) => categories.length);
    const replaced = document.blocks.reduce((product, { uniform }) => product * (Number(uniform) / 2 ** 64), 1);
    assert.ok(promises.replaced <= replaced * (1 + 1e-12) && promises.replaced > replaced - 1e-12);
    for (const block of document.blocks) {
      const sets = [...changeSets(block, sizes)];
      block.attributes.forEach((attribute, position) => {
        const unchanged = sets.reduce((sum, [set, p]) => sum + (set & (1 << position) ? 0 : p), 0);
        const { asAnswered, column } = promises.attributes[attribute];
        assert.ok(Math.abs(asAnswered - unchanged) < 1e-12, `${asAnswered} is not ${unchanged}`);
        const a = sizes[attribute];
        assert.ok(asAnswered <= (Math.exp(column) / (Math.exp(column) + a - 1)) * (1 + 1e-12));
      });
    }
  });
}

test("a factor is rounded up, in the figures of a language", () => {
  const figures = [
    ["en", 0.01, "1.1"],
    ["en", 1, "2.8"],
    ["es", 1, "2,8"],
    ["ja", 2.31, "11"],
    ["en", 8, "2,981"],
  ];
  for (const [language, epsilon, expected] of figures) assert.equal(factor(language, epsilon), expected);
});

/**
 * e^ε · 10³⁰⁰ from below and from above, in whole numbers: the double ε is a fraction, e is summed from its series, and
 * the power is taken by squaring, always rounded to one side.
 */
function powerOfE(epsilon) {
  const one = 10n ** 300n;
  let [bits, exponent] = [epsilon, 0];
  while (!Number.isInteger(bits)) [bits, exponent] = [bits * 2, exponent + 1];
  // e^(bits / 2^exponent): the series of e^(ε / 2^halvings), squared as often as was halved.
  const halvings = 64;
  const [numerator, denominator] = [BigInt(bits), 1n << BigInt(exponent + halvings)];
  let [sum, term] = [0n, one];
  for (let n = 1n; term > 0n; n += 1n) [sum, term] = [sum + term, (term * numerator) / (denominator * n)];
  let [below, above] = [sum - 1000n, sum + 1000n];
  for (let i = 0; i < halvings; i += 1) [below, above] = [(below * below) / one, (above * above) / one + 1n];
  return { below, above, one };
}

/** Of 100, by the rule of Bayes from 10, with the probability of what is seen e^ε times as large or as small: outward. */
function ofHundred(epsilon) {
  const { below, above, one } = powerOfE(epsilon);
  const up = (a, b) => (a + b - 1n) / b;
  const most = (factor) => up(100n * 10n * factor, 90n * one + 10n * factor);
  const least = (factor) => (100n * 10n * one) / (10n * one + 90n * factor);
  assert.deepEqual([most(below), least(above)], [most(above), least(below)], "the arithmetic decides");
  return { most: Number(most(above)), least: Number(least(above)) };
}

test("beliefs among 100 people follow the rule of Bayes, rounded outward", () => {
  assert.deepEqual(posterior(0, 10), { least: 10, most: 10 });
  assert.deepEqual(posterior(2, 10), { least: 1, most: 46 });
  assert.deepEqual(posterior(6, 10), { least: 0, most: 98 });
  assert.deepEqual(posterior(1000, 10), { least: 0, most: 100 });
  for (let step = 1; step <= 700; step += 1)
    assert.deepEqual(posterior(step / 100, 10), ofHundred(step / 100), `ε = ${step / 100}`);
  // As near to whole numbers as doubles come: odds that are reached, and the next double above.
  for (let most = 11; most < 100; most += 1) {
    const reached = Math.log((9 * most) / (100 - most));
    for (const epsilon of [reached * (1 - 1e-15), reached, reached * (1 + 1e-15)]) {
      const exact = ofHundred(epsilon);
      const said = posterior(epsilon, 10);
      assert.ok(said.most >= exact.most && said.most <= exact.most + 1, `${epsilon}: ${said.most} of ${exact.most}`);
      assert.ok(said.least <= exact.least, `${epsilon}: ${said.least} of ${exact.least}`);
    }
  }
});

test("an independent belief finds figures that are rounded inward", () => {
  const inward = (epsilon) => Math.floor((1000 * Math.exp(epsilon)) / (90 + 10 * Math.exp(epsilon)));
  assert.ok([0.5, 1, 2, 4].every((epsilon) => inward(epsilon) < ofHundred(epsilon).most));
});

/** Where each language's sentences put the figures: before, at most, at least. */
const SAID = {
  en: /that (\d+) of 100 people like you .* at most (\d+) of 100, and at least (\d+)[,.]/,
  es: /que (\d+) de cada 100 personas como usted .* de (\d+) de cada 100 como máximo y de (\d+) como mínimo\./,
  ja: /あなたのような人100人のうち(\d+)人が.*100人のうち最大(\d+)人、最小(\d+)人です。/,
};

const UNLEVELLED = { ...HEALTH, attributes: HEALTH.attributes.map(({ epsilon, ...attribute }) => attribute) };
const PROMISED = [
  HEALTH,
  { ...HEALTH, survey: "independent", privacy: { method: "independent" } },
  ...[0.05, 0.5, 1, 2, 3.7, 8].map((epsilon) => ({
    ...UNLEVELLED,
    survey: `record ε ${epsilon}`,
    privacy: { record_epsilon: epsilon },
  })),
];

for (const survey of PROMISED) {
  test(`sentences say the odds of the plan's integers, in three languages: ${survey.survey}`, async () => {
    const { promises } = await loadPlan(project.design(survey));
    const expected = (epsilon) => [10, ofHundred(epsilon).most, ofHundred(epsilon).least];
    for (const language of LABELLED) {
      const { record, attributes, again } = promises.sentences(language);
      const figures = (sentence) => SAID[language].exec(sentence)?.slice(1).map(Number);
      assert.deepEqual(figures(record), expected(promises.record), record);
      assert.deepEqual(figures(again), expected(2 * promises.record), again);
      for (const [i, { sentence }] of attributes.entries()) {
        assert.deepEqual(figures(sentence), expected(promises.attributes[i].attribute), sentence);
      }
    }
  });
}

test("sentences name the question and the chances, rounded to the side that promises less, in three languages", async () => {
  const { promises } = await loadPlan(project.design(HEALTH));
  assert.ok(promises.replaced > 0.01);
  const said = Object.fromEntries(LABELLED.map((language) => [language, promises.sentences(language)]));
  for (const [language, decimal] of [
    ["en", "."],
    ["es", ","],
    ["ja", "."],
  ]) {
    const { replaced, attributes } = said[language];
    const least = Math.floor(promises.replaced * 1000) / 10;
    assert.ok(replaced.includes(String(least).replace(".", decimal)), replaced);
    const often = Math.ceil(promises.attributes[0].asAnswered * 1000) / 10;
    assert.ok(attributes[0].sentence.includes(String(often).replace(".", decimal)), attributes[0].sentence);
    assert.ok(attributes[0].sentence.includes("Do you smoke?"));
    assert.ok(attributes[2].sentence.includes("income"), "a question without wording goes by its name");
    assert.deepEqual(
      attributes.map(({ name }) => name),
      ["smoker", "age", "income"],
    );
  }
  assert.equal(new Set(LABELLED.map((language) => said[language].record)).size, 3);
  assert.deepEqual(promises.sentences(), said.en);
  assert.deepEqual(promises.sentences("es-MX").record, said.es.record);
  for (const other of ["fr", "constructor", "", "en--", "日本"]) {
    assert.throws(() => promises.sentences(other), { name: "CandorError", code: "unknown-language" });
  }
});

test("a chance that rounds to nothing is said to be below a tenth of a percent", async () => {
  const survey = {
    survey: "strong",
    attributes: [..."abcdefgh"].map((name) => ({ name, categories: ["no", "yes"], epsilon: 2 })),
    privacy: { method: "independent" },
  };
  const { promises } = await loadPlan(project.design(survey), { maxRecordEpsilon: 20 });
  assert.ok(promises.replaced < 0.001);
  assert.match(promises.sentences("en").replaced, /below 0\.1%/);
  assert.match(promises.sentences("ja").replaced, /0\.1%未満/);
  assert.match(promises.sentences("en").record, /at most 100 of 100, and at least 0, once/);
});

test("a promise that is understated or overstated, or a weight that differs, is found out", () => {
  for (const survey of SURVEYS) {
    const plan = project.design(survey);
    const record = (factor) => ({ ...plan, privacy: { ...plan.privacy, record: plan.privacy.record * factor } });
    assert.throws(() => assertKept(record(1 - 1e-11)), /record ε is understated/);
    assert.throws(() => assertKept(record(1 + 1e-6)), /record ε is overstated/);
    const [first, ...blocks] = structuredClone(plan.blocks);
    first.uniform = `${BigInt(first.uniform) - 1000n}`;
    assert.throws(() => assertKept({ ...plan, blocks: [first, ...blocks] }), /weights of a block/);
    first.uniform = `${BigInt(first.uniform) - BigInt(first.uniform) / 1000n}`;
    first.patterns[0].weight = `${2n ** 64n - BigInt(first.uniform) - first.patterns.slice(1).reduce((sum, { weight }) => sum + BigInt(weight), 0n)}`;
    assert.throws(() => assertKept({ ...plan, blocks: [first, ...blocks] }), /understated/);
  }
});

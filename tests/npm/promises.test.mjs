/** What respondents are promised, in numbers and words, compared with an enumeration that shares nothing with the package. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertKept } from "../exact.mjs";
import { PLANS } from "../known-answers/cases.mjs";
import { HEALTH, Project } from "./installed.mjs";

const LANGUAGES = ["ar", "de", "en", "es", "fr", "ja"];
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
    privacy: { record_epsilon: 8, method: "analysis" },
  },
];

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { factor, posterior, sentences } = await project.import("sentences");

/** Every set of positions that a block may change, with its exact probability out of 2^64 · denominator. */
function changeSets({ units: attributes, classes, patterns, uniform }, sizes) {
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
    const [{ blocks }] = document.forms;
    const replaced = blocks.reduce((product, { uniform }) => product * (Number(uniform) / 2 ** 64), 1);
    assert.ok(promises.replaced <= replaced * (1 + 1e-12) && promises.replaced > replaced - 1e-12);
    for (const block of blocks) {
      const sets = [...changeSets(block, sizes)];
      block.units.forEach((attribute, position) => {
        const unchanged = sets.reduce((sum, [set, p]) => sum + (set & (1 << position) ? 0 : p), 0);
        const { asAnswered, asked, column } = promises.attributes[attribute];
        assert.equal(asked, 1);
        assert.ok(Math.abs(asAnswered - unchanged) < 1e-12, `${asAnswered} is not ${unchanged}`);
        const a = sizes[attribute];
        assert.ok(asAnswered <= (Math.exp(column) / (Math.exp(column) + a - 1)) * (1 + 1e-12));
      });
    }
  });
}

/** Two forms of equal weight: "smoker" and "age", each by itself, or only "income". */
const DRAWN = (() => {
  const half = `${2n ** 63n}`;
  const truth = (uniform) => ({
    classes: [[0]],
    patterns: [{ changes: [], weight: `${2n ** 64n - uniform}` }],
    uniform: `${uniform}`,
  });
  const units = (...attributes) => attributes.map((attribute) => ({ attributes: [attribute], subset_size: 1 }));
  return [
    {
      blocks: [
        { ...truth(2n ** 63n), units: [1] },
        { ...truth(2n ** 62n), units: [0] },
      ],
      units: units(1, 0),
      weight: half,
    },
    { blocks: [{ ...truth(3n * 2n ** 62n), units: [0] }], units: units(2), weight: half },
  ];
})();

/** The health survey's plan with other forms, stating 10 for all promises. */
async function planOf(forms) {
  const document = { ...structuredClone(project.design(HEALTH)), forms };
  const level = ({ name }) => ({ name, column: 10, attribute: 10 });
  document.privacy = { record: 10, attributes: document.privacy.attributes.map(level) };
  const { message } = await loadPlan(document, { maxRecordEpsilon: 20 }).catch((refused) => refused);
  document.fingerprint = /has (sha256:[0-9a-f]{64})/.exec(message)[1];
  return loadPlan(document, { maxRecordEpsilon: 20 });
}

test("chances of a plan that draws its questions are those of its integers", async () => {
  const { promises } = await planOf(DRAWN);
  assert.deepEqual(promises.used, [1, 2]);
  assert.equal(promises.replaced, 0.5 * 0.5 * 0.25 + 0.5 * 0.75);
  // The probability that an answer is unchanged: not uniform, or uniform and the same by chance; 2, 4 and 4 categories.
  const kept = [0.5 + 0.5 / 2, 0.75 + 0.25 / 4, 0.25 + 0.75 / 4];
  assert.deepEqual(
    promises.attributes.map(({ asked, asAnswered }) => [asked, asAnswered]),
    kept.map((kept) => [0.5, 0.5 * kept]),
  );
});

test("chances of a plan with pools and subsets are those of its integers", async () => {
  const [one, two] = await Promise.all(PLANS.slice(6).map((plan) => loadPlan(plan, { maxRecordEpsilon: 20 })));
  const weights = PLANS[6].forms.map(({ weight }) => Number(weight) / 2 ** 64);
  const [first, second, all] = weights;
  assert.deepEqual(one.promises.used, [3, 5]);
  assert.deepEqual(two.promises.used, [5, 5]);
  // The first form asks two of a, b and c, the second a, d and e.
  const asked = [(first * 2) / 3 + second + all, ...[1, 2].map(() => (first * 2) / 3 + all), 1, second + all];
  for (const [i, promise] of one.promises.attributes.entries()) {
    assert.ok(Math.abs(promise.asked - asked[i]) < 1e-12 && promise.asked >= asked[i] - 1e-15, `${i}`);
    assert.equal(promise.asAnswered, undefined);
  }
  assert.deepEqual(
    two.promises.attributes.map(({ asked }) => asked),
    [0.75, 0.75, 0.75, 0.75, 1, 1],
  );
});

test("sentences say that questions are drawn, and how often each is used, in every language", async () => {
  const drawn = await planOf(DRAWN);
  const [pooled] = await Promise.all(PLANS.slice(6).map((plan) => loadPlan(plan, { maxRecordEpsilon: 20 })));
  for (const language of LANGUAGES) {
    const said = sentences(drawn, language);
    assert.match(said.used, /1\D+2\D/);
    assert.match(said.attributes[0].sentence, /50[\s\u200e]*%.*37[.,]5[\s\u200e]*%/);
    const { used, attributes } = sentences(pooled, language);
    assert.match(used, /3\D+5\D/);
    assert.doesNotMatch(attributes[3].sentence, /%/);
    assert.match(attributes[0].sentence, /%[^%]*$/);
  }
  assert.equal(sentences(await loadPlan(project.design(HEALTH))).used, undefined);
});

test("a promise of a labelled plan that is understated is found out", () => {
  for (const plan of PLANS.slice(6)) {
    assertKept(plan);
    const { record, attributes } = plan.privacy;
    const stating = (privacy) => ({ ...plan, privacy: { record, attributes, ...privacy } });
    assert.throws(() => assertKept(stating({ record: record * (1 - 1e-9) })), /record ε is understated/);
    for (const i of attributes.keys()) {
      for (const level of ["column", "attribute"]) {
        const less = attributes.with(i, { ...attributes[i], [level]: attributes[i][level] * (1 - 1e-9) });
        assert.throws(() => assertKept(stating({ attributes: less })), new RegExp(`${level} ${i} ε is understated`));
      }
    }
    const [first, ...forms] = plan.forms;
    const lighter = { ...first, weight: `${BigInt(first.weight) - 1n}` };
    assert.throws(() => assertKept({ ...plan, forms: [lighter, ...forms] }), /weights of forms/);
  }
});

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
 * e^ε · 10³⁰⁰ from below and from above, in whole numbers: the double ε is a fraction, a root of e^ε is summed from its series, and
 * the power is taken by squaring, always rounded to one side.
 */
function powerOfE(epsilon) {
  const one = 10n ** 300n;
  let [bits, exponent] = [epsilon, 0];
  while (!Number.isInteger(bits)) [bits, exponent] = [bits * 2, exponent + 1];
  // e^(bits / 2^exponent): the series of e^(ε / 2^halvings), squared `halvings` times.
  const halvings = 64;
  const [numerator, denominator] = [BigInt(bits), 1n << BigInt(exponent + halvings)];
  let [sum, term] = [0n, one];
  for (let n = 1n; term > 0n; n += 1n) [sum, term] = [sum + term, (term * numerator) / (denominator * n)];
  let [below, above] = [sum - 1000n, sum + 1000n];
  for (let i = 0; i < halvings; i += 1) [below, above] = [(below * below) / one, (above * above) / one + 1n];
  return { below, above, one };
}

/** Of 100 people, by Bayes' rule from 10 of them, if the report is e^ε times as likely or as unlikely; rounded outward. */
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
  // As near to whole numbers as doubles come: odds that give one, and the doubles next to it.
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

/** Where the figures stand in each language's sentences: before, at most, at least. */
const SAID = {
  en: /that (\d+) of 100 people like you .* at most (\d+) of 100, and at least (\d+)[,.]/,
  es: /que (\d+) de cada 100 personas como usted .* de (\d+) de cada 100 como máximo y de (\d+) como mínimo\./,
  ja: /あなたのような人100人のうち(\d+)人が.*100人のうち最大(\d+)人、最小(\d+)人です。/,
  ar: /أن (\d+) من كل 100 شخص مثلك .* في (\d+) من كل 100 على الأكثر وفي (\d+) على الأقل\./,
  de: /dass (\d+) von 100 Menschen wie Ihnen .* höchstens (\d+) von 100 und von mindestens (\d+) anzunehmen\./,
  fr: /que (\d+) personnes comme vous sur 100 .* d’au plus (\d+) sur 100 et d’au moins (\d+)\./,
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
  test(`sentences say the odds of the plan's integers, in every language: ${survey.survey}`, async () => {
    const plan = await loadPlan(project.design(survey));
    const { promises } = plan;
    const expected = (epsilon) => [10, ofHundred(epsilon).most, ofHundred(epsilon).least];
    for (const language of LANGUAGES) {
      const { record, attributes, again } = sentences(plan, language);
      const figures = (sentence) => SAID[language].exec(sentence)?.slice(1).map(Number);
      assert.deepEqual(figures(record), expected(promises.record), record);
      assert.deepEqual(figures(again), expected(2 * promises.record), again);
      for (const [i, { sentence }] of attributes.entries()) {
        assert.deepEqual(figures(sentence), expected(promises.attributes[i].attribute), sentence);
      }
    }
  });
}

test("sentences name the question and the chances, rounded to the side that promises less, in every language", async () => {
  const plan = await loadPlan(project.design(HEALTH));
  const { promises } = plan;
  assert.ok(promises.replaced > 0.01);
  const said = Object.fromEntries(LANGUAGES.map((language) => [language, sentences(plan, language)]));
  for (const [language, decimal] of [
    ["en", "."],
    ["es", ","],
    ["ja", "."],
    ["ar", "."],
    ["de", ","],
    ["fr", ","],
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
  assert.equal(new Set(LANGUAGES.map((language) => said[language].record)).size, LANGUAGES.length);
  assert.deepEqual(sentences(plan), said.en);
  assert.deepEqual(sentences(plan, "es-MX").record, said.es.record);
  assert.match(sentences(plan, "ar-EG").record, /أن ١٠ من كل ١٠٠ شخص/, "a region's own digits");
  for (const other of ["fi", "constructor", "", "en--", "日本"]) {
    assert.throws(() => sentences(plan, other), { name: "CandorError", code: "unknown-language" });
  }
});

test("a chance that rounds to nothing is said to be below a tenth of a percent", async () => {
  const survey = {
    survey: "strong",
    attributes: [..."abcdefgh"].map((name) => ({ name, categories: ["no", "yes"], epsilon: 2 })),
    privacy: { method: "independent" },
  };
  const plan = await loadPlan(project.design(survey), { maxRecordEpsilon: 20 });
  assert.ok(plan.promises.replaced < 0.001);
  assert.match(sentences(plan, "en").replaced, /below 0\.1%/);
  assert.match(sentences(plan, "ja").replaced, /0\.1%未満/);
  assert.match(sentences(plan, "en").record, /at most 100 of 100, and at least 0, once/);
});

test("a promise that is understated or overstated, or a weight that differs, is found out", () => {
  for (const survey of SURVEYS) {
    const plan = project.design(survey);
    const record = (factor) => ({ ...plan, privacy: { ...plan.privacy, record: plan.privacy.record * factor } });
    assert.throws(() => assertKept(record(1 - 1e-10)), /record ε is understated/);
    assert.throws(() => assertKept(record(1 + 1e-6)), /record ε is overstated/);
    const [{ blocks: all, weight }] = structuredClone(plan.forms);
    const [first, ...blocks] = all;
    const changed = () => ({ ...plan, forms: [{ blocks: [first, ...blocks], weight }] });
    first.uniform = `${BigInt(first.uniform) - 1000n}`;
    assert.throws(() => assertKept(changed()), /weights of a block/);
    first.uniform = `${BigInt(first.uniform) - BigInt(first.uniform) / 1000n}`;
    first.patterns[0].weight = `${2n ** 64n - BigInt(first.uniform) - first.patterns.slice(1).reduce((sum, { weight }) => sum + BigInt(weight), 0n)}`;
    assert.throws(() => assertKept(changed()), /understated/);
  }
});

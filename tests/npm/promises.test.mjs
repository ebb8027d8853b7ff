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
    attributes: [..."abcd"].map((name) => ({ name, question: `Question ${name}?`, categories: ["no", "maybe", "yes"] })),
    privacy: { record_epsilon: 4, method: "optimal" },
  },
  {
    survey: "blocks",
    attributes: [2, 3, 4, 5, 6, 7].map((size) => ({ name: `of ${size}`, categories: Array.from({ length: size }, (_, i) => `${i}`) })),
    privacy: { record_epsilon: 8 },
  },
];

const project = new Project();
after(() => project.remove());
const { loadPlan, factor } = await project.import();

/** Every set of positions that a block may change, with its exact probability out of 2^64 · denominator. */
function changeSets({ attributes, classes, patterns, uniform }, sizes) {
  const probabilities = new Map();
  const k = attributes.length;
  const records = attributes.reduce((product, attribute) => product * sizes[attribute], 1);
  for (let set = 0; set < 2 ** k; set += 1) {
    const changed = (position) => Boolean(set & (1 << position));
    const lies = attributes.reduce((product, attribute, position) => product * (changed(position) ? sizes[attribute] - 1 : 1), 1);
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
  const figures = [["en", 0.01, "1.1"], ["en", 1, "2.8"], ["es", 1, "2,8"], ["ja", 2.31, "11"], ["en", 8, "2,981"]];
  for (const [language, epsilon, expected] of figures) assert.equal(factor(language, epsilon), expected);
});

test("sentences name the figures, rounded to the side that promises less, in three languages", async () => {
  const { promises } = await loadPlan(project.design(HEALTH));
  const most = Math.ceil(Math.exp(promises.record) * 10) / 10;
  assert.ok(most < 10 && promises.replaced > 0.01);
  const said = Object.fromEntries(LABELLED.map((language) => [language, promises.sentences(language)]));
  assert.equal(
    said.en.record,
    `Whatever you answer, the chance of sending exactly this record changes by at most a factor of ${most}.`,
  );
  for (const [language, decimal] of [["en", "."], ["es", ","], ["ja", "."]]) {
    const { record, replaced, attributes, again } = said[language];
    assert.ok(record.includes(String(most).replace(".", decimal)), record);
    const least = Math.floor(promises.replaced * 1000) / 10;
    assert.ok(replaced.includes(String(least).replace(".", decimal)), replaced);
    const often = Math.ceil(promises.attributes[0].asAnswered * 1000) / 10;
    assert.ok(attributes[0].sentence.includes(String(often).replace(".", decimal)), attributes[0].sentence);
    assert.ok(attributes[0].sentence.includes("Do you smoke?"));
    assert.ok(attributes[2].sentence.includes("income"), "a question without wording goes by its name");
    assert.deepEqual(attributes.map(({ name }) => name), ["smoker", "age", "income"]);
    assert.ok(again.length > 20);
  }
  assert.equal(new Set(LABELLED.map((language) => said[language].record)).size, 3);
  assert.deepEqual(promises.sentences(), said.en);
  assert.match(promises.sentences("es-MX").record, new RegExp(`${most}\\.$`));
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
  assert.match(promises.sentences("en").record, /of 8,886,1\d\d\.$/);
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

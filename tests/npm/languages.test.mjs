/** Texts in several languages: in the plan, and as people read them. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { candor } from "../program.mjs";
import { HEALTH, Project } from "./installed.mjs";

const SURVEY = {
  survey: "languages",
  title: { es: "Salud", en: "Health", "zh-Hant": "健康", ar: "الصحة" },
  attributes: [
    {
      name: "smoker",
      question: { en: "Do you smoke?", es: "¿Fuma?", "zh-Hant": "你吸煙嗎？", ar: "هل تدخن؟" },
      categories: [
        { value: "no", label: { en: "No", es: "No", "zh-Hant": "否", ar: "لا" } },
        { value: "yes", label: { en: "Yes", es: "Sí", "zh-Hant": "是", ar: "نعم" } },
        "?",
      ],
    },
    { name: "age", bins: [18, 40, null] },
  ],
  privacy: { record_epsilon: 2, method: "analysis" },
};

const project = new Project();
after(() => project.remove());
const { loadPlan } = await project.import();
const { sentences } = await project.import("sentences");
const document = project.design(SURVEY);
const opened = (language) => loadPlan(document, { language, storage: "memory" });

test("the program writes every text in all languages, in the order of their tags", () => {
  assert.deepEqual(Object.entries(document.title), [
    ["ar", "الصحة"],
    ["en", "Health"],
    ["es", "Salud"],
    ["zh-Hant", "健康"],
  ]);
  assert.deepEqual(document.attributes[0].question, SURVEY.attributes[0].question);
  assert.deepEqual(document.attributes[0].categories, SURVEY.attributes[0].categories);
});

test("the program prints the English texts", () => {
  assert.match(candor("verify", project.path("languages.plan.json")), /^survey +languages: Health$/m);
});

test("a person reads all texts in one language, the likest there is", async () => {
  const plan = await opened("es-MX");
  assert.deepEqual(plan.languages, ["ar", "en", "es", "zh-Hant"]);
  assert.deepEqual([plan.language, plan.title, plan.attributes[0].question], ["es", "Salud", "¿Fuma?"]);
  assert.deepEqual(
    plan.attributes[0].categories.map(({ label }) => label),
    ["No", "Sí", "?"],
  );
  const report = plan.perturb({ smoker: "yes", age: 20 });
  const labels = plan.told(report).units.flatMap(({ named }) => named.flatMap(({ labels }) => labels));
  assert.ok(["No", "Sí", "?"].includes(labels[0]), labels[0]);
  assert.match(sentences(plan, "es").attributes[0].sentence, /¿Fuma\?/);
  assert.match(sentences(plan, "en").attributes[0].sentence, /Do you smoke\?/);
  assert.match(sentences(plan, "ja").attributes[0].sentence, /¿Fuma\?/, "it has no Japanese");
});

for (const [wanted, chosen] of [
  ["en", "en"],
  ["EN-gb", "en"],
  [["fr", "es"], "es"],
  [["fr", "de"], "en"],
  ["zh-TW", "zh-Hant"],
  [["no language at all", "en"], "en"],
  [[], "en"],
])
  test(`of its languages, a reader of ${wanted} is given ${chosen}`, async () => {
    assert.equal((await opened(wanted)).language, chosen);
  });

test("of regions and scripts the likest is chosen, whatever their order", async () => {
  const title = { "en-GB": "Colour", "en-US": "Color", "pt-BR": "Cor", "sr-Cyrl": "Боја", "sr-Latn": "Boja" };
  const plan = project.design({ ...HEALTH, survey: "regions", title });
  for (const [wanted, chosen] of Object.entries({
    en: "en-US",
    "en-AU": "en-GB",
    "pt-PT": "pt-BR",
    "sr-Latn-RS": "sr-Latn",
    sr: "sr-Cyrl",
  }))
    assert.equal((await loadPlan(plan, { language: wanted })).language, chosen, wanted);
});

test("without English, a reader of none of its languages is given the first", async () => {
  const title = { es: "Salud", ar: "الصحة" };
  const plan = project.design({ ...HEALTH, survey: "without", title });
  assert.equal((await loadPlan(plan, { language: "fr" })).title, title.ar);
  assert.match(candor("verify", project.path("without.plan.json")), /^survey +without: الصحة$/m);
});

test("a reader's languages are those of the browser unless others are given", async (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  t.after(() => (before ? Object.defineProperty(globalThis, "navigator", before) : delete globalThis.navigator));
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["es-AR", "en"] }, configurable: true });
  assert.equal((await loadPlan(document)).language, "es");
  assert.equal((await opened("en")).language, "en");
});

test("a plan whose texts are the same for everybody has no language", async () => {
  const plan = await loadPlan(project.design(HEALTH), { language: "es" });
  assert.deepEqual([plan.languages, "language" in plan, plan.title], [[], false, HEALTH.title]);
});

test("the fingerprint covers every translation, in whatever order they are written", async () => {
  const mistold = structuredClone(document);
  mistold.attributes[0].categories[1].label.es = "No, nunca";
  await assert.rejects(loadPlan(mistold), { code: "fingerprint-mismatch" });
  const { title, ...rest } = document;
  const turned = { title: Object.fromEntries(Object.entries(title).reverse()), ...rest };
  assert.equal((await loadPlan(turned)).fingerprint, document.fingerprint);
});

test("what a page adds to all objects is no text", async (t) => {
  t.after(() => {
    delete Object.prototype.label;
    delete Object.prototype.question;
  });
  Object.prototype.label = { xx: "polluted" };
  Object.prototype.question = { xx: "polluted" };
  const plan = await opened("en");
  assert.deepEqual([plan.language, Object.hasOwn(plan.attributes[1], "question")], ["en", false]);
  assert.equal(plan.attributes[0].categories[2].label, "?");
});

for (const language of [undefined, 5, null, ["en", 5]])
  test(`what is no language is refused: ${JSON.stringify(language)}`, async () => {
    await assert.rejects(opened(language), { code: "invalid-options" });
  });

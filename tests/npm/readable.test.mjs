/** Ring: package. What respondents see is easy to read in each language, as measures of readability go: each longer text, and all of a page's together. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isReadable, MEASURES } from "./readability.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { buildSync } = createRequire(`${ROOT}pkg/package.json`)("esbuild");

/** A module of the sources, without its types. */
function source(path) {
  const { outputFiles } = buildSync({ entryPoints: [ROOT + path], bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Stands for whatever a text is filled in with: a number, a count with its form, or the odds of a promise. */
const FILLED = Object.assign(new String("3"), { from: 10, least: 1, most: 46, of: 100, text: "3", form: "other" });

/** All texts of a page's words. */
function textsIn(words) {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return [words(FILLED, FILLED, "")];
  return Object.values(words).flatMap(textsIn);
}

/** Whether a text is long enough to be measured by itself. */
const isLong = (text, language) => (language === "ja" ? text.length >= 80 : text.split(/\s+/).length >= 25);

const { WORDS } = await source("www/src/answer/words.ts");

/** The studio's templates by name: what respondents see of a survey that is published as it is. */
const TEMPLATES = `${ROOT}www/src/studio/templates/`;
const templates = readdirSync(TEMPLATES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => [file, JSON.parse(readFileSync(TEMPLATES + file, "utf8"))]);

/** All texts of a survey document in a language. */
function writtenIn(language, document) {
  if (typeof document !== "object" || document === null) return [];
  if (language in document) return [document[language]];
  return Object.values(document).flatMap((each) => writtenIn(language, each));
}

for (const language of Object.keys(MEASURES)) {
  const module = async (path) => (await source(`${path}/${language}.ts`))[language];
  const pages = {
    "the elements": await module("pkg/src/elements/words"),
    "the promises": await module("pkg/src/sentences"),
    "a survey's page": WORDS[language],
    "the demonstration": await module("www/src/respondent/words"),
    ...Object.fromEntries(templates.map(([file, document]) => [file, writtenIn(language, document)])),
  };
  for (const [page, words] of Object.entries(pages))
    test(`${page} in ${language}`, (t) => {
      const texts = textsIn(words);
      const sentences = texts.filter((text) => /[.!?؟。！？]/.test(text));
      assert.ok(sentences.length > 4);
      t.diagnostic(MEASURES[language].measure(sentences).toFixed(1));
      assert.ok(isReadable(sentences, language));
      const hard = texts.filter((text) => isLong(text, language) && !isReadable([text], language));
      assert.deepEqual(hard, []);
    });
}

/** The same in the words of an office, in each language. */
const HARD = {
  ar: "بموجب الأحكام القانونية المعمول بها، تخضع المعلومات الشخصية المستخلصة من الاستبيانات الإلكترونية لإجراءات إخفاء الهوية الاحتمالية، بحيث يستحيل استنتاج الإجابات الحقيقية للمشاركين استنتاجًا قاطعًا، مع مراعاة الاستثناءات المنصوص عليها في التشريعات المتعلقة بالمعالجة الإحصائية للمعطيات الحساسة.",
  de: "Unter Berücksichtigung datenschutzrechtlicher Rahmenbedingungen werden personenbezogene Antwortdaten mittels randomisierter Verfälschungsmechanismen dergestalt transformiert, dass Rückschlüsse auf individuelle Merkmalsausprägungen lediglich innerhalb quantifizierbarer Wahrscheinlichkeitsgrenzen erfolgen können.",
  en: "Pursuant to applicable confidentiality provisions, individually identifiable information originating from participating respondents undergoes probabilistic transformation procedures, whereby subsequent inferences concerning particular characteristics remain mathematically constrained notwithstanding the availability of auxiliary documentation.",
  es: "De conformidad con las disposiciones reglamentarias aplicables, la información individualmente identificable proporcionada por los participantes será sometida a procedimientos probabilísticos de transformación, imposibilitando consiguientemente cualquier determinación inequívoca de las características particulares correspondientes.",
  fr: "Conformément aux dispositions réglementaires applicables, les informations individuellement identifiables communiquées par les participants sont soumises à des procédures probabilistes de transformation, interdisant ultérieurement toute détermination indiscutable des caractéristiques particulières correspondantes.",
  ja: "個人情報保護法施行規則所定要件充足前提条件下、回答者識別可能情報匿名化処理手続実施後、統計的推定結果公表段階、個別回答内容推定可能性最小化措置、確率的応答機構適用義務、実施機関内部監査部門確認済記録保存期間満了時点、即時廃棄処分。",
};

for (const [language, text] of Object.entries(HARD))
  test(`a hard text in ${language} is found`, () => assert.equal(isReadable([text], language), false));

/** Counted by hand: words, syllables and sentences are small numbers. */
const COUNTED = {
  ar: { text: "القط يأكل. المستشفيات كبيرة.", value: 4 / 2 + 100 / 4 },
  de: {
    text: "Die Katze frisst. Aber sie trinkt eine Wassermelone.",
    value: 19.35 / 8 + 0.1672 * 4 + 12.97 / 8 - (3.27 * 4) / 8 - 0.875,
  },
  en: { text: "The cat sat on the mat. A monkey ate it.", value: 0.39 * 5 + (11.8 * 11) / 10 - 15.59 },
  es: { text: "El gato come. Una respuesta es buena.", value: 206.835 - (62.3 * 13) / 7 - 7 / 2 },
  fr: { text: "Le chat mange. Une réponse arrive.", value: 207 - 1.015 * 3 - (73.6 * 8) / 6 },
  ja: { text: "私は、ねこが好きです。", value: -0.12 * 10 + 7.4 * ((1 + 3 + 3) / 3) - 23.18 - 4.67 + 115.79 },
};

for (const [language, { text, value }] of Object.entries(COUNTED))
  test(`the measure of ${language} is what a count by hand gives`, () => {
    const measured = MEASURES[language].measure([text]);
    assert.ok(Math.abs(measured - value) < 1e-9, `${measured} instead of ${value}`);
  });

/** Texts as files for translators: a sheet and XLIFF go out, come back, and lose nothing; what does not fit is named. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { picture } from "./stage.mjs";
import { chooseFile, downloaded, openStudioStage, saved } from "./studio.mjs";

const { parse, unparse } = createRequire(new URL("../../www/package.json", import.meta.url))("papaparse");

const stage = await openStudioStage();
const { inStudio } = stage;

/** A survey with every kind of text, some of which would break a careless file. */
const SURVEY = {
  survey: "town",
  title: "Habits of the town",
  attributes: [
    {
      name: "smoke",
      question: 'Do you "smoke", or not?',
      categories: [
        { value: "no", label: "No" },
        { value: "yes", label: "Yes, <daily> & more" },
      ],
    },
    {
      name: "debt",
      question: "=1+1; in debt?",
      categories: [
        { value: "-", label: "-" },
        { value: "+", label: "+ much" },
        { value: "q", label: "'quoted" },
      ],
    },
    {
      name: "safe",
      question: "At home",
      rows: [
        { name: "day", question: "I feel safe\u00a0by day" },
        { name: "night", question: "… by night" },
      ],
      categories: ["Never", "Often"],
    },
    {
      name: "age",
      question: "Age",
      bins: [18, 40, null],
      categories: [{ value: "refused", label: "Prefer not to say", role: "refused" }],
    },
  ],
  privacy: { record_epsilon: 2 },
  respondents: 1000,
  sections: [{ before: "smoke", title: "Habits", text: "First line\nsecond line" }],
  texts: { welcome: "Welcome!\n\nRead this.", consent: "I agree", thanks: "Thanks" },
};

/** What a translator would write in place of a text. */
const translated = (text) => `«${text}»`;

async function open(page) {
  const file = join(stage.folder, "town.json");
  writeFileSync(file, JSON.stringify(SURVEY));
  await chooseFile(page, "Open…", file);
  await page.getByText("Opened, with 4 questions.").first().waitFor();
  await page.getByText("Texts as files, for translators").click();
}

async function addLanguage(page, name) {
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByRole("textbox", { name: "Language tag" }).fill(name);
  await page.keyboard.press("Enter");
}

async function bring(page, name, text) {
  const file = join(stage.folder, name);
  writeFileSync(file, text);
  await chooseFile(page, "Open a translated file", file);
}

/** All texts of a document, in two languages. */
function expected(survey, tags) {
  const both = (text) => Object.fromEntries(tags.map((tag) => [tag, tag === "en" ? text : translated(text)]));
  const labels = (categories) =>
    categories.map((each) => {
      const { value, label = value, ...rest } = typeof each === "string" ? { value: each } : each;
      return { value, label: both(label), ...rest };
    });
  return {
    title: both(survey.title),
    attributes: survey.attributes.map(({ question, categories, rows, ...rest }) => ({
      ...rest,
      question: both(question),
      ...(rows && { rows: rows.map(({ name, question: text }) => ({ name, question: both(text) })) }),
      categories: labels(categories),
    })),
    texts: Object.fromEntries(Object.entries(survey.texts).map(([which, text]) => [which, both(text)])),
    sections: survey.sections.map(({ before, title, text }) => ({ before, title: both(title), text: both(text) })),
  };
}

async function assertTranslated(page, tags) {
  const { title, attributes, texts, sections } = await saved(page);
  assert.deepEqual({ title, attributes, texts, sections }, expected(SURVEY, tags));
}

test("a sheet goes out and comes back with every text, in a further column for a further language", () =>
  inStudio(async (page) => {
    await open(page);
    const { name, text } = await downloaded(page, page.getByRole("button", { name: "Download a sheet (CSV)" }));
    assert.equal(name, "town.csv");
    const { data, errors } = parse(text.replace(/^\uFEFF/, ""), { skipEmptyLines: true });
    assert.deepEqual([errors, data[0]], [[], ["key", "en"]]);
    const keys = data.slice(1).map(([key]) => key);
    assert.equal(new Set(keys).size, keys.length);
    for (const key of [
      "title",
      "welcome",
      "question smoke",
      "choice smoke: yes",
      "row safe: night",
      "answer age: refused",
      "heading before smoke",
    ])
      assert.ok(keys.includes(key), `${key} of ${keys}`);
    assert.ok(
      data.every((row) => row.every((cell) => !/^[=+@-]/.test(cell))),
      "a spreadsheet computes nothing",
    );
    assert.equal(data.find(([key]) => key === "question debt")[1], "'=1+1; in debt?");
    const shown = (cell) => (/^'['=+@-]/.test(cell) ? cell.slice(1) : cell);
    const [, ...rows] = data;
    const sheet = unparse(
      [["key", "en", "es", "klingon!"], ...rows.map(([key, own]) => [key, own, translated(shown(own)), "x"])],
      { delimiter: ";" },
    );
    await bring(page, "back.csv", `\uFEFF${sheet}`);
    await page.getByText(`Taken: ${rows.length} texts in español.`).first().waitFor();
    assert.deepEqual(await page.getByRole("list", { name: "To look at:" }).locator("li").allInnerTexts(), [
      "klingon!: is no language tag; its column was left out",
    ]);
    await assertTranslated(page, ["en", "es"]);
    assert.deepEqual(await violations(page), []);
    await picture(page, "studio-exchange");
    const again = await downloaded(page, page.getByRole("button", { name: "Download a sheet (CSV)" }));
    await bring(page, "again.csv", again.text);
    await page.getByText("No text in it was new.").first().waitFor();
    await assertTranslated(page, ["en", "es"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal((await saved(page)).title, SURVEY.title);
  }));

test("XLIFF goes out for a language and comes back with every text", () =>
  inStudio(async (page) => {
    await open(page);
    await addLanguage(page, "Spanish");
    const { name, text } = await downloaded(page, page.getByRole("button", { name: "Download XLIFF: español" }));
    assert.equal(name, "town.es.xlf");
    const told = await page.evaluate((xml) => {
      const { documentElement: root } = new DOMParser().parseFromString(xml, "application/xml");
      const sources = Array.from(root.querySelectorAll("unit"), (unit) => [
        unit.getAttribute("name"),
        unit.querySelector("source").textContent,
      ]);
      return { root: root.localName, tags: [root.getAttribute("srcLang"), root.getAttribute("trgLang")], sources };
    }, text);
    assert.deepEqual([told.root, ...told.tags], ["xliff", "en", "es"]);
    const sources = Object.fromEntries(told.sources);
    assert.equal(sources["choice smoke: yes"], "Yes, <daily> & more");
    assert.equal(sources["text before smoke"], "First line\nsecond line");
    assert.equal((text.match(/<unit /g) ?? []).length, (text.match(/state="initial"/g) ?? []).length);
    const back = text
      .replaceAll(/<source>([^<]*)<\/source>/g, "<source>$1</source><target>«$1»</target>")
      .replaceAll("initial", "final");
    await bring(page, "back.xlf", back);
    await page.getByText(`Taken: ${told.sources.length} texts in español.`).first().waitFor();
    await assertTranslated(page, ["en", "es"]);
    assert.equal(await page.getByRole("list", { name: "To look at:" }).count(), 0);
    const again = await downloaded(page, page.getByRole("button", { name: "Download XLIFF: español" }));
    await bring(page, "again.xlf", again.text);
    await page.getByText("No text in it was new.").first().waitFor();
  }));

test("what does not fit is named, the first language is never overwritten, and other files are said to be others", () =>
  inStudio(async (page) => {
    await open(page);
    const sheet = unparse([
      ["Key", "en", "fr"],
      ["title", "Habits of the village", "Habitudes"],
      ["question debt", "", "Endetté ?"],
      ["question debt", "", "Des dettes ?"],
      ["question gone", "Gone?", "Parti ?"],
    ]);
    await bring(page, "partly.csv", sheet);
    await page.getByText("Taken: 2 texts in français.").first().waitFor();
    assert.deepEqual(await page.getByRole("list", { name: "To look at:" }).locator("li").allInnerTexts(), [
      "title: was translated from another text than the one that stands here now; it was taken",
      "question gone: no text of this survey has this key; it was left out",
      "question debt: has its key more than once; the last was taken",
    ]);
    const { title, attributes } = await saved(page);
    assert.deepEqual(title, { en: SURVEY.title, fr: "Habitudes" });
    assert.deepEqual(attributes[1].question, { en: "=1+1; in debt?", fr: "Des dettes ?" });
    for (const [file, text] of [
      ["answers.csv", "name,age\nAda,36\n"],
      ["old.xlf", '<xliff version="1.2"><file/></xliff>'],
      ["broken.xlf", '<xliff version="2.0"><file>'],
    ]) {
      await bring(page, file, text);
      await page
        .getByRole("alert")
        .getByText(`${file} is neither a sheet with a column “key” nor XLIFF 2.0.`)
        .waitFor();
    }
    assert.deepEqual((await saved(page)).title, title);
  }));

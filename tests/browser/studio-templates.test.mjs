/** The templates of the studio: each is complete in every language, fits the schema, is designed by the program, and published and answered in the browser. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertKept } from "../exact.mjs";
import { nightly } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { assertFits } from "../schemas.mjs";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { faults, openPage, picture } from "./stage.mjs";
import { designedInPage, openStudioStage, saved, step } from "./studio.mjs";

const stage = await openStudioStage();
const { inStudio, browser } = stage;

const FOLDER = fileURLToPath(new URL("../../www/src/studio/templates/", import.meta.url));
const TITLES = {
  harassment: "Harassment at work",
  drugs: "Drug use at school",
  corruption: "Corruption",
  health: "Health behaviour",
  pay: "Pay",
};
const SEND = { en: "Change at random and send", ar: "تغيير عشوائي ثم إرسال" };
const LANGUAGES = ["ar", "de", "en", "es", "fr", "ja"];
/** In each language, the words for being sure: a report is weak evidence, and no text may say that it is none. */
const SURE = { ar: "يقينًا", de: "sicher wissen", en: "be sure", es: "con certeza", fr: "avec certitude", ja: "確かに" };
const documentOf = (name) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));

/** The texts of a document, each with its path. */
function textsIn(value, path = "") {
  if (typeof value !== "object" || value === null) return [];
  const isText = ["title", "question", "label", "text", "welcome", "consent", "thanks"].includes(
    path.split(".").at(-1),
  );
  if (isText) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${path}.${key}`));
}

test("there are five templates, and no other file", () =>
  assert.deepEqual(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".json"))
      .sort(),
    Object.keys(TITLES)
      .map((name) => `${name}.json`)
      .sort(),
  ));

for (const [name, title] of Object.entries(TITLES)) {
  test(`${title}: in six languages, within the schema, designed by the program with the tables that it recommends`, () => {
    const survey = documentOf(name);
    assertFits("survey", survey);
    const texts = textsIn(survey);
    assert.ok(texts.length > 30, `${texts.length} texts`);
    for (const [path, text] of texts) {
      assert.deepEqual(Object.keys(text), LANGUAGES, path);
      assert.ok(
        Object.values(text).every((each) => each.trim() !== "" && each === each.trim()),
        path,
      );
    }
    for (const language of LANGUAGES) assert.ok(survey.texts.welcome[language].includes(SURE[language]), language);
    const offered = survey.attributes.map(({ name, categories }) => [name, categories.at(-1)]);
    for (const [question, last] of offered) assert.equal(last.value, "refused", question);
    const file = join(stage.folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(survey));
    const plan = join(stage.folder, `${name}.plan.json`);
    const { expected } = JSON.parse(candor("design", file, "-o", plan, "--format", "json"));
    assertKept(JSON.parse(readFileSync(plan, "utf8")));
    // Everything that it recommends to read can be read: no cell is off by more than 10 points in 95 of 100 surveys.
    for (const { attributes, standard_error: error } of expected.tables)
      assert.ok(1.96 * error < 0.1, `${attributes}: ${error}`);
  });

  if (name !== "harassment" && !nightly) continue;
  test(`${title}: begun in the studio in two languages, and published and answered in both`, () =>
    inStudio(
      async (page) => {
        const asked = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.getByRole("button", { name: "New, templates…" }).click();
        await page.getByRole("checkbox", { name: "العربية" }).check();
        if (name === "harassment") {
          assert.deepEqual(await violations(page), []);
          await picture(page, "studio-templates");
        }
        // The program of an earlier step may still be on its way.
        const texts = asked.filter((url) => !url.includes("/worker-"));
        assert.deepEqual(texts, [], "nothing is fetched before one is chosen");
        await page.getByRole("button", { name: `Begin with “${title}”` }).click();
        await page.getByText(`A survey from the template “${title}”.`).first().waitFor();
        assert.ok(
          asked.some((url) => url.includes(`/${name}-`)),
          `${asked}`,
        );
        await page.getByText("Every question is ready.").waitFor();
        const survey = documentOf(name);
        const { $schema: _, ...document } = await saved(page);
        const inBoth = (value) =>
          JSON.parse(
            JSON.stringify(value, (_, each) =>
              each !== null && typeof each === "object" && "ja" in each ? { en: each.en, ar: each.ar } : each,
            ),
          );
        assert.deepEqual(document, inBoth(survey), "the document is the template in two languages");
        await step(page, "Choose");
        await designedInPage(page);
        await step(page, "Publish");
        await page.getByLabel("Author’s token").fill(stage.token);
        await page.getByRole("button", { name: "Publish", exact: true }).last().click();
        const link = await page.locator(".published a").first().getAttribute("href");
        for (const tag of ["en", "ar"]) await answered(link, tag, survey);
      },
      { viewport: { width: 1280, height: 900 } },
    ));
}

/** A visitor reads the page in a language, and prefers not to say anything. */
async function answered(link, locale, { attributes, texts }) {
  const visitor = await openPage(browser, { locale });
  await visitor.goto(link);
  const frame = await inside(visitor, attributes[0].question[locale]);
  await frame.getByText(texts.welcome[locale]).waitFor();
  // The last answer is that one prefers not to say; hidden are follow-ups of other answers.
  for (const answers of await frame.locator("fieldset:visible").all()) {
    const rows = await answers.locator("[type=radio]").evaluateAll((all) => [...new Set(all.map(({ name }) => name))]);
    for (const row of rows) await answers.locator(`[type=radio][name="${row}"]`).last().check();
    if (rows.length === 0) await answers.locator("[type=checkbox]").last().check();
  }
  await frame.getByRole("button", { name: SEND[locale] }).click();
  await inside(visitor, texts.thanks[locale]);
  assert.deepEqual(faults(visitor), []);
  await visitor.context().close();
}

test("every template names its sources: who published what, when and where", () =>
  inStudio(async (page) => {
    await page.getByRole("button", { name: "New, templates…" }).click();
    const templates = page.locator(".template");
    assert.deepEqual(await templates.locator("h3").allTextContents(), Object.values(TITLES));
    for (const template of await templates.all()) {
      const sources = await template.getByRole("listitem").all();
      assert.ok(sources.length >= 2);
      for (const source of sources) {
        assert.match(await source.textContent(), /^\p{Lu}.+: \p{Lu}.+, (19|20)\d\d$/u);
        const link = source.getByRole("link");
        assert.match(await link.getAttribute("href"), /^https:\/\/(doi\.org\/10\.\d{4,}\/\S+|[a-z.]+\.[a-z]+\/\S+)$/);
        assert.equal(await link.getAttribute("rel"), "noreferrer");
        assert.ok((await link.textContent()).length >= 7);
      }
    }
  }));

test("an empty survey begins there, too, and a survey keeps the languages that it does not show yet", () =>
  inStudio(async (page) => {
    await page.getByRole("button", { name: "New, templates…" }).click();
    await page.getByRole("button", { name: "Begin with “Pay”" }).click();
    await page.getByRole("button", { name: "Add a language" }).click();
    await page.getByRole("textbox", { name: "Language tag" }).fill("French");
    await page.keyboard.press("Enter");
    assert.equal(
      await page.getByRole("textbox", { name: "Title of the survey" }).inputValue(),
      "Les salaires chez nous",
    );
    assert.equal(await page.getByText("not yet written in this language").count(), 0);
    await page.getByRole("button", { name: "New, templates…" }).click();
    await page.getByRole("button", { name: "Begin with an empty one" }).click();
    assert.equal(await page.getByRole("textbox", { name: "What is asked" }).inputValue(), "");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.locator(".written").count(), 8);
  }));

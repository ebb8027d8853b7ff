/** Translating in the studio: the text to translate is beside its field, what is missing is counted and named, and nothing that was finished turns red. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { faults, picture } from "./stage.mjs";
import { designedInPage, openStudioStage, saved, step, writeChoices } from "./studio.mjs";
import { Walk } from "./walk.mjs";

const { inStudio } = await openStudioStage();

test("a survey is translated beside its own texts, from what is missing to nothing", (t) =>
  inStudio(
    async (page) => {
      await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits");
      await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
      await writeChoices(page, "Do you sing?", ["Never", "Often"]);
      await page.getByText("Every question is ready.").waitFor();
      const walk = await Walk.through(page);
      await walk.press(page.getByRole("button", { name: "Add a language" }));
      await walk.write(page.getByRole("textbox", { name: "Language tag" }), "Spanish");
      await page.keyboard.press("Enter");
      await page.getByRole("radio", { name: "español · 7 missing" }).waitFor();
      await page.getByText("7 texts are not yet written in this language: español").waitFor();
      await page.getByText("Every question is ready.").waitFor();
      assert.equal(await page.locator(".faulty").count(), 0, "what was finished stays so");
      const beside = page.locator("#pane .source");
      assert.deepEqual(await beside.allInnerTexts(), ["Do you smoke?", "No", "Yes", "Do you sing?", "Never", "Often"]);
      assert.equal(await beside.first().getAttribute("lang"), "en");
      await walk.press(page.getByText("7 texts are not yet written"));
      await picture(page, "studio-translating");
      await walk.press(page.getByRole("button", { name: "Question 2 · Choice 1" }));
      await page.locator(":focus[aria-label='Choice 1']").waitFor();
      await page.keyboard.type("Nunca");
      await page.getByText("6 texts are not yet written in this language: español").waitFor();
      walk.ended(t, "from adding a language to its first text");
      assert.deepEqual(await violations(page), []);
      await step(page, "Choose");
      await designedInPage(page);
      await step(page, "See");
      const asked = await inside(page, "Do you sing?");
      await asked.getByText("Nunca").waitFor();
      await step(page, "Write");
      for (const [field, text] of [
        [page.getByRole("textbox", { name: "Title of the survey" }), "Hábitos"],
        [page.getByRole("textbox", { name: "What is asked" }).first(), "¿Fuma?"],
        [page.getByRole("textbox", { name: "What is asked" }).last(), "¿Canta?"],
        [page.getByRole("textbox", { name: "Choice 1", exact: true }).first(), "No"],
        [page.getByRole("textbox", { name: "Choice 2", exact: true }).first(), "Sí"],
        [page.getByRole("textbox", { name: "Choice 2", exact: true }).last(), "A menudo"],
      ])
        await walk.write(field, text);
      await page.getByRole("radio", { name: "español", exact: true }).waitFor();
      assert.equal(await page.getByText("not yet written in this language").count(), 0);
      walk.ended(t, "to a translated survey of two questions");
      const { title, attributes } = await saved(page);
      assert.deepEqual(title, { en: "Habits", es: "Hábitos" });
      assert.deepEqual(attributes[1].categories[0].label, { en: "Never", es: "Nunca" });
      await page.getByRole("radio", { name: "English" }).check();
      assert.equal(await page.locator("#pane .source").count(), 0, "the first language is written, not translated");
      assert.deepEqual(faults(page), []);
    },
    { viewport: { width: 1280, height: 900 } },
  ));

test("a file holds what was written and nothing in its place", () =>
  inStudio(async (page) => {
    await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits");
    await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
    await page.getByRole("button", { name: "Add a language" }).click();
    await page.getByRole("textbox", { name: "Language tag" }).fill("es");
    await page.keyboard.press("Enter");
    // From here on the other language is written.
    await page.locator(".source", { hasText: "Do you smoke?" }).waitFor();
    await page.getByRole("textbox", { name: "What is asked" }).fill("¿Fuma?");
    const { title, attributes } = await saved(page);
    assert.deepEqual(title, { en: "Habits" });
    assert.deepEqual(attributes[0].question, { en: "Do you smoke?", es: "¿Fuma?" });
  }));

/** A survey in two languages: it is written, found incomplete, completed, and read by respondents in their own language. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inside } from "./enclosed.mjs";
import { faults, openPage } from "./stage.mjs";
import { designedInPage, downloaded, openStudioStage, step, writeChoices } from "./studio.mjs";

const stage = await openStudioStage();
const { browser, openStudio } = stage;

test("texts are written in each language, and each respondent reads their own", async () => {
  const page = await openStudio();
  await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits");
  await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByRole("textbox", { name: "Language tag" }).fill("no language at all");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("“no language at all” is no language tag").waitFor();
  await page.getByRole("textbox", { name: "Language tag" }).fill("es");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "español" }).waitFor();
  await page.getByRole("textbox", { name: "Title of the survey" }).fill("Hábitos");
  await page.getByText("3 texts are not yet written in this language: español").waitFor();
  await page.getByRole("textbox", { name: "What is asked" }).fill("¿Fuma usted?");
  await page.getByRole("textbox", { name: "Choice 1", exact: true }).fill("No");
  await page.getByRole("textbox", { name: "Choice 2", exact: true }).fill("Sí");
  await page.getByText("Every question is ready.").waitFor();
  await step(page, "Choose");
  await designedInPage(page);
  await step(page, "See");
  await inside(page, "¿Fuma usted?");
  await page.getByRole("radio", { name: "English" }).check();
  await inside(page, "Do you smoke?");
  await page.getByRole("radio", { name: "español" }).check();
  const asked = await inside(page, "¿Fuma usted?");
  await asked.getByRole("radio", { name: "Sí" }).check();
  await asked.getByRole("button", { name: "Cambiar al azar y enviar" }).click();
  const leaving = page.frameLocator("iframe");
  await leaving.getByRole("heading", { name: "Esto es lo que saldría" }).waitFor();
  assert.equal(await leaving.locator("html").getAttribute("lang"), "es");
  await step(page, "Publish");
  const { text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
  const [{ question, categories }] = JSON.parse(text).attributes;
  assert.deepEqual(question, { en: "Do you smoke?", es: "¿Fuma usted?" });
  assert.deepEqual(categories[1], { value: "Yes", label: { en: "Yes", es: "Sí" } });
  await page.getByLabel("Address of the collector").last().fill(stage.collector.origin);
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  const link = await page.locator(".published a").first().getAttribute("href");
  for (const [locale, asked] of [
    ["en-GB", "Do you smoke?"],
    ["es-MX", "¿Fuma usted?"],
  ]) {
    const visitor = await openPage(browser, { locale });
    await visitor.goto(link);
    await inside(visitor, asked);
    assert.deepEqual(faults(visitor), []);
    await visitor.context().close();
  }
  assert.deepEqual(faults(page), []);
});

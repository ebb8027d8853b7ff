/** Follow-ups in the studio: written by keyboard, kept and opened again, faults beside their question, and asked in the preview. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { picture } from "./stage.mjs";
import {
  chooseFile,
  designedInPage,
  openOptions,
  openStudioStage,
  saved,
  step,
  writeChoices,
  writeNumber,
} from "./studio.mjs";
import { SURVEY } from "./workplace.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;

const conditions = async (page) => (await saved(page)).attributes.map(({ asked_if }) => asked_if);

async function writeFour(page) {
  await writeChoices(page, "Were you harassed?", ["No", "Yes", "Rather not say"], { first: true, optional: true });
  await writeChoices(page, "By whom?", ["A colleague", "A superior"]);
  await writeNumber(page, "Your age", [30, 50]);
  await writeChoices(page, "Do you get a pension?", ["No", "Yes"]);
  for (const place of [1, 2, 3]) await openOptions(card(page, place));
}

const card = (page, place) => page.locator(".written").nth(place);
const addCondition = (page, place) => card(page, place).getByRole("button", { name: "Ask only after certain answers" });

test("a question is asked only after answers that are chosen by keyboard, and that is undone", () =>
  inStudio(async (page) => {
    await writeFour(page);
    assert.equal(await addCondition(page, 0).count(), 0, "there is no question before the first");
    await addCondition(page, 1).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.localName === "select");
    await card(page, 1).getByText("but after none of its answers").waitFor();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    assert.deepEqual((await conditions(page))[1], { "were-you-harassed": ["Yes", "no answer"] });
    await page.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual((await conditions(page))[1], { "were-you-harassed": ["Yes"] });
    await page.getByText("Every question is ready.").waitFor();
    await addCondition(page, 3).click();
    await card(page, 3).getByRole("checkbox", { name: "50 or more" }).check();
    await addCondition(page, 3).click();
    const second = card(page, 3).getByRole("group", { name: "and if" });
    await second.getByRole("combobox", { name: "Earlier question" }).selectOption("1. Were you harassed?");
    await second.getByRole("checkbox", { name: "No", exact: true }).check();
    await second.getByRole("checkbox", { name: "Yes" }).check();
    assert.deepEqual(await conditions(page), [
      undefined,
      { "were-you-harassed": ["Yes"] },
      undefined,
      { "your-age": { from: 50 }, "were-you-harassed": ["No", "Yes"] },
    ]);
    await page.getByText("Every question is ready.").waitFor();
    assert.deepEqual(await violations(page), []);
    await picture(page, "studio-follow-ups");
    await second.getByRole("button", { name: "Remove this condition" }).click();
    assert.deepEqual((await conditions(page))[3], { "your-age": { from: 50 } });
  }));

test("conditions follow their questions and answers, and what no longer fits is a fault beside its question", () =>
  inStudio(async (page) => {
    await writeFour(page);
    await addCondition(page, 1).click();
    await card(page, 1).getByRole("checkbox", { name: "Yes" }).check();
    await addCondition(page, 3).click();
    await card(page, 3).getByRole("checkbox", { name: "30 to under 50" }).check();
    await card(page, 0).getByRole("textbox", { name: "Choice 2" }).fill("Yes, I was");
    await card(page, 0).getByRole("textbox", { name: "Name in tables" }).fill("harassed");
    assert.deepEqual((await conditions(page))[1], { harassed: ["Yes, I was"] });
    await card(page, 2).getByRole("textbox", { name: "Limit 2 of the ranges" }).fill("55");
    await card(page, 3).getByText('no answer "[30,50)"').waitFor();
    await card(page, 2).getByRole("textbox", { name: "Limit 2 of the ranges" }).fill("50");
    await page.getByText("Every question is ready.").waitFor();
    await page.getByRole("button", { name: "Move question 2 of 4" }).focus();
    await page.keyboard.press("ArrowUp");
    await card(page, 0).getByText("which is no question before it").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Every question is ready.").waitFor();
    await card(page, 0).getByRole("button", { name: "Remove choice 2" }).click();
    await card(page, 1).getByText("but after none of its answers").waitFor();
    await page.getByRole("button", { name: "Remove question 1" }).click();
    assert.equal((await conditions(page))[0], undefined);
    await page.getByText("Every question is ready.").waitFor();
  }));

test("a survey with follow-ups is opened, saved as it was, and asked in the preview after the answers that lead to it", () =>
  inStudio(
    async (page) => {
      const file = join(stage.folder, "workplace.json");
      writeFileSync(file, JSON.stringify(SURVEY));
      await chooseFile(page, "Open…", file);
      await page.getByText("Opened, with 5 questions.").first().waitFor();
      const { attributes } = await saved(page);
      assert.deepEqual(attributes, SURVEY.attributes);
      await page.reload();
      assert.deepEqual((await saved(page)).attributes, SURVEY.attributes, "also after a reload");
      await step(page, "Choose");
      await designedInPage(page);
      await step(page, "See");
      const frame = await inside(page, "Were you harassed?");
      const shown = () => frame.locator("fieldset:visible > legend").allInnerTexts();
      assert.deepEqual(await shown(), ["Were you harassed?", "Your age"]);
      const [truths, compared] = [page.locator(".truths"), page.locator(".comparison")];
      assert.equal(await truths.getByText("Not asked").count(), 0, "it follows from other answers");
      await page.getByRole("button", { name: "Simulate" }).click();
      await compared.getByText("none of whom exist").waitFor({ timeout: 120_000 });
      assert.equal(await compared.getByRole("rowheader", { name: "Not asked" }).count(), 3);
      await frame.getByLabel("Yes", { exact: true }).check();
      await frame.getByLabel("A superior").check();
      assert.deepEqual(await shown(), ["Were you harassed?", "By whom?", "Did you report it?", "Your age"]);
      await frame.getByLabel("No", { exact: true }).check();
      await frame.getByRole("spinbutton").first().fill("20");
      await frame.getByRole("button", { name: "Change at random and send" }).click();
      await page.getByRole("heading", { name: "What would leave" }).waitFor();
      const leaving = await inside(page, "An example");
      assert.deepEqual(await leaving.locator("table").first().locator("th[scope=row]").allTextContents(), [
        ...["harassed", "by", "reported", "age", "pension"],
      ]);
    },
    { viewport: { width: 1280, height: 900 } },
  ));

/** What stands around questions in the studio: texts, sections, orders at random and scores are written, found faulty, undone, opened and designed. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { FORTY } from "./forty.mjs";
import { looks } from "./looks.mjs";
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

const { inStudio } = await openStudioStage();

const card = (page, place) => page.locator(".written").nth(place);
const button = (page, name) => page.getByRole("button", { name, exact: true });
const section = (page, place) => page.getByRole("listitem", { name: `Section before question ${place}` });
const fold = (page, title) => page.locator("details.around", { hasText: title });
const ready = (page) => page.getByText("Every question is ready.").waitFor();

async function writeThree(page) {
  await writeChoices(page, "Were you harassed?", ["No", "Yes"], { first: true });
  await writeChoices(page, "By whom?", ["A colleague", "A superior"]);
  await writeNumber(page, "Your age", [30, 50]);
}

test("texts before and after the questions are written over several lines, and undone", () =>
  inStudio(async (page) => {
    await writeThree(page);
    assert.equal((await saved(page)).texts, undefined);
    await fold(page, "Texts before and after").locator("summary").click();
    const text = (name) => page.getByRole("textbox", { name });
    await text("Welcome").fill("Welcome.");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("It takes a minute.");
    await text("Consent").fill("I take part");
    await text("Thanks").fill("Thank you");
    const texts = { welcome: "Welcome.\nIt takes a minute.", consent: "I take part", thanks: "Thank you" };
    assert.deepEqual((await saved(page)).texts, texts);
    await text("Thanks").press("Control+z");
    assert.equal(await text("Thanks").inputValue(), "");
    assert.equal((await saved(page)).texts.thanks, undefined);
    await text("Thanks").press("Control+y");
    await text("Consent").fill("I take part\u202e");
    const fault = page.locator("#fault-consent");
    await fault.filter({ hasText: /./ }).waitFor();
    assert.equal(await text("Consent").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#fault-thanks").innerText(), "");
    await step(page, "Choose");
    await page.getByText("Some questions need a change").waitFor();
    await step(page, "Write");
    await text("Consent").fill("I take part");
    await ready(page);
    await step(page, "Choose");
    await designedInPage(page);
    await step(page, "See");
    const frame = await inside(page, "It takes a minute.");
    assert.match(await frame.evaluate(() => document.body.innerText), /I take part/);
  }));

test("a section begins with a question, stays when that is moved or removed, and has its questions at random", () =>
  inStudio(async (page) => {
    await writeThree(page);
    const sections = async () => (await saved(page)).sections;
    await button(page, "Begin a section with question 2").click();
    await section(page, 2).locator(".text:focus").waitFor();
    await page.keyboard.type("About it");
    assert.equal(await button(page, "Begin a section with question 2").count(), 0);
    await section(page, 2).getByRole("textbox", { name: "Text below the heading" }).fill("It may be hard.");
    const written = { before: "by-whom", title: "About it", text: "It may be hard." };
    assert.deepEqual(await sections(), [written]);
    await button(page, "Begin a section with question 1").click();
    assert.deepEqual(await sections(), [{ before: "were-you-harassed" }, written]);
    await section(page, 1).getByRole("checkbox", { name: "Questions in an order at random" }).check();
    assert.deepEqual((await sections())[0], { before: "were-you-harassed", order: "random" });
    await ready(page);
    // A follow-up cannot come before its question.
    await section(page, 2).getByRole("checkbox", { name: "Questions in an order at random" }).check();
    await openOptions(card(page, 2));
    await card(page, 2).getByRole("button", { name: "Ask only after certain answers" }).click();
    await card(page, 2).getByRole("checkbox", { name: "A superior" }).check();
    await section(page, 2).locator(".fault", { hasText: "a question follows from another of its section" }).waitFor();
    assert.equal(await section(page, 1).locator(".fault").innerText(), "");
    await section(page, 2).getByRole("checkbox", { name: "Questions in an order at random" }).uncheck();
    await ready(page);
    // The question that begins the section leaves it; the other then begins it.
    await page.getByRole("button", { name: "Move question 2 of 3" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("status").getByText("Question 2 is now question 3 of 3").waitFor();
    assert.deepEqual((await sections())[1].before, "your-age");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual((await sections())[1].before, "by-whom");
    await button(page, "Remove question 2").click();
    assert.deepEqual((await sections())[1].before, "your-age");
    // Without a question there is no section.
    await button(page, "Remove question 2").click();
    assert.deepEqual(await sections(), [{ before: "were-you-harassed", order: "random" }]);
    await button(page, "Remove the section before question 1").click();
    assert.equal(await sections(), undefined);
  }));

test("choices and rows are in an order at random, numbers are not", () =>
  inStudio(async (page) => {
    await writeThree(page);
    const order = async (place) => (await saved(page)).attributes[place].order;
    await openOptions(card(page, 0));
    await card(page, 0).getByRole("checkbox", { name: "Choices in an order at random" }).check();
    assert.equal(await order(0), "random");
    await card(page, 0).getByRole("radio", { name: "A number" }).check();
    assert.equal(await order(0), undefined);
    assert.equal(await page.locator(".written").first().getByRole("checkbox", { name: "at random" }).count(), 0);
    await card(page, 0).getByRole("radio", { name: "Rows on one scale" }).check();
    assert.ok(await card(page, 0).getByRole("checkbox", { name: "Rows in an order at random" }).isChecked());
    await card(page, 0).getByRole("checkbox", { name: "Rows in an order at random" }).uncheck();
    assert.equal(await order(0), undefined);
    assert.deepEqual(await order(2), undefined);
  }));

test("a score adds up questions and rows by numbers of its own, some of them in reverse; its faults stand beside it", () =>
  inStudio(async (page) => {
    await writeChoices(page, "At work", ["No", "Yes"], { first: true });
    await card(page, 0).getByRole("radio", { name: "Rows on one scale" }).check();
    for (const [place, row] of ["I feel safe", "I am blamed"].entries())
      await card(page, 0)
        .getByRole("textbox", { name: `Row ${place + 1}`, exact: true })
        .fill(row);
    await writeChoices(page, "Do you like it?", ["No", "Rather", "Yes"]);
    const scores = async () => (await saved(page)).scores;
    await fold(page, "Scores").locator("summary").click();
    await button(page, "Add a score").click();
    const score = page.getByRole("group", { name: "Score 1" });
    await score.locator(".fault").filter({ hasText: /./ }).waitFor();
    const adding = score.getByRole("combobox", { name: "Add a question to the score" });
    assert.deepEqual(await adding.locator("option").allInnerTexts(), [
      "Add a question to the score",
      "1. At work",
      "1. At work – I feel safe",
      "1. At work – I am blamed",
      "2. Do you like it?",
    ]);
    await adding.selectOption("1. At work – I feel safe");
    assert.deepEqual(await scores(), [{ name: "score-1", of: ["at-work.i-feel-safe"] }]);
    await ready(page);
    // The whole question stands for its rows.
    await adding.selectOption("1. At work");
    await score.getByRole("checkbox", { name: "At work – I am blamed: reversed" }).check();
    await score.getByRole("textbox", { name: "Name in tables" }).fill("climate");
    const climate = { name: "climate", of: ["at-work"], reversed: ["at-work.i-am-blamed"] };
    assert.deepEqual(await scores(), [climate]);
    const codes = score.getByRole("textbox", { name: "Numbers of the valid answers" });
    await codes.fill("0, much");
    await score.locator(".fault", { hasText: "“much” is not a number." }).waitFor();
    await codes.fill("0, 1, 2");
    await score.locator(".fault").filter({ hasNotText: "not a number" }).filter({ hasText: "climate" }).waitFor();
    await codes.fill("0, 1");
    await ready(page);
    assert.deepEqual(await scores(), [{ ...climate, codes: [0, 1] }]);
    await adding.selectOption("2. Do you like it?");
    await score.locator(".fault", { hasText: "climate" }).waitFor();
    await button(page, "Take “2. Do you like it?” out of the score").click();
    await page.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual((await scores())[0].of, ["at-work", "do-you-like-it"]);
    // What is no question any more is in no score.
    await button(page, "Remove question 2").click();
    assert.deepEqual((await scores())[0].of, ["at-work"]);
    await button(page, "Remove score 1").click();
    assert.equal(await scores(), undefined);
  }));

test("a text that one language lacks is counted, and the text to translate is beside its field", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Do you smoke?", ["1", "2"], { first: true });
    await button(page, "Begin a section with question 1").click();
    await section(page, 1).getByRole("textbox", { name: "Heading of the section" }).fill("Habits");
    await page.getByRole("button", { name: "Add a language" }).click();
    await page.getByRole("textbox", { name: "Language tag" }).fill("de");
    await page.keyboard.press("Enter");
    // From here on the other language is written.
    await page.locator(".source", { hasText: "Do you smoke?" }).waitFor();
    await page.getByRole("textbox", { name: "What is asked" }).fill("Rauchen Sie?");
    for (const place of [1, 2])
      await page.getByRole("textbox", { name: `Choice ${place}`, exact: true }).fill(`${place}`);
    await page.getByText("1 text is not yet written in this language: Deutsch").waitFor();
    assert.equal(await section(page, 1).locator(".source").textContent(), "Habits");
    await ready(page);
    await section(page, 1).getByRole("textbox", { name: "Heading of the section" }).fill("Gewohnheiten");
    assert.equal(await page.locator(".missing").count(), 0);
    assert.deepEqual((await saved(page)).sections[0].title, { en: "Habits", de: "Gewohnheiten" });
  }));

for (const { colorScheme, width } of looks([1280, 360]))
  test(`forty questions with all of it are opened and saved as they were, ${colorScheme}, ${width}`, () =>
    inStudio(
      async (page) => {
        await chooseFile(page, "Open…", FORTY);
        await page.getByText("Opened, with 40 questions.").first().waitFor();
        const survey = JSON.parse(readFileSync(FORTY, "utf8"));
        const { $schema: _, ...again } = await saved(page);
        assert.deepEqual(again, survey);
        await page.reload();
        await ready(page);
        assert.deepEqual((await saved(page)).scores, survey.scores);
        assert.ok(await page.getByRole("textbox", { name: "Welcome" }).isVisible(), "what is used is open");
        assert.equal(await page.locator(".section-of").count(), survey.sections.length);
        assert.deepEqual(await violations(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await picture(page, `studio-around-${colorScheme}-${width}`);
      },
      { fonts: true, colorScheme, viewport: { width, height: 900 } },
    ));

/** Rankings in the studio: written, opened, designed, simulated, and asked in the preview. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { picture } from "./stage.mjs";
import {
  chooseFile,
  designedInPage,
  downloaded,
  openOptions,
  openStudioStage,
  saved,
  step,
  writeChoices,
} from "./studio.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;

const card = (page, place) => page.locator(".written").nth(place);
const attributes = async (page) => (await saved(page)).attributes;

test("items are put in order, all of them or as many as there are places; faults stand beside them", () =>
  inStudio(async (page) => {
    await writeChoices(page, "What should change first?", ["Pay", "Hours of work", "Safety"], { first: true });
    await openOptions(card(page, 0));
    await card(page, 0).getByRole("combobox", { name: "What choice 3 is" }).selectOption("Prefer not to say");
    await card(page, 0).getByRole("radio", { name: "Items in order" }).check();
    const first = { name: "what-should-change-first", question: "What should change first?" };
    const rank = [
      { value: "pay", label: "Pay" },
      { value: "hours-of-work", label: "Hours of work" },
      { value: "safety", label: "Safety" },
    ];
    assert.deepEqual(await attributes(page), [{ ...first, rank }]);
    await page.getByText("Every question is ready.").waitFor();
    const places = card(page, 0).getByRole("spinbutton", { name: "Places" });
    await places.fill("4");
    await card(page, 0).getByText("needs a number of places from 2 to that of its items").waitFor();
    await places.fill("2");
    await page.getByText("Every question is ready.").waitFor();
    assert.deepEqual(await attributes(page), [{ ...first, rank, places: 2 }]);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal((await attributes(page))[0].places, undefined);
    await page.getByRole("button", { name: "Redo" }).click();
    await card(page, 0).getByRole("radio", { name: "One choice" }).check();
    const [{ categories, places: left }] = await attributes(page);
    assert.deepEqual([categories.at(-1), left], [{ value: "Safety", role: "refused" }, undefined]);
    await card(page, 0).getByRole("radio", { name: "Items in order" }).check();
    assert.deepEqual(await attributes(page), [{ ...first, rank, places: 2 }], "nothing is lost");
    assert.deepEqual(await violations(page), []);
  }));

const SURVEY = {
  survey: "ranking",
  attributes: [
    {
      name: "first",
      question: "What first?",
      order: "random",
      rank: ["pay", "hours", { value: "safety", label: "Safety at work" }, "training"],
      places: 3,
    },
    {
      name: "raise",
      question: "By how much?",
      categories: ["some", "much"],
      asked_if: { "first.pay": ["1", "2"], "first.training": ["not ranked"] },
    },
    { name: "help", question: "Who helps?", optional: true, rank: ["boss", "peers"] },
  ],
  privacy: { record_epsilon: 4 },
  tables: [["first"], ["raise"], ["help"], ["first.pay", "help.boss"]],
  respondents: 2000,
};

const open = async (page) => {
  const file = join(stage.folder, "ranking.json");
  writeFileSync(file, JSON.stringify(SURVEY));
  await chooseFile(page, "Open…", file);
  await page.getByText("Opened, with 3 questions.").first().waitFor();
  return file;
};

test("a survey with rankings is opened and saved as it was, also after a reload", () =>
  inStudio(async (page) => {
    await open(page);
    const savedAs = async () => {
      const { $schema: _, ...survey } = await saved(page);
      return survey;
    };
    assert.deepEqual(await savedAs(), SURVEY);
    await page.reload();
    assert.deepEqual(await savedAs(), SURVEY);
    await page.getByText("Every question is ready.").waitFor();
    const condition = card(page, 1).getByRole("group", { name: "Asked only if" });
    assert.equal(await condition.getByRole("combobox").locator(":checked").innerText(), "1. What first? – pay");
    assert.deepEqual(await condition.locator("label").allInnerTexts(), [
      "Place 1",
      "Place 2",
      "Place 3",
      "Not in order",
    ]);
    assert.ok(await condition.getByRole("checkbox", { name: "Place 2" }).isChecked());
    await condition.getByRole("checkbox", { name: "Place 3" }).check();
    const [, { asked_if }] = await attributes(page);
    assert.deepEqual(asked_if, { "first.pay": ["1", "2", "3"], "first.training": ["not ranked"] });
    assert.deepEqual(await violations(page), []);
    await picture(page, "studio-rankings");
  }));

test("the plan is the program's; people are simulated who give every place once; the preview sends one report", () =>
  inStudio(async (page) => {
    const file = await open(page);
    await step(page, "Choose");
    await designedInPage(page);
    await step(page, "Publish");
    const { text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
    assert.equal(JSON.parse(text).fingerprint, JSON.parse(candor("design", file)).fingerprint);
    const [form, program] = await page.locator(".code pre").allInnerTexts();
    assert.match(
      form,
      /<label>3\. <select name="first" required><option value=""><\/option><option value="pay">pay<\/option>/,
    );
    assert.match(form, /<label>2\. <select name="help"><option value=""><\/option>/);
    assert.match(program, /"first":\["pay","hours","safety"\],"raise":"some","help":\["boss","peers"\]/);
    await step(page, "See");
    const truths = page.locator(".truths").getByRole("group", { name: "What first? – pay" });
    assert.deepEqual(await truths.locator("label > span").allInnerTexts(), [
      ...["Place 1", "Place 2", "Place 3"],
      "Not in order",
    ]);
    const counts = await page
      .locator(".truths fieldset")
      .evaluateAll((all) => all.map((own) => [...own.querySelectorAll("output")].map((count) => count.value).join()));
    assert.deepEqual(counts, [...Array(4).fill("25,25,25,25"), "50,50", "34,33,33", "34,33,33"]);
    await page.getByRole("button", { name: "Simulate", exact: true }).click();
    await page.locator(".comparison").waitFor();
    const shares = await page
      .locator(".comparison table")
      .filter({ hasText: "What first?" })
      .evaluateAll((all) =>
        all.map((table) =>
          [...table.querySelectorAll(".truth")].map(({ textContent }) => Number.parseFloat(textContent)),
        ),
      );
    for (const place of [0, 1, 2, 3]) {
      const sum = shares.reduce((all, own) => all + own[place], 0);
      assert.ok(Math.abs(sum - 100) <= 2, `each place is given once: ${sum}`);
    }
    const frame = await inside(page, "What first?");
    for (const name of ["pay", "hours", "Safety at work"]) await frame.getByRole("checkbox", { name }).check();
    await frame.getByRole("radio", { name: "some" }).check();
    await frame.getByRole("checkbox", { name: "Prefer not to say" }).check();
    await picture(page, "studio-rankings-preview");
    await frame.getByRole("button", { name: "Change at random and send" }).click();
    await page.getByRole("heading", { name: "What would leave" }).waitFor();
  }));

/** Questions of several choices and grids in the studio, and choices that are no ordinary answers: written, opened, designed, and asked in the preview. */

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
  writeNumber,
} from "./studio.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;

const card = (page, place) => page.locator(".written").nth(place);
const attributes = async (page) => (await saved(page)).attributes;

/** Writes rows that are there, and adds what is missing. */
async function writeRows(card, rows) {
  for (const [place, row] of rows.entries()) {
    if (place > 1) await card.getByRole("button", { name: "Add a row" }).click();
    await card.getByRole("textbox", { name: `Row ${place + 1}`, exact: true }).fill(row);
  }
}

test("a question with several choices has limits, and choices that exclude the others; faults stand beside it", () =>
  inStudio(async (page) => {
    await writeChoices(page, "How were you harassed?", ["By words, or looks", "By touch", "None of these"], {
      first: true,
    });
    await card(page, 0).getByRole("radio", { name: "Several choices" }).check();
    const how = { name: "how-were-you-harassed", question: "How were you harassed?", choose: "any" };
    const [words, touch, none] = [
      { value: "by-words-or-looks", label: "By words, or looks" },
      { value: "by-touch", label: "By touch" },
      { value: "none-of-these", label: "None of these" },
    ];
    assert.deepEqual(await attributes(page), [{ ...how, categories: [words, touch, none] }]);
    await card(page, 0).getByRole("checkbox", { name: "Choice 3 excludes the others" }).check();
    await card(page, 0).getByRole("spinbutton", { name: "Most choices" }).fill("3");
    await card(page, 0).getByText('"how-were-you-harassed" needs numbers of choices that can be made').waitFor();
    await card(page, 0).getByRole("spinbutton", { name: "Most choices" }).fill("1");
    await card(page, 0).getByRole("spinbutton", { name: "Fewest choices" }).fill("1");
    await page.getByText("Every question is ready.").waitFor();
    const limited = { ...how, at_least: 1, at_most: 1, categories: [words, touch, { ...none, excludes: "others" }] };
    assert.deepEqual(await attributes(page), [limited]);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal((await attributes(page))[0].at_least, undefined);
    await page.getByRole("button", { name: "Redo" }).click();
    await card(page, 0).getByRole("radio", { name: "One choice" }).check();
    assert.deepEqual((await attributes(page))[0].choose, undefined);
    await card(page, 0).getByRole("radio", { name: "Several choices" }).check();
    assert.deepEqual(await attributes(page), [limited], "nothing is lost when its kind is changed back");
  }));

test("a grid has rows on one scale, in an order that the keyboard changes, or rows with numbers", () =>
  inStudio(async (page) => {
    await writeChoices(page, "At my workplace", ["No", "Yes"], { first: true });
    await card(page, 0).getByRole("radio", { name: "Rows on one scale" }).check();
    await writeRows(card(page, 0), ["I feel safe", "I am heard"]);
    await card(page, 0).getByRole("button", { name: "Move row 2 of 2" }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("status").getByText("Row 2 is now row 1 of 2").waitFor();
    const rows = [
      { name: "i-am-heard", question: "I am heard" },
      { name: "i-feel-safe", question: "I feel safe" },
    ];
    const grid = { name: "at-my-workplace", question: "At my workplace", rows };
    assert.deepEqual(await attributes(page), [{ ...grid, categories: ["No", "Yes"] }]);
    await page.getByText("Every question is ready.").waitFor();
    await card(page, 0).getByRole("checkbox", { name: "Each row is answered with a number" }).check();
    await card(page, 0).getByRole("textbox", { name: "Limit 1 of the ranges" }).fill("10");
    await card(page, 0).getByRole("textbox", { name: "Limit 2 of the ranges" }).fill("20");
    assert.deepEqual(await attributes(page), [{ ...grid, bins: [null, 10, 20, null] }]);
    await card(page, 0).getByRole("button", { name: "Remove row 2" }).click();
    await card(page, 0).getByText("has fewer than two choices or rows").waitFor();
  }));

test("choices have roles, and a number has answers in its place", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Were you harassed?", ["No", "Yes", "I’d rather not say"], { first: true });
    await openOptions(card(page, 0));
    await card(page, 0).getByRole("combobox", { name: "What choice 3 is" }).selectOption("Prefer not to say");
    await writeNumber(page, "Your age", [30, 50]);
    await card(page, 1).getByRole("button", { name: "Add “Prefer not to say”" }).click();
    await card(page, 1).getByRole("button", { name: "Add “Don’t know”" }).click();
    await card(page, 1).getByRole("button", { name: "Remove answer 2" }).click();
    const [harassed, age] = await attributes(page);
    assert.deepEqual(harassed.categories, ["No", "Yes", { value: "I’d rather not say", role: "refused" }]);
    assert.deepEqual(age.bins, [null, 30, 50, null]);
    assert.deepEqual(age.categories, [{ value: "Prefer not to say", role: "refused" }]);
    await page.getByText("Every question is ready.").waitFor();
    await card(page, 0).getByRole("combobox", { name: "What choice 3 is" }).selectOption("an answer");
    assert.deepEqual((await attributes(page))[0].categories, ["No", "Yes", "I’d rather not say"]);
  }));

const CHOICES = {
  name: "how",
  question: "How?",
  choose: "any",
  at_most: 2,
  categories: ["words", "touch", "messages", { value: "none", label: "none of these", excludes: "others" }],
};
const GRID = {
  name: "climate",
  question: "At my workplace …",
  rows: [
    { name: "safe", question: "I feel safe" },
    { name: "heard", question: "I am heard" },
  ],
  categories: ["1", "2", "3", { value: "unknown", label: "I don’t know", role: "dont-know" }],
};
const SURVEY = {
  survey: "work",
  attributes: [
    CHOICES,
    GRID,
    {
      name: "reported",
      question: "Did you report it?",
      categories: ["no", "yes"],
      asked_if: { "how.touch": ["yes"], "climate.safe": ["1", "2"] },
    },
    {
      name: "age",
      question: "Your age",
      bins: [null, 30, 50, null],
      categories: [{ value: "Prefer not to say", role: "refused" }],
    },
    { name: "weekly", question: "How often a week?", rows: [{ name: "late" }, { name: "early" }], bins: [0, 3, null] },
  ],
  privacy: { record_epsilon: 4 },
  tables: [
    ...["how", "climate", "reported", "age", "weekly"].map((name) => [name]),
    ["climate", "age"],
    ["how.touch", "age"],
    ["climate.safe", "climate.heard"],
  ],
  respondents: 2000,
};

const open = async (page, survey) => {
  const file = join(stage.folder, `${survey.survey}.json`);
  writeFileSync(file, JSON.stringify(survey));
  await chooseFile(page, "Open…", file);
  await page.getByText(`Opened, with ${survey.attributes.length} questions.`).first().waitFor();
  return file;
};

/** The survey that is saved, without where its schema is. */
const savedAs = async (page) => {
  const { $schema: _, ...survey } = await saved(page);
  return survey;
};

test("a survey with all of them is opened and saved as it was, also after a reload", () =>
  inStudio(async (page) => {
    await open(page, SURVEY);
    assert.deepEqual(await savedAs(page), SURVEY);
    await page.reload();
    assert.deepEqual(await savedAs(page), SURVEY);
    await page.getByText("Every question is ready.").waitFor();
    const reported = card(page, 2);
    const first = reported.getByRole("group", { name: "Asked only if" });
    assert.equal(await first.getByRole("combobox").locator(":checked").innerText(), "1. How? – touch");
    assert.ok(await first.getByRole("checkbox", { name: "Chosen", exact: true }).isChecked());
    await first.getByRole("combobox").selectOption("2. At my workplace … – I am heard");
    await first.getByRole("checkbox", { name: "I don’t know" }).check();
    const [, , { asked_if }] = await attributes(page);
    assert.deepEqual(asked_if, { "climate.heard": ["unknown"], "climate.safe": ["1", "2"] });
    await card(page, 1).getByRole("button", { name: "Remove row 2" }).click();
    await card(page, 1).getByText("has fewer than two choices or rows").waitFor();
    assert.deepEqual(await violations(page), []);
    await picture(page, "studio-compounds");
  }));

test("tables are picked of questions, of their parts with each other, and of parts that a survey names", () =>
  inStudio(async (page) => {
    await open(page, SURVEY);
    await step(page, "Choose");
    const pair = (name) => page.getByRole("checkbox", { name, exact: true });
    assert.ok(await pair("At my workplace …, every two parts of it").isChecked());
    assert.ok(await pair("At my workplace … and Your age").isChecked());
    assert.ok(await pair("How? – touch × Your age").isChecked());
    await pair("How? – touch × Your age").click();
    await pair("How?, every two parts of it").check();
    const { tables } = await savedAs(page);
    assert.deepEqual(tables.slice(5), [
      ["climate", "age"],
      ["climate.safe", "climate.heard"],
      ["how.words", "how.touch"],
      ["how.words", "how.messages"],
      ["how.words", "how.none"],
      ["how.touch", "how.messages"],
      ["how.touch", "how.none"],
      ["how.messages", "how.none"],
    ]);
    await designedInPage(page);
    const alone = await page.locator(".margins table").first().locator("tbody th").allInnerTexts();
    assert.deepEqual(
      alone.map((title) => title.replaceAll(/[\u2068\u2069]/g, "")),
      [
        ...["How? – words", "How? – touch", "How? – messages", "How? – none of these"],
        ...["At my workplace … – I feel safe", "At my workplace … – I am heard"],
        ...["Did you report it?", "Your age", "How often a week? – late", "How often a week? – early"],
      ],
    );
    assert.deepEqual(await violations(page), []);
  }));

test("the plan is the program's; the preview asks choices and rows, and sends one report", () =>
  inStudio(async (page) => {
    const file = await open(page, SURVEY);
    await step(page, "Choose");
    await designedInPage(page);
    await step(page, "Publish");
    const { text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
    assert.equal(JSON.parse(text).fingerprint, JSON.parse(candor("design", file)).fingerprint);
    const [form, program] = await page.locator(".code pre").allInnerTexts();
    assert.match(form, /<input type="checkbox" name="how" value="touch"> touch/);
    assert.match(
      form,
      /<legend>I feel safe<\/legend>\n\s*<label><input type="radio" name="climate.safe" required value="1"> 1/,
    );
    assert.match(form, /Your age <input type="number" step="any" name="age">/);
    assert.match(form, /<input type="radio" name="age" value="Prefer not to say">/);
    assert.match(program, /"how":\[\],"climate.safe":"1"/);
    await step(page, "See");
    const truths = page.locator(".truths");
    await truths.getByRole("group", { name: "How? – touch" }).getByText("Not chosen").waitFor();
    await truths.getByRole("group", { name: "Your age" }).getByText("Prefer not to say").waitFor();
    const frame = await inside(page, "How?");
    await frame.getByRole("checkbox", { name: "touch" }).check();
    await frame.getByRole("checkbox", { name: "none of these" }).check();
    assert.ok(!(await frame.getByRole("checkbox", { name: "touch" }).isChecked()), "it excludes the others");
    await frame.getByRole("checkbox", { name: "touch" }).check();
    for (const row of [0, 1]) await frame.getByRole("radio", { name: "2" }).nth(row).check();
    await frame.getByRole("radio", { name: "yes" }).check();
    await frame.getByRole("checkbox", { name: "Prefer not to say" }).check();
    for (const number of [1, 2]) await frame.getByRole("spinbutton").nth(number).fill("1");
    await picture(page, "studio-compounds-preview");
    await frame.getByRole("button", { name: "Change at random and send" }).click();
    await page.getByRole("heading", { name: "What would leave" }).waitFor();
    const leaving = await inside(page, "An example");
    const rows = await leaving.locator("table").first().locator("th[scope=row]").allTextContents();
    assert.deepEqual(rows, JSON.parse(text).attributes.map(({ name }) => name)); // biome-ignore format: one line
  }));

test("a draft that an earlier version of the studio kept is opened, and has what questions have now", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
    await page.waitForFunction(() => localStorage.getItem("studio-draft")?.includes("Yes"));
    await page.evaluate(() => {
      const draft = JSON.parse(localStorage.getItem("studio-draft"));
      for (const question of draft.questions)
        for (const member of ["rows", "ofNumbers", "reasons", "askedIf"]) delete question[member];
      localStorage.setItem("studio-draft", JSON.stringify(draft));
    });
    await page.reload();
    await card(page, 0).getByRole("radio", { name: "Rows on one scale" }).check();
    await writeRows(card(page, 0), ["At home", "At work"]);
    const [{ rows, categories }] = await attributes(page);
    assert.deepEqual(
      [rows.map(({ question }) => question), categories],
      [
        ["At home", "At work"],
        ["No", "Yes"],
      ],
    );
    await card(page, 0).getByRole("radio", { name: "A number" }).check();
    await card(page, 0).getByRole("button", { name: "Add “Don’t know”" }).waitFor();
  }));

/** XLSForms read by the studio: every question is what it should be, and what is left out is named with the reason. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { FORMS, writeSheets } from "../imports/xlsforms.mjs";
import { chooseFile, openStudioStage, saved } from "./studio.mjs";
import { assertQuestions, imported, ready, reasons } from "./studio-imported.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;

const optional = true;
const YES_NO = [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes" },
];
const OFTEN = [
  { value: "1", label: "Never" },
  { value: "2", label: "Sometimes" },
  { value: "3", label: "Always" },
];
const OTHER = { value: "other", label: "Other" };
const PERSONS = [
  { value: "colleague", label: "A colleague" },
  { value: "superior", label: "A superior" },
];

async function workbook(name, sheets) {
  const file = join(stage.folder, name);
  await writeSheets(file, sheets);
  return file;
}

test("of an XLSForm's decimal, above 17 is not from 18 on, even where another condition has that edge", () =>
  inStudio(async (page) => {
    const number = (type, name) => [type, name, name, "yes", ""];
    const ask = (name, relevant) => ["select_one yes_no", name, name, "yes", relevant];
    const file = await workbook("decimals.xlsx", {
      survey: [
        ["type", "name", "label", "required", "relevant"],
        ...[number("decimal", "hours"), number("integer", "age")],
        ...[ask("long", "\u0024{hours} >= 18"), ask("some", "\u0024{hours} > 17"), ask("few", "\u0024{hours} <= 17")],
        ...[ask("short", "18 > \u0024{hours}"), ask("adult", "17 < \u0024{age}")],
      ],
      choices: [["list_name", "name", "label"], ["yes_no", "no", "No"], ["yes_no", "yes", "Yes"]], // biome-ignore format: a table
    });
    const { attributes } = await imported(page, file);
    const asked = (name, more) => ({ name, question: name, categories: YES_NO, ...more });
    assertQuestions(attributes, [
      { name: "hours", question: "hours", bins: [null, 18, null] },
      { name: "age", question: "age", bins: [null, 18, null] },
      asked("long", { asked_if: { hours: { from: 18 } } }),
      asked("some", { optional }),
      asked("few", { optional }),
      asked("short", { asked_if: { hours: { below: 18 } } }),
      asked("adult", { asked_if: { age: { from: 18 } } }),
    ]);
    const without = (condition) =>
      `its condition ${condition} is none that the studio has: it is asked of everybody, and may be left out`;
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [`some: ${without("\u0024{hours} > 17")}`, `few: ${without("\u0024{hours} <= 17")}`],
    });
    await ready(page);
  }));

test("an XLSForm with choices, limits, conditions, grids and numbers", () =>
  inStudio(async (page) => {
    const survey = await imported(page, await workbook("workplace.xlsx", FORMS.workplace));
    assert.equal(survey.title, "A workplace");
    assertQuestions(survey.attributes, [
      { name: "harassed", question: "Were you harassed?", categories: YES_NO },
      {
        name: "by",
        question: "By whom?",
        categories: [...PERSONS, { ...OTHER, role: "other" }],
        asked_if: { harassed: ["yes"] },
      },
      {
        name: "how",
        question: "How?",
        choose: "any",
        at_least: 1,
        at_most: 2,
        categories: [
          { value: "words", label: "By words" },
          { value: "touch", label: "By touch" },
          { value: "messages", label: "By messages" },
          { value: "none", label: "None of these", excludes: "others" },
        ],
        asked_if: { harassed: ["yes"] },
      },
      {
        name: "reported",
        question: "Did you report it?",
        optional,
        categories: YES_NO,
        asked_if: { "how.touch": ["yes"] },
      },
      {
        name: "stayed",
        question: "Did you stay?",
        categories: YES_NO,
        asked_if: { harassed: ["yes"], by: ["superior"], reported: ["no", "yes"] },
      },
      {
        name: "climate",
        question: "At my workplace …",
        rows: [
          { name: "safe", question: "I feel safe" },
          { name: "heard", question: "I am heard" },
        ],
        categories: OFTEN,
      },
      {
        name: "money",
        question: "Money",
        optional,
        rows: [
          { name: "enough", question: "Do you have enough?" },
          { name: "debts", question: "Do you have debts?" },
        ],
        categories: OFTEN,
      },
      { name: "age", question: "Your age", bins: [null, 60, null] },
      { name: "hours", question: "Hours a week", optional, bins: [null, null] },
      {
        name: "pension",
        question: "Do you get a pension?",
        categories: YES_NO,
        asked_if: { age: { from: 60 }, "climate.safe": ["3"] },
      },
      {
        name: "helped",
        question: "Who helped?",
        optional,
        choose: "any",
        at_least: 2,
        categories: [...PERSONS, OTHER],
      },
      {
        name: "worst",
        question: "What is worst?",
        rank: [
          { value: "words", label: "By words" },
          { value: "touch", label: "By touch" },
          { value: "messages", label: "By messages" },
          { value: "none", label: "None of these" },
        ],
      },
      { name: "spoken", question: "Did you speak of it?", categories: YES_NO, asked_if: { "worst.touch": ["1"] } },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: ["by: what “other” is, is not asked", "helped: what “other” is, is not asked"],
    });
    const hours = page.locator(".written").nth(8);
    await page.getByText("1 question needs a change.").waitFor();
    await hours.getByRole("textbox", { name: "Limit 1 of the ranges" }).fill("20");
    await hours.getByRole("textbox", { name: "Limit 2 of the ranges" }).fill("40");
    await ready(page);
  }));

test("an XLSForm in two languages, one text of which is missing", () =>
  inStudio(async (page) => {
    const { attributes } = await imported(page, await workbook("village.xlsx", FORMS.village));
    assertQuestions(attributes, [
      {
        name: "well",
        question: { en: "Do you have a well?", fr: "Avez-vous un puits ?" },
        optional,
        categories: [
          { value: "no", label: { en: "No", fr: "Non" } },
          { value: "yes", label: { en: "Yes", fr: "Oui" } },
        ],
      },
      {
        name: "animals",
        question: { en: "Which animals do you have?", fr: "Which animals do you have?" },
        choose: "any",
        categories: [
          { value: "goats", label: { en: "Goats", fr: "Chèvres" } },
          { value: "hens", label: { en: "Hens", fr: "Poules" } },
        ],
      },
    ]);
    const said = ["Volapük: the language Volapük has no tag that the studio knows"];
    assert.deepEqual(await reasons(page), { missing: [], partly: said });
    await ready(page);
    await page.getByRole("radio", { name: "français" }).check();
    assert.equal(
      await page.getByRole("textbox", { name: "What is asked" }).first().inputValue(),
      "Avez-vous un puits ?",
    );
  }));

test("an XLSForm of which hardly anything can be imported, with each reason", () =>
  inStudio(async (page) => {
    const { attributes, texts } = await imported(page, await workbook("visit.xlsx", FORMS.visit));
    assert.deepEqual(texts, { welcome: "Welcome" });
    const categories = [
      { value: "water", label: "Water" },
      { value: "food", label: "Food" },
    ];
    assertQuestions(attributes, [
      { name: "needs", question: "What is needed first?", optional, rank: categories },
      { name: "most", question: "What do you need, \u0024{who}?", optional, categories },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "start: is computed, and not asked",
        "who: is answered with words of one’s own",
        "day: asks for a date or a time",
        "place: asks for a file, a place, a picture or a signature",
        "town: takes its choices from elsewhere, or from other answers",
        "street: takes its choices from elsewhere, or from other answers",
        "pain: is answered on a slider; ask for a number, or on a scale",
        "sum: is computed, and not asked",
        "need: is asked any number of times",
        "lost: has fewer than two choices",
        "shape: is of the type hologram, which the studio does not know",
      ],
      partly: [
        "most: its rule regex(., 'w') is left out",
        "most: its condition \u0024{who} != '' is none that the studio has: it is asked of everybody, and may be left out",
        "most: its text has \u0024{who}, in whose place something else stood: write it anew",
      ],
    });
    await ready(page);
  }));

test("a workbook is told by the columns of its sheets, and refused with them where it has no questions", () =>
  inStudio(async (page) => {
    await page.getByRole("button", { name: "Import…" }).click();
    const answers = [["id", "smoker"], ["1", "yes"], ["2", "no"], ["3", "no"]]; // biome-ignore format: a table
    const refused = [
      [{ answers }, "answers with id, smoker"],
      [
        { answers, lists: FORMS.visit.choices.map((row) => row.slice(0, 1)) },
        "answers with id, smoker; lists with list_name",
      ],
    ];
    for (const [place, [sheets, seen]] of refused.entries()) {
      await chooseFile(page, "Choose a file", await workbook(`refused-${place}.xlsx`, sheets));
      await page
        .getByRole("alert")
        .getByText(
          `No sheet of it has questions. A sheet of an XLSForm has the columns type, name and label; any other has one question a row. Seen: ${seen}.`,
        )
        .waitFor();
    }
    const questions = [["Question"], ["Do you smoke?", "No", "Yes"]];
    await chooseFile(page, "Choose a file", await workbook("second.xlsx", { answers, questions }));
    await page.getByText("Imported 1 question.").first().waitFor();
    assert.equal((await saved(page)).attributes[0].question, "Do you smoke?");
  }));

/** Questionnaires of other programs, read by the studio: every question is what it should be, and what is left out is named with the reason. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { FORMS, writeSheets } from "../imports/xlsforms.mjs";
import { assertFits } from "../schemas.mjs";
import { openBrowser } from "./stage.mjs";
import { chooseFile, inStudio as inNewStudio, openStudioStage, saved } from "./studio.mjs";

const stage = await openStudioStage();
after(() => stage.close());
const browser = await openBrowser();
after(() => browser.close());

const inStudio = (run, options) => inNewStudio(browser, stage, run, options);
const example = (name) => fileURLToPath(new URL(`../imports/${name}`, import.meta.url));

/** Imports a file in a new studio and returns the survey that is then saved, without its schema. */
async function imported(page, file) {
  await page.getByRole("button", { name: "Import…" }).click();
  await chooseFile(page, "Choose a file", file);
  await page
    .getByText(/^Imported \d+ question/)
    .first()
    .waitFor();
  const { $schema: _, ...survey } = await saved(page);
  // Without its edges, which the author enters, a number does not fit.
  const isWhole = ({ bins = [] }) => bins.length !== 2;
  assertFits("survey", { ...survey, attributes: survey.attributes.filter(isWhole) });
  return survey;
}

/** What the studio says to have left out, and what it has imported without a part. */
async function reasons(page) {
  const list = (name) => page.getByRole("list", { name }).locator("li").allInnerTexts();
  return { missing: await list("Left out:"), partly: await list("Imported, but not as it was:") };
}

/** Compares questions one by one, so that a failure names the question. */
function assertQuestions(attributes, wanted) {
  for (const [place, question] of wanted.entries()) assert.deepEqual(attributes[place], question, question.name);
  assert.deepEqual(
    attributes.map(({ name }) => name),
    wanted.map(({ name }) => name),
  );
}

const ready = (page) => page.getByText("Every question is ready.").waitFor();

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
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: ["by: what “other” is, is not asked", "helped: what “other” is, is not asked"],
    });
    const hours = page.locator(".written").nth(8);
    await page.getByText("1 question needs a change.").waitFor();
    await hours.getByRole("textbox", { name: "Edge 1" }).fill("20");
    await hours.getByRole("textbox", { name: "Edge 2" }).fill("40");
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
    const { attributes } = await imported(page, await workbook("visit.xlsx", FORMS.visit));
    const categories = [
      { value: "water", label: "Water" },
      { value: "food", label: "Food" },
    ];
    assertQuestions(attributes, [{ name: "most", question: "What do you need?", optional, categories }]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "start: is computed, and not asked",
        "welcome: shows a text, and asks nothing",
        "who: is answered with words of one’s own",
        "day: asks for a date or a time",
        "place: asks for a file, a place, a picture or a signature",
        "town: takes its choices from elsewhere, or from other answers",
        "street: takes its choices from elsewhere, or from other answers",
        "needs: puts things in order; ask what comes first",
        "pain: is answered on a slider; ask for a number, or on a scale",
        "sum: is computed, and not asked",
        "need: is asked any number of times",
        "lost: has fewer than two choices",
        "shape: is of the type hologram, which the studio does not know",
      ],
      partly: [
        "most: its rule regex(., 'w') is left out",
        "most: its condition \u0024{who} != '' is none that the studio has: it is asked of everybody, and may be left out",
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

test("a Qualtrics file in the order of its flow, with matrices and display logic", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("workplace.qsf"));
    assert.equal(survey.title, "A workplace");
    const happened = { harassed: ["Yes, once", "Yes, more than once"] };
    assertQuestions(survey.attributes, [
      {
        name: "harassed",
        question: "Were you harassed at work?",
        categories: ["No", "Yes, once", "Yes, more than once"],
      },
      {
        name: "by",
        question: "By whom?",
        optional,
        categories: ["A colleague", "A superior", { value: "Somebody else:", role: "other" }],
        asked_if: happened,
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
        asked_if: happened,
      },
      {
        name: "reported",
        question: "Did you report it?",
        categories: ["No", "Yes"],
        asked_if: { "how.touch": ["yes"], by: ["A colleague", "A superior"] },
      },
      { name: "believed", question: "Were you believed?", optional, categories: ["Yes", "No"] },
      {
        name: "climate",
        question: "At my workplace …",
        rows: [
          { name: "safe", question: "I feel safe" },
          { name: "paid", question: "I am paid fairly" },
          { name: "heard", question: "I am heard" },
        ],
        categories: ["Never", "Sometimes", "Always"],
      },
      { name: "years", question: "How many years have you been here?", optional, bins: [null, null] },
      {
        name: "stay",
        question: "Would you stay?",
        optional,
        categories: ["No", "Yes"],
        asked_if: { "climate.safe": ["Never"] },
      },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "then: is answered with words of one’s own",
        "first: puts things in order; ask what comes first",
        "content: is answered on a slider; ask for a number, or on a scale",
      ],
      partly: [
        "by: what “other” is, is not asked",
        "believed: its condition If How? By words Is Selected Or By touch Is Selected is none that the studio has: it is asked of everybody, and may be left out",
      ],
    });
  }));

test("a Qualtrics file with branches and loops, whose lists are objects", () =>
  inStudio(async (page) => {
    const { attributes } = await imported(page, example("clinic.qsf"));
    assertQuestions(attributes, [
      { name: "Q1", question: "Do you smoke?", optional, categories: ["Yes", "No"] },
      {
        name: "Q2",
        question: "What do you smoke?",
        optional,
        choose: "any",
        at_least: 2,
        categories: [
          { value: "cigarettes", label: "Cigarettes" },
          { value: "pipe-or-cigars", label: "Pipe, or cigars" },
          { value: "something-else", label: "Something else" },
        ],
        asked_if: { Q1: ["Yes"] },
      },
      { name: "Q3", question: "Do you want to stop?", optional, categories: ["Yes", "No"] },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "Q4: is asked any number of times",
        "Q5: has several answers in each row; make every row a question",
        "Q6: shows a text, and asks nothing",
        "Q7: is of the type HeatMap Image, which the studio does not know",
        "Q8: takes its choices from elsewhere, or from other answers",
      ],
      partly: [
        "Q2: what “other” is, is not asked",
        "Q3: its condition If group Is Equal to b is none that the studio has: it is asked of everybody, and may be left out",
      ],
    });
    await ready(page);
  }));

test("a LimeSurvey file with several choices, arrays and relevance", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("workplace.lss"));
    assert.equal(survey.title, "A workplace");
    assertQuestions(survey.attributes, [
      { name: "harassed", question: "Were you harassed?", categories: ["No", "Yes"] },
      { name: "age", question: "Your age", bins: [null, 60, null] },
      {
        name: "how",
        question: "How?",
        choose: "any",
        at_least: 1,
        at_most: 2,
        categories: [
          { value: "words", label: "By words" },
          { value: "touch", label: "By touch" },
          { value: "none", label: "None of these", excludes: "others" },
          { value: "other", label: "In another way" },
        ],
        asked_if: { harassed: ["Yes"] },
      },
      {
        name: "by",
        question: "By whom?",
        optional,
        categories: ["A colleague", "A superior", { value: "-oth-", label: "Other", role: "other" }],
        asked_if: { harassed: ["Yes"], "how.touch": ["yes"] },
      },
      {
        name: "reported",
        question: "Did you report it?",
        categories: ["Yes", "No"],
        asked_if: { harassed: ["Yes"], by: ["A colleague", "A superior"] },
      },
      {
        name: "climate",
        question: "At my workplace",
        rows: [
          { name: "safe", question: "I feel safe" },
          { name: "heard", question: "I am heard" },
        ],
        categories: ["Never", "Sometimes", "Always"],
      },
      {
        name: "likely",
        question: "Will you",
        optional,
        rows: [
          { name: "stay", question: "stay" },
          { name: "complain", question: "complain" },
        ],
        categories: ["Yes", "Uncertain", "No"],
        asked_if: { age: { from: 60 }, "climate.safe": ["Sometimes", "Always"] },
      },
      { name: "odd", question: "An odd question", optional, categories: ["Yes", "No"] },
      { name: "rate", question: "Rate your day until noon", optional, categories: ["1", "2", "3", "4", "5"] },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: ["first: puts things in order; ask what comes first", "names: consists of several fields"],
      partly: [
        "how: what “other” is, is not asked",
        "by: what “other” is, is not asked",
        "odd: its condition rand(1, 6) == 3 is none that the studio has: it is asked of everybody, and may be left out",
        "rate: its condition !is_empty(likely_stay.NAOK) is none that the studio has: it is asked of everybody, and may be left out",
      ],
    });
    await ready(page);
  }));

test("a LimeSurvey text has the settings of a question in its columns", () =>
  inStudio(async (page) => {
    const head = ["class", "type/scale", "name", "relevance", "text", "language", "mandatory", "other", "max_answers"];
    const rows = [
      head,
      ["S", "", "language", "", "en", "", "", "", ""],
      ["G", "1", "First", "1", "", "en", "", "", ""],
      ["Q", "Y", "drinks", "1", "Do you drink?", "en", "Y", "N", ""],
      ["G", "2", "Second", 'drinks == "Y"', "", "en", "", "", ""],
      ["Q", "M", "what", "1", "What do you drink?", "en", "N", "N", "1"],
      ["SQ", "0", "beer", "1", "Beer", "en", "", "", ""],
      ["SQ", "0", "wine", "1", "Wine", "en", "", "", ""],
    ];
    const file = join(stage.folder, "drinks.txt");
    writeFileSync(file, rows.map((row) => row.join("\t")).join("\n"));
    const { attributes } = await imported(page, file);
    assertQuestions(attributes, [
      { name: "drinks", question: "Do you drink?", categories: ["Yes", "No"] },
      {
        name: "what",
        question: "What do you drink?",
        choose: "any",
        at_most: 1,
        categories: [
          { value: "beer", label: "Beer" },
          { value: "wine", label: "Wine" },
        ],
        asked_if: { drinks: ["Yes"] },
      },
    ]);
  }));

test("a SurveyJS survey with checkboxes, a matrix and the answers that SurveyJS adds", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("workplace.surveyjs.json"));
    assert.equal(survey.title, "A workplace");
    assertQuestions(survey.attributes, [
      {
        name: "harassed",
        question: "Were you harassed?",
        categories: [
          "no",
          "yes",
          { value: "refused", label: "Refuse to answer", role: "refused" },
          { value: "dontknow", label: "Don't know", role: "dont-know" },
        ],
      },
      {
        name: "how",
        question: "How?",
        choose: "any",
        at_least: 1,
        at_most: 2,
        categories: [
          { value: "words", label: "By words" },
          "touch",
          "messages",
          OTHER,
          { value: "refused", label: "I won't say", excludes: "others" },
          { value: "none", label: "None", excludes: "others" },
        ],
        asked_if: { harassed: ["yes"] },
      },
      {
        name: "by",
        question: "By whom?",
        optional,
        categories: ["colleague", "superior", { ...OTHER, role: "other" }],
        asked_if: { "how.touch": ["yes"] },
      },
      {
        name: "climate",
        question: "At my workplace",
        rows: [
          { name: "safe", question: "I feel safe" },
          { name: "heard", question: "heard" },
        ],
        categories: ["never", { value: "often", label: "Often" }],
      },
      {
        name: "believed",
        question: "Were you believed?",
        optional,
        categories: [
          { value: "false", label: "No" },
          { value: "true", label: "Yes" },
        ],
      },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: ["first: puts things in order; ask what comes first", "names: consists of several fields"],
      partly: [
        "how: what “other” is, is not asked",
        "by: what “other” is, is not asked",
        "believed: its condition {how.length} > 1 is none that the studio has: it is asked of everybody, and may be left out",
      ],
    });
    await ready(page);
  }));

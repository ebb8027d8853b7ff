/** Questionnaires of Qualtrics, LimeSurvey and SurveyJS, read by the studio: every question is what it should be, and what is left out is named with the reason. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openStudioStage } from "./studio.mjs";
import { assertQuestions, imported, ready, reasons } from "./studio-imported.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;
const example = (name) => fileURLToPath(new URL(`../imports/${name}`, import.meta.url));

const optional = true;
const OTHER = { value: "other", label: "Other" };

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
      {
        name: "first",
        question: "What should change first?",
        optional,
        rank: [
          { value: "pay", label: "Pay" },
          { value: "hours", label: "Hours" },
        ],
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
      { name: "Q3", question: "Do you want to stop, \u0024{m://FirstName}?", optional, categories: ["Yes", "No"] },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [
        "Q4: is asked any number of times",
        "Q5: has several answers in each row; make every row a question",
        "Q7: is of the type HeatMap Image, which the studio does not know",
        "Q8: takes its choices from elsewhere, or from other answers",
        "Q6: shows a text, and asks nothing",
      ],
      partly: [
        "Q2: what “other” is, is not asked",
        "Q3: its condition If group Is Equal to b is none that the studio has: it is asked of everybody, and may be left out",
        "Q3: its text has \u0024{m://FirstName}, in whose place something else stood: write it anew",
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
      {
        name: "first",
        question: "What comes first?",
        optional,
        rank: [
          { value: "D1", label: "Pay" },
          { value: "D2", label: "Hours" },
          { value: "D3", label: "Safety" },
        ],
        places: 2,
      },
      { name: "odd", question: "An odd question", optional, categories: ["Yes", "No"] },
      { name: "rate", question: "Rate your day until noon", optional, categories: ["1", "2", "3", "4", "5"] },
      {
        name: "raise",
        question: "A raise?",
        categories: ["Yes", "No"],
        asked_if: { "first.D1": ["1", "2"] },
      },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: ["names: consists of several fields"],
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

test("numbers of a LimeSurvey text are taken as whole ones where no setting says so, and what this changes is named", () =>
  inStudio(async (page) => {
    const ask = (type, name, relevance, whole = "") => ["Q", type, name, relevance, `${name}?`, "en", "Y", whole];
    const rows = [
      ["class", "type/scale", "name", "relevance", "text", "language", "mandatory", "num_value_int_only"],
      ["S", "", "language", "", "en", "", "", ""],
      ["G", "1", "First", "1", "", "en", "", ""],
      ask("N", "age", "1", "1"),
      ask("N", "rooms", "1"),
      ask("Y", "adult", "age.NAOK > 17"),
      ask("Y", "minor", "17 >= age.NAOK"),
      ask("Y", "large", "4 < rooms.NAOK"),
      ask("Y", "huge", "rooms.NAOK >= 9.5"),
    ];
    const file = join(stage.folder, "numbers.txt");
    writeFileSync(file, rows.map((row) => row.join("\t")).join("\n"));
    const { attributes } = await imported(page, file);
    const follows = (name, asked_if) => ({ name, question: `${name}?`, categories: ["Yes", "No"], asked_if });
    assertQuestions(attributes, [
      { name: "age", question: "age?", bins: [null, 18, null] },
      { name: "rooms", question: "rooms?", bins: [null, 5, 9.5, null] },
      follows("adult", { age: { from: 18 } }),
      follows("minor", { age: { below: 18 } }),
      follows("large", { rooms: { from: 5 } }),
      follows("huge", { rooms: { from: 9.5 } }),
    ]);
    const whole = "is taken as a whole number, since rooms.NAOK > 4 has no limit of a range otherwise";
    assert.deepEqual(await reasons(page), { missing: [], partly: [`rooms: ${whole}`] });
    await ready(page);
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
      { name: "first", question: "What comes first?", optional, rank: ["pay", "hours"] },
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
      missing: ["names: consists of several fields"],
      partly: [
        "how: what “other” is, is not asked",
        "by: what “other” is, is not asked",
        "believed: its condition {how.length} > 1 is none that the studio has: it is asked of everybody, and may be left out",
      ],
    });
    await ready(page);
  }));

const without = (condition) =>
  `its condition ${condition} is none that the studio has: it is asked of everybody, and may be left out`;

/** A yes-no question of SurveyJS, and the same as a survey document has it. */
const asks = (name, visibleIf) => ({ type: "boolean", name, isRequired: true, visibleIf });
const asked = (name, more) => ({
  name,
  question: name,
  categories: [
    { value: "false", label: "No" },
    { value: "true", label: "Yes" },
  ],
  ...more,
});

test("a SurveyJS survey whose pages and panels have conditions that the studio does not: their questions are named", () =>
  inStudio(async (page) => {
    const panel = (name, visibleIf, elements) => ({ type: "panel", name, visibleIf, elements });
    const pages = [
      { name: "first", elements: [asks("works"), asks("paid", "{works} = true")] },
      {
        name: "second",
        visibleIf: "{works.length} > 1",
        elements: [asks("tired"), panel("inside", "{works} = true", [asks("late", "{paid} = true")])],
      },
      { name: "third", elements: [panel("known", "{works} = true", [asks("often")])] },
    ];
    const file = join(stage.folder, "pages.json");
    writeFileSync(file, JSON.stringify({ pages }));
    const { attributes } = await imported(page, file);
    assertQuestions(attributes, [
      asked("works"),
      asked("paid", { asked_if: { works: ["true"] } }),
      asked("tired", { optional }),
      asked("late", { optional }),
      asked("often", { asked_if: { works: ["true"] } }),
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [
        `tired: ${without("{works.length} > 1")}`,
        `late: ${without("{works.length} > 1 and {works} = true and {paid} = true")}`,
      ],
    });
    await ready(page);
  }));

test("numbers of a SurveyJS survey have the edges with which conditions compare them", () =>
  inStudio(async (page) => {
    const number = (name, more) => ({ type: "text", inputType: "number", name, isRequired: true, ...more });
    const elements = [
      number("age", { min: 0, max: 120, step: 1 }),
      number("rooms"),
      number("weight", { step: 0.5 }),
      asks("adult", "{age} > 17"),
      asks("middle", "{age} >= 18 and {age} lessOrEqual '64'"),
      asks("outside", "({age} < 18 or {age} greater 64) and {adult} = true"),
      asks("small", "{rooms} <= 2"),
      asks("heavy", "{weight} >= 80.5"),
      asks("light", "{weight} <= 50"),
      asks("fifty", "{weight} < 51"),
      asks("same", "{age} = 40"),
      asks("minor", "17 >= {age} and {adult} = false"),
      asks("large", "({rooms} > 4 or '4' less {rooms})"),
      asks("sum", "{rooms} + 9 < {age}"),
      { type: "panel", name: "old", visibleIf: "{age}>79", elements: [asks("helped", "{rooms} > 2.5")] },
    ];
    const file = join(stage.folder, "numbers.json");
    writeFileSync(file, JSON.stringify({ elements }));
    const { attributes } = await imported(page, file);
    const numbers = (name, bins) => ({ name, question: name, bins });
    const follows = (name, asked_if) => asked(name, { asked_if });
    assertQuestions(attributes, [
      numbers("age", [0, 18, 65, 80, 121]),
      numbers("rooms", [null, 3, 5, null]),
      numbers("weight", [null, 51, 80.5, null]),
      follows("adult", { age: { from: 18, below: 121 } }),
      follows("middle", { age: { from: 18, below: 65 } }),
      follows("outside", { age: ["[0,18)", "[65,80)", "[80,121)"], adult: ["true"] }),
      follows("small", { rooms: { below: 3 } }),
      follows("heavy", { weight: { from: 80.5 } }),
      asked("light", { optional }),
      follows("fifty", { weight: { below: 51 } }),
      asked("same", { optional }),
      follows("minor", { age: { from: 0, below: 18 }, adult: ["false"] }),
      follows("large", { rooms: { from: 5 } }),
      asked("sum", { optional }),
      follows("helped", { age: { from: 80, below: 121 }, rooms: { from: 3 } }),
    ]);
    const isWhole = (comparison) =>
      `rooms: is taken as a whole number, since ${comparison} has no limit of a range otherwise`;
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [
        `light: ${without("{weight} <= 50")}`,
        `same: ${without("{age} = 40")}`,
        `sum: ${without("{rooms} + 9 < {age}")}`,
        isWhole("{rooms} <= 2"),
        isWhole("{rooms} > 4"),
        isWhole("'4' less {rooms}"),
        isWhole("{rooms} > 2.5"),
      ],
    });
    await ready(page);
  }));

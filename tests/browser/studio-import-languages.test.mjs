/** Questionnaires of Qualtrics, LimeSurvey and SurveyJS in several languages, read by the studio: every text is in each of them, in that of the survey where it is missing. */

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

const said = (en, de, zh = en) => ({ en, de, "zh-Hans": zh });

test("a Qualtrics file in three languages, with one that has no tag, and groups to put things in", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("club.qsf"));
    assert.deepEqual(survey.title, said("A club", "A club"));
    assertQuestions(survey.attributes, [
      {
        name: "smoker",
        question: said("Do you smoke?", "Rauchen Sie?", "您吸烟吗？"),
        categories: [
          { value: "No", label: said("No", "Nein", "否") },
          { value: "Yes", label: said("Yes", "Ja", "是") },
        ],
      },
      {
        name: "what",
        question: said("What do you smoke?", "Was rauchen Sie?", "您吸什么？"),
        choose: "any",
        at_least: 1,
        categories: [
          { value: "cigarettes", label: said("Cigarettes", "Zigaretten", "香烟") },
          { value: "pipe", label: said("A pipe", "Pfeife", "烟斗") },
          { value: "none", label: said("None of these", "Nichts davon"), excludes: "others" },
        ],
        asked_if: { smoker: ["Yes"] },
      },
      {
        name: "club",
        question: said("In the club …", "Im Verein …"),
        rows: [
          { name: "safe", question: said("I feel safe", "fühle ich mich sicher") },
          { name: "heard", question: said("I am heard", "hört man mich") },
        ],
        categories: [
          { value: "Never", label: said("Never", "nie") },
          { value: "Always", label: said("Always", "immer") },
        ],
      },
      {
        name: "first",
        question: said("What comes first?", "Was kommt zuerst?"),
        rank: [
          { value: "music", label: said("Music", "Musik") },
          { value: "sports", label: said("Sports", "Sport") },
          { value: "else", label: said("Else:", "Sonst:") },
        ],
      },
      {
        name: "leads",
        question: said("Who leads it?", "Wer leitet ihn?"),
        categories: [
          { value: "A member", label: said("A member", "Ein Mitglied") },
          { value: "Somebody else:", label: said("Somebody else:", "Sonst jemand:"), role: "other" },
        ],
      },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: ["groups: puts things in order in groups or rows; ask for one order of them"],
      partly: [
        "x-kli: the language x-kli has no tag that the studio knows",
        "first: what “other” is, is not asked",
        "leads: what “other” is, is not asked",
      ],
    });
    await ready(page);
  }));

const both = (de, en) => ({ de, en });

test("a LimeSurvey file whose texts are in tables of their own", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("club.lss"));
    assert.deepEqual(survey.title, both("Ein Verein", "A club"));
    assertQuestions(survey.attributes, [
      {
        name: "smoker",
        question: both("Rauchen Sie?", "Do you smoke?"),
        categories: [
          { value: "Nein", label: both("Nein", "No") },
          { value: "Ja", label: both("Ja", "Yes") },
        ],
      },
      {
        name: "what",
        question: both("Was rauchen Sie?", "What do you smoke?"),
        choose: "any",
        at_least: 1,
        at_most: 2,
        categories: [
          { value: "cigarettes", label: both("Zigaretten", "Cigarettes") },
          { value: "pipe", label: both("Pfeife", "A pipe") },
          { value: "other", label: both("Anderes", "Something else") },
        ],
        asked_if: { smoker: ["Ja"] },
      },
      {
        name: "club",
        question: both("Im Verein fühle ich mich sicher", "In the club I feel safe"),
        categories: [
          { value: "nie", label: both("nie", "never") },
          { value: "immer", label: both("immer", "immer") },
        ],
      },
      {
        name: "member",
        question: both("Sind Sie Mitglied?", "Are you a member?"),
        categories: [
          { value: "Yes", label: both("Yes", "Yes") },
          { value: "No", label: both("No", "No") },
        ],
        asked_if: { "what.pipe": ["yes"] },
      },
      {
        name: "leads",
        question: both("Wer leitet ihn?", "Who leads it?"),
        categories: [
          { value: "Ein Mitglied", label: both("Ein Mitglied", "A member") },
          { value: "Die Stadt", label: both("Die Stadt", "The city") },
          { value: "-oth-", label: both("Other", "Other"), role: "other" },
        ],
      },
    ]);
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [
        "x-easy: the language x-easy has no tag that the studio knows",
        "what: what “other” is, is not asked",
        "member: some of its answers are in English: translate them",
        "leads: what “other” is, is not asked",
        "leads: some of its answers are in English: translate them",
      ],
    });
    await ready(page);
  }));

const french = (en, fr) => ({ en, fr });
const SMOKER = {
  name: "smoker",
  question: french("Do you smoke?", "Fumez-vous ?"),
  categories: [
    { value: "No", label: french("No", "Non") },
    { value: "Yes", label: french("Yes", "Oui") },
  ],
};

test("a LimeSurvey file of an earlier version, with a row for each language", () =>
  inStudio(async (page) => {
    const survey = await imported(page, example("club-old.lss"));
    assert.deepEqual(survey.title, french("A club", "A club"));
    assertQuestions(survey.attributes, [
      SMOKER,
      {
        name: "club",
        question: french("In the club", "Au club"),
        rows: [
          { name: "safe", question: french("I feel safe", "je suis en sécurité") },
          { name: "heard", question: french("I am heard", "on m’écoute") },
        ],
        categories: ["Yes", "Uncertain", "No"].map((value) => ({ value, label: french(value, value) })),
      },
    ]);
    const [section, ...others] = survey.sections;
    assert.deepEqual(section, {
      before: "smoker",
      title: french("All", "Tout"),
      text: french("About you.", "De vous."),
    });
    assert.deepEqual(others, []);
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: ["club: some of its answers are in English: translate them"],
    });
  }));

test("a LimeSurvey text in two languages", () =>
  inStudio(async (page) => {
    const rows = [
      ["class", "type/scale", "name", "relevance", "text", "language", "mandatory", "other", "other_replace_text"],
      ["S", "", "language", "", "en", "", "", "", ""],
      ["S", "", "additional_languages", "", "fr", "", "", "", ""],
      ["SL", "", "surveyls_title", "", "A club", "en", "", "", ""],
      ["SL", "", "surveyls_title", "", "Un club", "fr", "", "", ""],
      ...["en", "fr"].flatMap((tag) => {
        const of = (...texts) => texts[tag === "en" ? 0 : 1];
        return [
          ["G", "1", of("First", "Premier"), "1", "", tag, "", "", ""],
          ["Q", "L", "smoker", "1", of("Do you smoke?", "Fumez-vous ?"), tag, "Y", "N", ""],
          ["A", "0", "A1", "", of("No", "Non"), tag, "", "", ""],
          ["A", "0", "A2", "", of("Yes", "Oui"), tag, "", "", ""],
          ["Q", "M", "what", "1", of("What?", "Quoi ?"), tag, "N", "Y", of("Else", "Autre")],
          ["SQ", "0", "beer", "1", of("Beer", "Bière"), tag, "", "", ""],
          ["SQ", "0", "wine", "1", of("Wine", "Vin"), tag, "", "", ""],
        ];
      }),
    ];
    const file = join(stage.folder, "club.txt");
    writeFileSync(file, rows.map((row) => row.join("\t")).join("\n"));
    const survey = await imported(page, file);
    assert.deepEqual(survey.title, french("A club", "Un club"));
    assertQuestions(survey.attributes, [
      SMOKER,
      {
        name: "what",
        question: french("What?", "Quoi ?"),
        choose: "any",
        categories: [
          { value: "beer", label: french("Beer", "Bière") },
          { value: "wine", label: french("Wine", "Vin") },
          { value: "other", label: french("Else", "Autre") },
        ],
      },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: ["what: what “other” is, is not asked"] });
  }));

test("a SurveyJS survey in three languages, one text of which is missing", () =>
  inStudio(async (page) => {
    const said = (en, de, br = en) => ({ en, de, "pt-BR": br });
    const elements = [
      {
        type: "radiogroup",
        name: "smoker",
        title: { default: "Do you smoke?", de: "Rauchen Sie?", "pt-br": "Você fuma?" },
        isRequired: true,
        choices: [
          { value: "n", text: { default: "No", de: "Nein", "pt-br": "Não" } },
          { value: "y", text: { en: "Yes", de: "Ja" } },
        ],
      },
      {
        type: "matrix",
        name: "club",
        title: "?",
        eachRowRequired: true,
        columns: ["1", "2"],
        rows: [
          { value: "safe", text: { default: "Safe", de: "Sicher" } },
          { value: "heard", text: "Heard" },
        ],
        visibleIf: "{smoker} = 'y'",
      },
    ];
    const title = { default: "A club", de: "Ein Verein" };
    const file = join(stage.folder, "club.json");
    writeFileSync(file, JSON.stringify({ title, pages: [{ name: "p", elements }] }));
    const survey = await imported(page, file);
    assert.deepEqual(survey.title, said("A club", "Ein Verein"));
    const same = (text) => said(text, text);
    assertQuestions(survey.attributes, [
      {
        name: "smoker",
        question: said("Do you smoke?", "Rauchen Sie?", "Você fuma?"),
        categories: [
          { value: "n", label: said("No", "Nein", "Não") },
          { value: "y", label: said("Yes", "Ja") },
        ],
      },
      {
        name: "club",
        question: same("?"),
        rows: [
          { name: "safe", question: said("Safe", "Sicher") },
          { name: "heard", question: same("Heard") },
        ],
        categories: ["1", "2"].map((value) => ({ value, label: same(value) })),
        asked_if: { smoker: ["y"] },
      },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: [] });
  }));

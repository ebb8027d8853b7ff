/**
 * What other programs show in an order at random, to some people only, or not after some answers: the studio imports the order of choices, items and
 * rows, and says what else it leaves out.
 */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { writeSheets } from "../imports/xlsforms.mjs";
import { openStudioStage } from "./studio.mjs";
import { assertQuestions, imported, reasons } from "./studio-imported.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;
const order = "random";

function file(name, text) {
  const path = join(stage.folder, name);
  writeFileSync(path, text);
  return path;
}

const CONDITION = {
  0: { 0: { LogicType: "Question", ChoiceLocator: "q://QID1/SelectableChoice/1", Operator: "Selected" }, Type: "If" },
  Type: "BooleanExpression",
};
CONDITION[0][0].Description = "<span>If</span> <span>Do you smoke?</span> <span>No</span> <span>Is Selected</span>";

const choices = (...labels) => Object.fromEntries(labels.map((Display, place) => [place + 1, { Display }]));
const one = (id, text, listed, more) => ({
  Element: "SQ",
  Payload: {
    QuestionID: id,
    DataExportTag: id,
    QuestionText: text,
    QuestionType: "MC",
    Selector: "SAVR",
    Choices: listed,
    Validation: { Settings: { ForceResponse: "ON" } },
    ...more,
  },
});
const asking = (...ids) => ids.map((QuestionID) => ({ Type: "Question", QuestionID }));
const SKIP = {
  ChoiceLocator: "q://QID1/SelectableChoice/1",
  Condition: "Selected",
  SkipToDestination: "ENDOFBLOCK",
  Description: "Condition: <strong>No</strong> Is Selected. Skip To: <strong>End of Block</strong>.",
};
const QSF = {
  SurveyEntry: { SurveyName: "Orders", SurveyLanguage: "EN" },
  SurveyElements: [
    {
      Element: "BL",
      Payload: [
        {
          Type: "Default",
          ID: "BL_1",
          BlockElements: [{ ...asking("QID1")[0], SkipLogic: [SKIP] }, ...asking("QID2", "QID3")],
        },
        { Type: "Standard", ID: "BL_2", BlockElements: asking("QID4") },
        {
          Type: "Standard",
          ID: "BL_3",
          BlockElements: asking("QID5"),
          Options: { RandomizeQuestions: "RandomWithOnlyX" },
        },
      ],
    },
    {
      Element: "FL",
      Payload: {
        Type: "Root",
        Flow: [
          { Type: "Block", ID: "BL_1" },
          { Type: "Branch", FlowID: "FL_2", BranchLogic: CONDITION, Flow: [{ Type: "EndSurvey", FlowID: "FL_3" }] },
          { Type: "BlockRandomizer", FlowID: "FL_4", SubSet: 1, Flow: [{ Type: "Standard", ID: "BL_2" }] },
          { Type: "Standard", ID: "BL_3" },
          { Type: "EndSurvey", FlowID: "FL_5" },
        ],
      },
    },
    one("QID1", "Do you smoke?", choices("No", "Yes")),
    one("QID2", "Which?", choices("Pipe", "Cigars"), { Randomization: { Type: "All" } }),
    one("QID3", "Where?", { ...choices("Home", "Work"), 3: { Display: "Bar", DisplayLogic: CONDITION } }),
    one("QID4", "When?", choices("Day", "Night"), { Randomization: { Type: "Subset", TotalRandSubset: 1 } }),
    one("QID5", "Why?", choices("Fun", "Habit"), { Randomization: { Type: "None" } }),
  ],
};

test("a Qualtrics file with choices at random, skips, an early end and blocks that are drawn", () =>
  inStudio(async (page) => {
    const { attributes } = await imported(page, file("orders.qsf", JSON.stringify(QSF)));
    assertQuestions(attributes, [
      { name: "QID1", question: "Do you smoke?", categories: ["No", "Yes"] },
      { name: "QID2", question: "Which?", categories: ["Pipe", "Cigars"], order },
      { name: "QID3", question: "Where?", categories: ["Home", "Work", "Bar"] },
      { name: "QID4", question: "When?", categories: ["Day", "Night"] },
      { name: "QID5", question: "Why?", categories: ["Fun", "Habit"] },
    ]);
    const some = "some of its answers are offered to some people only: here everybody is offered them all";
    const shuffled =
      "stands in a part whose order, or whose questions, are drawn at random: it is asked of everybody, in the order of the file";
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [
        "QID1: what is skipped after some answers (Condition: No Is Selected. Skip To: End of Block.) is asked all the same",
        `QID3: ${some}`,
        `QID4: ${shuffled}`,
        `QID4: ${some}`,
        `QID5: ${shuffled}`,
        "FL_3: what is skipped after some answers (If Do you smoke? No Is Selected) is asked all the same",
      ],
    });
  }));

test("LimeSurvey's orders at random, and subquestions that hang on answers", () =>
  inStudio(async (page) => {
    const rows = [
      ["class", "type/scale", "name", "relevance", "text", "language", "mandatory", "random_order", "array_filter"],
      ["S", "", "language", "", "en"],
      ["G", "1", "All", "1", ""],
      ["Q", "L", "which", "1", "Which?", "en", "Y", "1"],
      ["A", "0", "A1", "", "Pipe", "en"],
      ["A", "0", "A2", "", "Cigars", "en"],
      ["Q", "N", "years", "1", "How long?", "en", "Y", "1"],
      ["Q", "C", "where", "1", "Where?", "en", "Y", "1"],
      ["SQ", "0", "home", "1", "At home", "en"],
      ["SQ", "0", "work", 'which == "A1"', "At work", "en"],
      ["Q", "M", "when", "1", "When?", "en", "Y", "", "where"],
      ["SQ", "0", "day", "1", "By day", "en"],
      ["SQ", "0", "night", "1", "By night", "en"],
      ["Q", "F", "how", "1", "How", "en", "Y", "1"],
      ["SQ", "0", "much", "1", "much?", "en"],
      ["A", "0", "B1", "", "Little", "en"],
      ["A", "0", "B2", "", "Much", "en"],
    ];
    const { attributes } = await imported(page, file("orders.txt", rows.map((row) => row.join("\t")).join("\n")));
    assertQuestions(attributes, [
      { name: "which", question: "Which?", categories: ["Pipe", "Cigars"], order },
      { name: "years", question: "How long?", bins: [null, null] },
      {
        name: "where",
        question: "Where?",
        rows: [
          { name: "home", question: "At home" },
          { name: "work", question: "At work" },
        ],
        categories: ["Yes", "Uncertain", "No"],
        order,
      },
      {
        name: "when",
        question: "When?",
        choose: "any",
        at_least: 1,
        categories: [
          { value: "day", label: "By day" },
          { value: "night", label: "By night" },
        ],
      },
      { name: "how", question: "How much?", categories: ["Little", "Much"] },
    ]);
    const some = "some of its answers are offered to some people only: here everybody is offered them all";
    assert.deepEqual(await reasons(page), { missing: [], partly: [`where: ${some}`, `when: ${some}`] });
  }));

test("an XLSForm with choices at random", () =>
  inStudio(async (page) => {
    const form = join(stage.folder, "orders.xlsx");
    await writeSheets(form, {
      survey: [
        ["type", "name", "label", "required", "parameters"],
        ["select_one kinds", "which", "Which?", "yes", "randomize=true, seed=1"],
        ["select_multiple kinds", "ever", "Which ever?", "", "randomize = true"],
        ["rank kinds", "best", "Which is best?", "yes", "randomize=false"],
      ],
      choices: [
        ["list_name", "name", "label"],
        ["kinds", "pipe", "Pipe"],
        ["kinds", "cigars", "Cigars"],
      ],
    });
    const { attributes } = await imported(page, form);
    const kinds = [
      { value: "pipe", label: "Pipe" },
      { value: "cigars", label: "Cigars" },
    ];
    assertQuestions(attributes, [
      { name: "which", question: "Which?", categories: kinds, order },
      { name: "ever", question: "Which ever?", choose: "any", categories: kinds, order },
      { name: "best", question: "Which is best?", rank: kinds },
    ]);
    assert.deepEqual(await reasons(page), { missing: [], partly: [] });
  }));

test("a SurveyJS survey with choices at random, choices that hang on answers, and triggers that skip", () =>
  inStudio(async (page) => {
    const elements = [
      { type: "radiogroup", name: "which", isRequired: true, choices: ["pipe", "cigars"], choicesOrder: "random" },
      {
        type: "checkbox",
        name: "where",
        isRequired: true,
        choices: ["home", { value: "work", visibleIf: "{which} = 'pipe'" }],
        choicesOrder: "asc",
      },
      {
        type: "matrix",
        name: "how",
        eachRowRequired: true,
        rows: ["fast", "long"],
        columns: ["no", "yes"],
        rowOrder: "random",
        rowsVisibleIf: "{which} = 'pipe'",
      },
    ];
    const triggers = [
      { type: "skip", expression: "{which} = 'pipe'", gotoName: "how" },
      { type: "setvalue", expression: "{which} = 'pipe'" },
      { type: "complete", expression: "{where} contains 'home'" },
    ];
    const survey = { pages: [{ name: "p", elements }], triggers };
    const { attributes } = await imported(page, file("orders.json", JSON.stringify(survey)));
    assertQuestions(attributes, [
      { name: "which", question: "which", categories: ["pipe", "cigars"], order },
      { name: "where", question: "where", choose: "any", at_least: 1, categories: ["home", "work"] },
      {
        name: "how",
        question: "how",
        rows: [
          { name: "fast", question: "fast" },
          { name: "long", question: "long" },
        ],
        categories: ["no", "yes"],
        order,
      },
    ]);
    const some = "some of its answers are offered to some people only: here everybody is offered them all";
    assert.deepEqual(await reasons(page), {
      missing: [],
      partly: [
        `where: ${some}`,
        `how: ${some}`,
        "how: what is skipped after some answers ({which} = 'pipe') is asked all the same",
        "complete: what is skipped after some answers ({where} contains 'home') is asked all the same",
      ],
    });
  }));

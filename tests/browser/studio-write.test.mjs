/** Writing in the studio: order, undo, mistakes shown at their question, what is kept, and imports from other programs. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { chooseFile, openStudioStage, saved, step, writeChoices, writeNumber } from "./studio.mjs";

const stage = await openStudioStage();
const { browser, inStudio } = stage;

const texts = (page) => page.locator(".written .text").evaluateAll((fields) => fields.map(({ value }) => value));

async function writeThree(page) {
  await writeChoices(page, "One?", ["No", "Yes"], { first: true });
  await writeChoices(page, "Two?", ["No", "Yes"]);
  await writeChoices(page, "Three?", ["No", "Yes"]);
}

test("questions are put in order by keyboard and by dragging, and that is undone", () =>
  inStudio(async (page) => {
    await writeThree(page);
    await page.getByRole("button", { name: "Move question 3 of 3" }).focus();
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await texts(page), ["One?", "Three?", "Two?"]);
    await page.getByRole("status").getByText("Question 3 is now question 2 of 3").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("Move question 2"));
    await page.keyboard.press("ArrowUp");
    assert.deepEqual(await texts(page), ["Three?", "One?", "Two?"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual(await texts(page), ["One?", "Two?", "Three?"]);
    await page.getByRole("button", { name: "Redo" }).click();
    assert.deepEqual(await texts(page), ["One?", "Three?", "Two?"]);
    const handle = await page.getByRole("button", { name: "Move question 1 of 3" }).boundingBox();
    const last = await page.locator(".written").last().boundingBox();
    await page.mouse.move(handle.x + 5, handle.y + 5);
    await page.mouse.down();
    await page.mouse.move(handle.x + 5, last.y + last.height - 5, { steps: 5 });
    assert.equal(await page.locator(".drop-after").count(), 1);
    await page.mouse.up();
    assert.deepEqual(await texts(page), ["Three?", "Two?", "One?"]);
  }));

test("typing is undone field by field, and Enter writes choices one after the other", () =>
  inStudio(async (page) => {
    await page.getByRole("textbox", { name: "What is asked" }).fill("Which?");
    await page.getByRole("textbox", { name: "Choice 1", exact: true }).click();
    for (const choice of ["Red", "Green", "Blue"]) {
      await page.keyboard.type(choice);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.value === "");
    }
    const { attributes } = await saved(page);
    assert.deepEqual(attributes[0].categories.slice(0, 3), ["Red", "Green", "Blue"]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.deepEqual((await saved(page)).attributes[0].categories.slice(0, 3), ["Red", "Green"]);
  }));

test("a fault stands beside its question, in the words of the program", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Do you smoke?", ["Yes", "Yes"], { first: true });
    await writeNumber(page, "How old are you?", [60, 30]);
    const cards = page.locator(".written");
    await cards
      .first()
      .getByText(/Yes.*twice|has the category/)
      .waitFor();
    const described = await cards
      .first()
      .getByRole("textbox", { name: "What is asked" })
      .getAttribute("aria-describedby");
    assert.match(await page.locator(`[id="${described}"]`).innerText(), /"Yes"/);
    await cards.last().getByText('"how-old-are-you": edges must be given in increasing order').waitFor();
    await page.getByText("2 questions need a change.").waitFor();
    await step(page, "Choose");
    await page.getByRole("alert").getByText("Some questions need a change").waitFor();
    await page.getByRole("button", { name: "Back to the questions" }).click();
    await cards.last().getByRole("textbox", { name: "Limit 1 of the ranges" }).fill("twenty");
    await cards.last().getByText("“twenty” is not a number.").waitFor();
    await cards.last().getByRole("textbox", { name: "Limit 1 of the ranges" }).fill("20");
    await cards.first().getByRole("textbox", { name: "Choice 1", exact: true }).fill("No");
    await page.getByText("Every question is ready.").waitFor();
  }));

test("what is written is kept in the tab's storage, and opened again from a file", () =>
  inStudio(async (page) => {
    await page.getByRole("textbox", { name: "Title of the survey" }).fill("Kept");
    await writeThree(page);
    const survey = await saved(page);
    await page.reload();
    assert.deepEqual(await texts(page), ["One?", "Two?", "Three?"]);
    await page.getByRole("button", { name: "New, templates…" }).click();
    await page.getByRole("button", { name: "Begin with an empty one" }).click();
    assert.deepEqual(await texts(page), [""]);
    const file = join(stage.folder, "kept.json");
    writeFileSync(file, JSON.stringify({ ...survey, wave_of: "family" }));
    await chooseFile(page, "Open…", file);
    await page.getByText("Opened, with 3 questions.").first().waitFor();
    assert.deepEqual(await saved(page), { ...survey, wave_of: "family" });
  }));

test("another tab's survey is shown when it is asked for, and not before", () =>
  inStudio(async (page) => {
    await writeChoices(page, "Here?", ["No", "Yes"], { first: true });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "What is asked" }).fill("There?");
    await page.getByText("Another tab has changed this survey.").waitFor();
    assert.deepEqual(await texts(page), ["Here?"]);
    await page.getByRole("button", { name: "Show its survey" }).click();
    assert.deepEqual(await texts(page), ["There?"]);
  }));

test("hostile files give a sentence and keep the work", () =>
  inStudio(async (page) => {
    await writeThree(page);
    for (const [name, content, sentence] of [
      ["large.json", `{"attributes": [${" ".repeat(10_000_000)}]}`, /large.json has 10.0 MB; surveys have at most 4/],
      ["half.json", '{"survey": "health", "attributes": [{"name"', /half.json is not JSON text/],
      ["other.json", '{"counts": [1, 2]}', /other.json is not a survey/],
      ["list.json", "[1, 2, 3]", /list.json is not a survey/],
      ["null.json", '{"attributes": [null]}', /null.json is not a survey/],
      ["levels.json", '{"attributes": [{"name": "a", "epsilon": 1}]}', /an ε of its own/],
      ["database.db", new Uint8Array([83, 81, 76, 0, 255, 254]), /database.db is not JSON text/],
    ]) {
      const file = join(stage.folder, name);
      writeFileSync(file, content);
      await chooseFile(page, "Open…", file);
      await page.getByRole("alert").getByText(sentence).waitFor();
      assert.deepEqual(await texts(page), ["One?", "Two?", "Three?"]);
    }
  }));

const LSS = `<?xml version="1.0" encoding="UTF-8"?>
<document><LimeSurveyDocType>Survey</LimeSurveyDocType>
<surveys><rows><row><sid>1</sid><language>en</language></row></rows></surveys>
<surveys_languagesettings><rows><row><surveyls_language>en</surveyls_language><surveyls_title><![CDATA[Town]]></surveyls_title></row></rows></surveys_languagesettings>
<questions><rows>
<row><qid>10</qid><parent_qid>0</parent_qid><gid>1</gid><type>L</type><title>smoke</title><question><![CDATA[<p>Do you <b>smoke</b>?</p>]]></question><mandatory>Y</mandatory><other>N</other><language>en</language><question_order>2</question_order></row>
<row><qid>11</qid><parent_qid>0</parent_qid><gid>1</gid><type>N</type><title>age</title><question><![CDATA[Age]]></question><mandatory>N</mandatory><other>N</other><language>en</language><question_order>1</question_order></row>
<row><qid>12</qid><parent_qid>0</parent_qid><gid>1</gid><type>T</type><title>why</title><question><![CDATA[Why?]]></question><mandatory>N</mandatory><other>N</other><language>en</language><question_order>3</question_order></row>
<row><qid>13</qid><parent_qid>0</parent_qid><gid>1</gid><type>Y</type><title>drink</title><question><![CDATA[Do you drink?]]></question><mandatory>Y</mandatory><other>N</other><language>en</language><question_order>4</question_order></row>
</rows></questions>
<answers><rows>
<row><qid>10</qid><code>A2</code><answer><![CDATA[Yes]]></answer><sortorder>2</sortorder><language>en</language></row>
<row><qid>10</qid><code>A1</code><answer><![CDATA[No]]></answer><sortorder>1</sortorder><language>en</language></row>
</rows></answers></document>`;

const LIMESURVEY_TEXT = [
  [
    "id",
    "related_id",
    "class",
    "type/scale",
    "name",
    "relevance",
    "text",
    "help",
    "language",
    "validation",
    "mandatory",
    "other",
  ],
  ["", "", "S", "", "language", "", "en", "", "", "", "", ""],
  ["", "", "SL", "", "surveyls_title", "", "Town", "", "en", "", "", ""],
  ["1", "", "Q", "L", "smoke", "1", "Do you smoke?", "", "en", "", "Y", "N"],
  ["2", "", "A", "0", "A1", "", "No", "", "en", "", "", ""],
  ["3", "", "A", "0", "A2", "", "Yes", "", "en", "", "", ""],
  ["4", "", "Q", "S", "why", "1", "Why?", "", "en", "", "N", "N"],
]
  .map((row) => row.join("\t"))
  .join("\n");

const SURVEYJS = JSON.stringify({
  title: "Town",
  pages: [
    {
      elements: [
        { type: "radiogroup", name: "smoke", title: "Do you smoke?", isRequired: true, choices: ["No", "Yes"] },
        { type: "comment", name: "why", title: "Why?" },
        { type: "text", inputType: "number", name: "age", title: "Age" },
      ],
    },
  ],
});

const SPREADSHEET = 'Question\tChoices\nDo you smoke?\tNo\tYes\n"Where, ""mostly""?"\tHome\tWork\nAge\tnumber\nWhy?\n';

for (const [name, content, questions, leftOut] of [
  ["town.lss", LSS, ["Age", "Do you smoke?", "Do you drink?"], "why: is answered with words of one’s own"],
  ["town.txt", LIMESURVEY_TEXT, ["Do you smoke?"], "why: is answered with words of one’s own"],
  ["town-surveyjs.json", SURVEYJS, ["Do you smoke?", "Age"], "why: is answered with words of one’s own"],
  ["town.tsv", SPREADSHEET, ["Do you smoke?", 'Where, "mostly"?', "Age"], "Why?: has fewer than two choices"],
]) {
  test(`questions are imported from ${name}, and what is left out is named`, () =>
    inStudio(async (page) => {
      const file = join(stage.folder, name);
      writeFileSync(file, content);
      await page.getByRole("button", { name: "Import…" }).click();
      await chooseFile(page, "Choose a file", file);
      await page
        .getByText(/^Imported/)
        .first()
        .waitFor();
      assert.deepEqual(await texts(page), questions);
      assert.deepEqual(await page.getByRole("list", { name: "Left out:" }).locator("li").allInnerTexts(), [leftOut]);
      const { attributes } = await saved(page);
      assert.deepEqual(attributes.find(({ question }) => question === "Do you smoke?").categories, ["No", "Yes"]);
    }));
}

test("questions are imported from a workbook, by what is loaded only then, and from pasted rows", () =>
  inStudio(async (page) => {
    const loaded = [];
    page.on("request", (request) => loaded.push(request.url()));
    const { default: writeWorkbook } = await import(createRequire(import.meta.url).resolve("write-excel-file/node"));
    const file = join(stage.folder, "town.xlsx");
    const cells = [
      ["Do you smoke?", "No", "Yes"],
      ["How often?", "Never", "Daily"],
    ].map((row) => row.map((value) => ({ value })));
    await writeWorkbook(cells).toFile(file);
    await page.getByRole("button", { name: "Import…" }).click();
    await chooseFile(page, "Choose a file", file);
    await page.getByText("Imported 2 questions.").first().waitFor();
    assert.deepEqual(await texts(page), ["Do you smoke?", "How often?"]);
    assert.ok(loaded.length > 0);
    await page.getByRole("button", { name: "Import…" }).click();
    await page.getByLabel("Or paste rows").fill("Do you drink?\tNo\tYes");
    await page.getByRole("button", { name: "Import these rows" }).click();
    await page.getByText("Imported 1 question.").first().waitFor();
    assert.deepEqual(await texts(page), ["Do you drink?"]);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.deepEqual(await texts(page), ["Do you smoke?", "How often?"]);
  }));

test("files that no importer can read are said to be so", () =>
  inStudio(async (page) => {
    await page.getByRole("button", { name: "Import…" }).click();
    for (const [name, content, sentence] of [
      ["broken.lss", "<document><questions>", /broken.lss could not be read/],
      ["broken.xlsx", "no workbook", /broken.xlsx could not be read/],
      ["prose.txt", "Dear all,\nplease find attached nothing.", /No question was found/],
    ]) {
      const file = join(stage.folder, name);
      writeFileSync(file, content);
      await chooseFile(page, "Choose a file", file);
      await page.getByRole("alert").getByText(sentence).waitFor();
    }
    assert.deepEqual(await texts(page), [""]);
  }));

test("what is loaded before anything is computed has at most 250 KB", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded = [];
  page.on("requestfinished", (request) => loaded.push(request));
  await page.goto(`${stage.collector.origin}/studio.html`);
  await page.getByRole("textbox", { name: "Title of the survey" }).waitFor();
  const own = loaded.filter((request) => !request.url().includes("/worker-"));
  const sizes = await Promise.all(own.map(async (request) => (await request.sizes()).responseBodySize));
  assert.ok(own.length >= 3, "page, script and style were loaded");
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total > 10_000 && total <= 250_000, `${total} bytes`);
  await context.close();
});

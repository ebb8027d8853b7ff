/** The studio from beginning to end: a survey is written, designed, previewed, published and answered, and every file is used. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { assertKept } from "../exact.mjs";
import { candor } from "../program.mjs";
import { assertFits } from "../schemas.mjs";
import { inside } from "./enclosed.mjs";
import { served } from "./site.mjs";
import { faults, openPage, picture } from "./stage.mjs";
import { designedInPage, downloaded, openStudioStage, step, writeChoices, writeNumber } from "./studio.mjs";

const PACKAGE = fileURLToPath(new URL("../../pkg/dist", import.meta.url));

const stage = await openStudioStage();
const { browser, openStudio } = stage;

const QUESTIONS = [
  ["Do you smoke?", ["No", "Yes"]],
  ["Do you drink alcohol?", ["Never", "Sometimes", "Often"]],
  ["Have you been in debt this year?", ["No", "Yes"]],
  ["Do you gamble?", ["No", "Yes"], { optional: true }],
  ["Do you take medicine against anxiety?", ["No", "Yes"]],
  ["Have you lied to a doctor?", ["No", "Yes"]],
  ["How do you feel about your work?", ["Bad", "Neither", "Good"]],
];

/** Eight questions, written as a person writes them. */
async function writeSurvey(page) {
  await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits of the town");
  for (const [place, [text, choices, options]] of QUESTIONS.entries())
    await writeChoices(page, text, choices, { first: place === 0, ...options });
  await writeNumber(page, "How old are you?", [30, 45, 60]);
  await page.getByText("Every question is ready.").waitFor();
}

const page = await openStudio();
const kept = {};

test("a survey of eight questions is written, and designed as the program designs it", async () => {
  await writeSurvey(page);
  const { name, text } = await downloaded(page, page.getByRole("button", { name: "Save", exact: true }));
  assert.equal(name, "habits-of-the-town.json");
  const survey = { ...JSON.parse(text), respondents: 5000 };
  assert.match(text, /^\{\n {2}"\$schema": "node_modules\/candor\/survey\.schema\.json",\n/, "for editors");
  assertFits("survey", survey);
  const file = join(stage.folder, name);
  writeFileSync(file, JSON.stringify(survey));
  await step(page, "Choose");
  await page.getByRole("button", { name: "5,000", exact: true }).click();
  await designedInPage(page);
  kept.told = JSON.parse(candor("design", file, "-o", join(stage.folder, "plan.json"), "--format", "json"));
  const shown = await page.locator(".margins table").first().locator("tbody tr").allInnerTexts();
  assert.equal(shown.length, 8);
  for (const [place, { attributes, standard_error }] of kept.told.expected.tables.slice(0, 8).entries()) {
    const points = (100 * 1.959963984540054 * standard_error).toFixed(1);
    const { question } = survey.attributes.find(({ name }) => name === attributes[0]);
    assert.ok(shown[place].includes(question), shown[place]);
    assert.ok(shown[place].includes(`± ${points} points`), `${shown[place]} is ± ${points}`);
  }
});

test("the plan is the program's, to the last digit", async () => {
  await step(page, "Publish");
  const { name, text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
  assert.equal(name, "habits-of-the-town.plan.json");
  kept.plan = JSON.parse(text);
  assert.equal(kept.plan.fingerprint, kept.told.fingerprint);
  assertKept(kept.plan);
  kept.file = join(stage.folder, name);
  writeFileSync(kept.file, text);
  const verified = JSON.parse(candor("verify", kept.file, "--format", "json"));
  assert.deepEqual(verified.attributes, kept.told.attributes);
});

test("simulated people answer, and most intervals hold what they answered", async () => {
  await step(page, "See");
  await page.getByRole("button", { name: "Simulate" }).click();
  const sentence = page.getByText("none of whom exist");
  await sentence.waitFor({ timeout: 60_000 });
  const [, held, of] = /(\d+) of (\d+) intervals/.exec(await sentence.innerText());
  assert.equal(Number(of), 21);
  // The intervals of each of eight questions miss in 1 of 20 surveys. Only 13 intervals hold if five questions miss at once, less than once in 50,000.
  assert.ok(Number(held) > 8, `${held} of ${of}`);
  assert.equal(await page.locator(".comparison tbody tr").count(), 21);
});

test("what is typed into the preview stays there", async () => {
  const sent = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  const before = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const frame = await inside(page, "Change at random and send");
  await frame.getByRole("spinbutton").fill("47.4711");
  for (const choices of await frame.locator("fieldset:has([type=radio])").all())
    await choices.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(page, "Your report has arrived");
  await page.frameLocator("iframe").getByText("This is what would leave").waitFor();
  await picture(page, "studio-leaving");
  assert.deepEqual(sent, []);
  assert.equal(await page.evaluate(() => JSON.stringify(Object.entries(localStorage))), before);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  assert.deepEqual(databases, []);
  assert.ok(!page.url().includes("4711"));
});

test("it is published to a collector, and answered there", async () => {
  await step(page, "Publish");
  await page.getByLabel("Author’s token").fill("wrong");
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  await page.getByRole("alert").getByText("It was not published.").waitFor();
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  const link = await page.locator(".published a").first().getAttribute("href");
  assert.ok(link.startsWith(stage.collector.origin) && link.includes(kept.plan.fingerprint), link);
  await page.getByRole("img", { name: "QR code of the address", exact: true }).waitFor();
  for (let visitor = 0; visitor < 2; visitor += 1) await answer(link);
  const [{ reports }] = (await stage.collector.json("/surveys")).filter(({ survey }) => survey === kept.plan.survey);
  assert.equal(reports, 2);
  assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(stage.token));
});

test("the page of its own answers from another origin, and lets nothing else be reached", async () => {
  await page.getByLabel("Address of the collector").last().fill("not an address");
  await page.getByRole("button", { name: "Make the page" }).click();
  await page.getByRole("alert").getByText("“not an address” is not an address").waitFor();
  await page.getByLabel("Address of the collector").last().fill(stage.collector.origin);
  await page.getByRole("button", { name: "Make the page" }).click();
  const { name, text } = await downloaded(page, page.getByRole("button", { name: "Download the page" }));
  assert.equal(name, "habits-of-the-town.html");
  const { length } = brotliCompressSync(text);
  assert.ok(length < 61_000, `${length} bytes by brotli`);
  const sha256 = createHash("sha256").update(text).digest("hex");
  await page.getByText(sha256).waitFor();
  assert.match(text, /default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'/);
  await served({ "index.html": text }, {}, async (address, asked) => {
    await answer(address);
    assert.deepEqual(asked, ["GET /"]);
  });
  const [{ reports }] = (await stage.collector.json("/surveys")).filter(({ survey }) => survey === kept.plan.survey);
  assert.equal(reports, 3);
});

test("the texts to embed are a form, and a program, that answer", async () => {
  const [form, program] = await page.locator(".code pre").allInnerTexts();
  const at = (text) =>
    text.replaceAll("https://reports.example.org", stage.collector.origin).replaceAll("https://www.example.org/", "/");
  const parts = ["form", "sentences"];
  const imports = {
    candor: "/index.js",
    ...Object.fromEntries(parts.map((name) => [`candor/${name}`, `/${name}.js`])),
  };
  const html = (body) =>
    `<!doctype html><title>waiting</title><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>${body}`;
  const files = {
    "index.html": html(at(form)),
    "program.html": html(`<script type="module">${at(program)}; document.title = "sent";</script>`),
    "index.js": readFileSync(join(PACKAGE, "index.js")),
    ...Object.fromEntries(parts.map((name) => [`${name}.js`, readFileSync(join(PACKAGE, `${name}.js`))])),
    "habits-of-the-town.plan.json": JSON.stringify(kept.plan),
  };
  await served(files, {}, async (address) => {
    const visitor = await openPage(browser);
    await visitor.goto(address);
    for (const fieldset of await visitor.locator("fieldset").all()) await fieldset.getByRole("radio").last().check();
    await visitor.getByRole("spinbutton").fill("47");
    const received = visitor.evaluate(
      () =>
        new Promise((resolve) => {
          document.forms[0].addEventListener("candor-received", () => resolve("received"));
          document.forms[0].addEventListener("candor-failed", ({ detail }) => resolve(String(detail)));
        }),
    );
    await visitor.getByRole("button", { name: "Send" }).click();
    assert.equal(await received, "received");
    await visitor.context().close();
    const other = await openPage(browser);
    await other.goto(`${address}program.html`);
    await other.waitForFunction(() => document.title === "sent");
    await other.context().close();
  });
  const [{ reports }] = (await stage.collector.json("/surveys")).filter(({ survey }) => survey === kept.plan.survey);
  assert.equal(reports, 5);
});

test("its totals are read, and what is taken away is what the program tells of the collector's file", async () => {
  await stage.collector.fill(600, 1, kept.file);
  const reader = await openPage(browser, { acceptDownloads: true, locale: "en-GB" });
  await reader.goto(`${stage.collector.origin}/read.html#survey=${kept.plan.survey}`);
  await reader.getByRole("combobox", { name: /^Survey/ }).selectOption(kept.plan.fingerprint);
  await reader.getByRole("button", { name: "Read the totals" }).click();
  await reader.getByText("Habits of the town: 605 reports.").waitFor();
  await reader.locator(".ruled figure svg").first().waitFor();
  await reader.locator(".busy").waitFor({ state: "hidden" });
  const quoted = await reader.locator(".quotation p").allInnerTexts();
  assert.equal(quoted.length, 9);
  const shares = quoted.flatMap((text) => Array.from(text.matchAll(/([\d.]+) ?%/g), ([, share]) => Number(share)));
  assert.ok(
    shares.every((share) => share <= 100),
    `${quoted}`,
  );
  const taken = async (name) => (await downloaded(reader, reader.getByRole("button", { name, exact: true }))).text;
  const { tables } = JSON.parse(await taken("JSON"));
  assert.equal(tables.length, 9, "every question, and two of them together");
  const names = tables.map(({ attributes }) => attributes.join());
  assert.deepEqual(tables, JSON.parse(stage.collector.estimated(kept.file, names, "json")).tables);
  assert.equal(await taken("CSV"), stage.collector.estimated(kept.file, names, "csv"));
  await picture(reader, "studio-read");
  assert.deepEqual(faults(reader), []);
  await reader.context().close();
});

test("label, annex and registry entry are the program's", async () => {
  const fields = {
    "Who controls the page": "The <office> & co",
    "Who controls the collector": "The university",
    "People expected to take part": "2500",
    "Fewest reports that are told together": "50",
  };
  for (const [label, said] of Object.entries(fields)) await page.getByLabel(label).fill(said);
  const written = (...options) => {
    const said = [
      "--page",
      "The <office> & co",
      "--collector",
      "The university",
      "--respondents",
      "2500",
      "--step",
      "50",
    ];
    return candor("label", kept.file, ...said, ...options);
  };
  const taken = async (name) => (await downloaded(page, page.getByRole("button", { name, exact: true }))).text;
  for (const format of ["HTML", "JSON"])
    assert.equal(await taken(`Download as ${format}`), written("--format", format.toLowerCase()));
  assert.equal(await taken("Download the annex"), written("--annex"));
  await page.getByText("Entry for the public registry").click();
  await page.getByLabel("What the totals are for").fill("To “plan”: prevention");
  await page.getByLabel("Which region the survey is about").fill("Austria");
  await page.getByRole("button", { name: "Download the entry" }).click();
  await page.getByRole("alert").getByText("The entry needs all four of them.").waitFor();
  await page.getByLabel("First day on which totals are published").fill("2028-02-29");
  await page.getByLabel("Who writes the entry").fill("A. Author");
  const publication = "--purpose|To “plan”: prevention|--region|Austria|--published|2028-02-29|--author|A. Author";
  assert.equal(await taken("Download the entry"), written("--registry", ...publication.split("|")));
  assert.equal(await page.getByRole("alert").count(), 0);
  const { text } = await downloaded(page, page.getByRole("button", { name: "Download as HTML" }));
  await served({ "index.html": text }, {}, async (address) => {
    const label = await openPage(browser);
    await label.goto(address);
    await label.getByText("Controls the page").waitFor();
    await label.getByText("The <office> & co").first().waitFor();
    assert.deepEqual(faults(label), []);
    await label.context().close();
  });
});

test("nothing of the studio failed on the way", () => assert.deepEqual(faults(page), []));

/** Another visitor answers everything with the last choice, and is thanked. */
async function answer(address) {
  const visitor = await openPage(browser);
  await visitor.goto(address);
  const frame = await inside(visitor, "Change at random and send");
  await frame.getByRole("spinbutton").fill("47");
  for (const choices of await frame.locator("fieldset:has([type=radio])").all())
    await choices.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
  await inside(visitor, "Thank you");
  assert.deepEqual(faults(visitor), []);
  await visitor.context().close();
}

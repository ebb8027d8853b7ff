/** Ring: pages. What the pages ask of four people: each does a whole task, and presses no more than docs/accessibility.md says. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { inside } from "./enclosed.mjs";
import { shownDifferences, shownShare } from "./shown.mjs";
import { contents, faults, openPage, picture } from "./stage.mjs";
import { designedInPage, openStudioStage } from "./studio.mjs";
import { Walk } from "./walk.mjs";

/** Eight questions, one of which is asked only after some answers. */
const SURVEY = fileURLToPath(new URL("../../www/src/studio/templates/drugs.json", import.meta.url));
const QUESTIONS = JSON.parse(readFileSync(SURVEY, "utf8")).attributes.map(({ question }) => question.en);

/** Two groups, of which one has the answer more often. */
const WAGES = fileURLToPath(new URL("../cases/wages.survey.json", import.meta.url));

const { token, browser, openStudio } = await openStudioStage();
const asking = await Collector.open({ survey: SURVEY });
const folder = mkdtempSync(join(tmpdir(), "candor-tasks-"));
const file = (name) => join(folder, name);
const counting = await Collector.open({ survey: WAGES });
after(async () => {
  await asking.close();
  await counting.close();
  rmSync(folder, { recursive: true });
});

/** The rows of the table of tasks, by who does them: presses, keys among them, and seconds. */
const documented = new Map(
  Array.from(
    readFileSync(new URL("../../docs/accessibility.md", import.meta.url), "utf8").matchAll(
      /^\| (\w+) \| .+ \| (\d+) \| (\d+) \| (\d+) \|$/gm,
    ),
    ([, who, ...numbers]) => [who, numbers.map(Number)],
  ),
);

/** Prints what a task asked, which is what the documentation says. */
function ended(t, walk, who, page) {
  walk.ended(t, who);
  assert.deepEqual([walk.presses, walk.keys, Math.round(walk.seconds)], documented.get(who));
  assert.deepEqual(faults(page), []);
}

const opened = (options = {}) => openPage(browser, { locale: "en-GB", acceptDownloads: true, ...options });

test("a respondent opens the link, answers eight questions and sends", async (t) => {
  const page = await opened({ viewport: { width: 360, height: 740 } });
  const walk = await Walk.through(page);
  const { fingerprint } = await asking.plan();
  await page.goto(`${asking.origin}/answer.html#${fingerprint}`);
  const frame = await inside(page, "Change at random and send");
  assert.equal(QUESTIONS.length, 8);
  for (const name of QUESTIONS) await walk.press(frame.getByRole("group", { name }).locator("input").nth(1));
  await walk.press(frame.getByRole("button", { name: "Change at random and send" }));
  await inside(page, "Your report has arrived");
  assert.equal(await asking.reports(), 1);
  ended(t, walk, "respondent", page);
});

test("an author goes from a template to a published survey with its link", async (t) => {
  const page = await openStudio();
  const walk = await Walk.through(page);
  const step = (name) => walk.press(page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }));
  await walk.press(page.getByRole("button", { name: "New, templates…" }));
  await walk.press(page.getByRole("button", { name: "Begin with “Pay”" }));
  await step("Choose");
  await designedInPage(page);
  await step("Publish");
  await walk.paste(page.getByLabel("Author’s token"), token);
  await walk.press(page.getByRole("button", { name: "Publish", exact: true }).last());
  const link = await page.locator(".published a").first().getAttribute("href");
  const visitor = await opened();
  await visitor.goto(link);
  await inside(visitor, "Change at random and send");
  ended(t, walk, "author", page);
});

test("a reader goes from a collector's survey to a sentence about two groups and a report", async (t) => {
  const people = Array.from({ length: 4000 }, (_, i) => {
    const sex = i % 2 === 0 ? "man" : "woman";
    return `${sex},${i % (sex === "woman" ? 3 : 7) === 1 ? "yes" : "no"}`;
  });
  writeFileSync(file("plan.json"), JSON.stringify(await counting.plan()));
  writeFileSync(file("answers.csv"), ["sex,underpaid", ...people, ""].join("\n"));
  await counting.post(candor("perturb", file("plan.json"), "--answers", file("answers.csv"), "--seed", "3"));
  const { tables } = await counting.json("/estimates?tables=sex,underpaid&given=sex&method=auto");
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const cell = (own) => tables[0].cells.find(({ categories }) => `${categories}` === own);
  const interval = ({ lower, upper }) => `${(100 * lower).toFixed(1)}–${percent(upper)}`;

  const page = await opened();
  const walk = await Walk.through(page);
  await page.goto(`${counting.origin}/read.html#survey=wages`);
  await walk.press(page.getByRole("button", { name: "Read the totals" }));
  const quoted = page.locator("section[aria-labelledby=pair-title] .quotation p");
  await quoted.getByText("Were you paid less than agreed this year?").waitFor();
  const sentence = (await quoted.textContent()).replaceAll("\u00a0", " ");
  for (const own of ["man,yes", "woman,yes"])
    assert.ok(sentence.includes(`${percent(shownShare(cell(own)))} (${interval(cell(own))})`), sentence);
  const place = tables[0].differences.findIndex(({ categories }) => `${categories}` === "woman,yes");
  assert.ok(sentence.includes(`${(100 * Math.abs(shownDifferences(tables[0])[place])).toFixed(1)} percentage points`));
  const saved = page.waitForEvent("download");
  await walk.press(page.getByRole("button", { name: "Report as HTML", exact: true }));
  const report = String(await contents(await saved)).replace(/&nbsp;|\u00a0/g, " ");
  assert.ok(report.includes(percent(shownShare(cell("woman,yes")))));
  ended(t, walk, "reader", page);
});

test("an officer goes from a survey's page to its label, the annex and the registry entry", async (t) => {
  const page = await opened();
  const walk = await Walk.through(page);
  const plan = await asking.plan();
  await page.goto(`${asking.origin}/answer.html#${plan.fingerprint}`);
  const frame = await inside(page, "How am I protected?");
  await walk.press(frame.getByText("How am I protected?"));
  await walk.press(frame.getByText("Question by question"));
  await frame.getByText(plan.fingerprint).waitFor();

  // The page's address is selected and copied, and that of the studio typed. Addresses differ in length; this one stands for all.
  walk.type(["Control", "l", "Control", "c"]);
  walk.type("https://survey.example.org/studio.html\n");
  const address = page.url();
  await page.goto(`${asking.origin}/studio.html`);
  await walk.press(page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Run" }));
  await walk.paste(page.getByLabel("Address of the survey’s page"), address);
  await walk.press(page.getByRole("button", { name: "Open its papers" }));
  await walk.write(page.getByLabel("Who controls the page"), "The school");
  await walk.write(page.getByLabel("Who controls the collector"), "The university");
  await walk.write(page.getByLabel("Who may read totals"), "Everybody");
  const saved = async (button, name) => {
    const download = page.waitForEvent("download");
    await walk.press(page.getByRole("button", { name: button, exact: true }));
    writeFileSync(file(name), await contents(await download));
  };
  await saved("Download as HTML", "label.html");
  await saved("Download the annex", "annex.html");
  await walk.press(page.getByText("Entry for the public registry"));
  await walk.write(page.getByLabel("What the totals are for"), "To plan prevention");
  await walk.write(page.getByLabel("Which region the survey is about"), "Austria");
  // A day that reads the same whether days or months come first, written from the field's beginning on.
  await page.getByLabel("First day on which totals are published").click({ position: { x: 12, y: 12 } });
  await page.keyboard.type("03032027");
  await walk.write(page.getByLabel("Who writes the entry"), "Ada");
  await saved("Download the entry", "entry.yaml");
  assert.deepEqual(await violations(page), []);
  await picture(page, "officer-papers");

  // The same as the program writes.
  writeFileSync(file("school.json"), JSON.stringify(plan));
  const roles = ["--page", "The school", "--collector", "The university", "--readers", "Everybody", "--step", "1"];
  const publication = "--purpose|To plan prevention|--region|Austria|--published|2027-03-03|--author|Ada".split("|");
  for (const [name, options] of [
    ["label.html", []],
    ["annex.html", ["--annex"]],
    ["entry.yaml", ["--registry", ...publication]],
  ])
    assert.equal(readFileSync(file(name), "utf8"), candor("label", file("school.json"), ...roles, ...options), name);
  for (const name of ["label.html", "annex.html"]) {
    const paper = await opened();
    await paper.goto(String(pathToFileURL(file(name))));
    assert.deepEqual(await violations(paper), []);
  }
  ended(t, walk, "officer", page);
});

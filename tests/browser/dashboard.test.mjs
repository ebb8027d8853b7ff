/** The dashboard: estimates from reports, and simulated people with their true shares. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { candor } from "../program.mjs";
import { Collector, utcDay } from "./collector.mjs";
import { held } from "./faults.mjs";
import { looks } from "./looks.mjs";
import { shownShare } from "./shown.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const SIMULATED = 20_000;
/**
 * There are 14 intervals at 95 %, in questions of 2, 3, 3, 4 and 2 cells whose errors add up to 0. Fewer than this cover the truth in
 * one run of 60,000 (a million simulated surveys).
 */
const LEAST_COVERING = 7;

/** Reports that use all questions of the demonstration, and say little about each. */
const FEW = 12;

let browser;
let collector;
let since;

before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

beforeEach(async () => {
  since = utcDay();
  collector = await Collector.open();
});
afterEach(() => collector.close());

async function openDashboard(options) {
  const page = await openPage(browser, options);
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.getByRole("button", { name: "Simulate" }).waitFor();
  return page;
}

async function simulate(page) {
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("20,000 simulated people have answered.").waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { level: 1, name: /20,0\d\d reports/ }).waitFor();
}

/** Pictures of a page in all its looks; in none it is too wide. */
async function pictures(page, when) {
  for (const { colorScheme, width } of looks()) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await picture(page, `dashboard-${when}-${colorScheme}-${width}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  }
}

const cellsOf = (page, place) =>
  page
    .locator(`${place} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.cells, (cell) => cell.textContent.replaceAll("\u00a0", " "))),
    );

test("there are no totals yet, then there are, and polling shows it", async () => {
  const page = await openDashboard();
  await page.getByRole("heading", { name: "No totals yet." }).waitFor();
  const [{ published }] = await collector.json("/surveys");
  assert.ok(since <= published && published <= utcDay(), published);
  const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(published));
  await page.getByText(`Published on ${day}. Totals change with every report here.`).waitFor();
  await picture(page, "dashboard-nobody");
  await collector.fill(40);
  await page.getByRole("heading", { name: "40 reports, and what they say together." }).waitFor();
});

test("totals that are told in steps say so, and change no sooner", async () => {
  const stepwise = await Collector.open({ release: { after: 40, reports: 30, minutes: 0 } });
  try {
    const page = await openPage(browser);
    await page.goto(`${stepwise.origin}/dashboard.html`);
    await page
      .getByText(/shown from 40 reports on and change after at least\s+30 new reports: the difference/)
      .waitFor();
    const [{ totals }] = await stepwise.json("/surveys");
    assert.equal(totals.reports, 30);
    const level = (Math.ceil(totals.epsilon * 1e4) / 1e4).toFixed(4);
    await page.getByText(`Who sees the totals alone learns of one person at most what ε ${level} allows`).waitFor();
    await page.getByText("all 30 reports that are told together are honest").waitFor();
    await stepwise.fill(39);
    await page.getByRole("heading", { name: "No totals yet." }).waitFor();
    await stepwise.fill(1, 2);
    await page.getByRole("heading", { name: "40 reports, and" }).waitFor();
    await stepwise.fill(29, 3);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("status").filter({ hasText: "Refreshed. 40 reports" }).waitFor();
    await stepwise.fill(1, 4);
    await page.getByRole("heading", { name: "70 reports, and" }).waitFor();
  } finally {
    await stepwise.close();
  }
});

test("totals for readers are asked for with their token", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-readers-"));
  const readers = join(folder, "readers.txt");
  const token = candor("database", "token", "a reader", "--readers", readers).trim();
  const closed = await Collector.open({ readers });
  try {
    await closed.fill(40);
    const page = await openPage(browser);
    await page.goto(`${closed.origin}/dashboard.html`);
    const asked = page.getByRole("alert").filter({ hasText: "The collector needs a token, or a different one." });
    await asked.waitFor();
    for (const [typed, told] of [
      ["another", asked],
      [token, page.getByRole("heading", { level: 1, name: "40 reports" })],
    ]) {
      await page.getByLabel("Reader’s token").fill(typed);
      await page.getByRole("button", { name: "Read the totals" }).click();
      await told.waitFor();
    }
    await page.getByLabel("Reader’s token").waitFor({ state: "hidden" });
    assert.ok(!page.url().includes(token));
  } finally {
    await closed.close();
    rmSync(folder, { recursive: true });
  }
});

test("where the first reports do not use every question, that is said", async () => {
  // The only report of seed 1 uses some of the five questions.
  await collector.fill(1);
  const page = await openDashboard();
  await page
    .getByRole("alert")
    .filter({ hasText: "the reports so far do not say enough about these questions" })
    .waitFor();
  assert.equal(await page.locator("#results").isVisible(), false);
});

test("the estimates shown are the collector's", async () => {
  await collector.fill(40);
  const page = await openDashboard();
  await page.getByRole("heading", { level: 1, name: "40 reports" }).waitFor();
  const { tables } = await collector.json("/estimates?tables=taxes&method=auto");
  const shown = await cellsOf(page, ".totals article:first-child");
  assert.deepEqual(
    shown.map(([, estimate]) => estimate),
    tables[0].cells.map((cell) => percent(shownShare(cell))),
  );
  assert.equal(await page.locator(".totals svg[role=img]").count(), 5);
});

const percent = (share) => `${(share * 100).toFixed(1)} %`;

test("what so few reports do not tell is said in place of a number", async () => {
  await collector.fill(FEW, 3);
  const page = await openDashboard();
  await page.getByRole("heading", { level: 1, name: `${FEW} reports` }).waitFor();
  const names = (await collector.plan()).attributes.map(({ name }) => name);
  const query = new URLSearchParams(names.map((name) => ["tables", name]));
  const { tables } = await collector.json(`/estimates?method=auto&${query}`);
  const cells = tables.flatMap((table) => table.cells);
  const unbiased = (await collector.json(`/estimates?${query}`)).tables.flatMap((table) => table.cells);
  assert.ok(cells.some((cell) => shownShare(cell) === null));
  assert.ok(unbiased.some(({ estimate }) => estimate < 0 || estimate > 1));
  const shown = await Promise.all(names.map((_, i) => cellsOf(page, `.totals article:nth-child(${i + 1})`)));
  assert.deepEqual(
    shown.flat().map(([, share]) => share),
    cells.map((cell) => (shownShare(cell) === null ? "too few reports to tell" : percent(shownShare(cell)))),
  );
  const text = await page.locator("#results").innerText();
  const shares = [...text.matchAll(/([−-]?[\d.]+)\s%/g)].map(([, share]) => Number(share.replace("−", "-")));
  assert.ok(
    shares.every((share) => 0 <= share && share <= 100),
    text,
  );
  await picture(page, "dashboard-few");
});

test("the intervals stand beside what no private survey can be below", async () => {
  await collector.fill(40);
  const page = await openDashboard();
  const [{ standard_error_ratio: ratio }] = await collector.json("/surveys");
  assert.ok(ratio >= 1 && ratio < 1.1, `${ratio}`);
  const sentence = page.getByText(/^All questions and all pairs taken together, these intervals are within/);
  await sentence.waitFor();
  const [, above] = /within ([\d.]+)\s% of the narrowest that any private survey/.exec(await sentence.innerText());
  assert.ok(above / 100 >= ratio - 1 && above / 100 < ratio - 1 + 0.001, `${above} of ${ratio}`);
});

test("the button refreshes and says so", async () => {
  await collector.fill(40);
  const page = await openDashboard();
  await page.getByRole("heading", { name: "40 reports" }).waitFor();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("status").filter({ hasText: "Refreshed. 40 reports" }).waitFor();
});

test("20,000 simulated people are stored, their truth is shown and most intervals cover it", async () => {
  const page = await openDashboard();
  await simulate(page);
  assert.equal(await collector.reports(), SIMULATED);
  const coverage = await page.locator("#coverage").innerText();
  const [, covering, intervals] = /^(\d+) of the (\d+) intervals cover/.exec(coverage);
  assert.equal(Number(intervals), 14);
  assert.ok(covering >= LEAST_COVERING, coverage);
  assert.match(coverage, /Every report here comes from this tab’s simulation/);
  const rows = await cellsOf(page, ".totals article:first-child");
  assert.ok(
    rows.every((row) => row.length === 4 && row[3].endsWith("%")),
    "the truth has a column",
  );
  const questions = await Promise.all(
    Array.from({ length: 5 }, (_, i) => cellsOf(page, `.totals article:nth-child(${i + 1})`)),
  );
  assert.ok(coveringOf(questions, 1) < LEAST_COVERING, "truth beside the wrong category is found");
  assert.deepEqual(faults(page), []);
});

/** How many of the intervals that the page shows contain the true share of the category `shift` places further on. */
function coveringOf(questions, shift) {
  return questions.flatMap((rows) =>
    rows.filter(([, , interval], i) => {
      const [lower, upper] = interval.replace(" %", "").split("–").map(Number);
      const truth = Number.parseFloat(rows[(i + shift) % rows.length][3]);
      return lower <= truth && truth <= upper;
    }),
  ).length;
}

test("real reports among the simulated are told apart; any two questions that can be estimated together make a cross table", async () => {
  await collector.fill(40);
  const page = await openDashboard({ fonts: true });
  await page.getByRole("heading", { level: 1, name: "40 reports" }).waitFor();
  await pictures(page, "before");
  await simulate(page);
  assert.match(await page.locator("#coverage").innerText(), /holds 20,040 reports, of which this tab simulated 20,000/);
  await pictures(page, "after");
  await page.getByLabel("Down").selectOption("drugs");
  await page.getByLabel("Across").selectOption("income");
  await page.locator("#cross-table svg[role=img][aria-label^='drugs by income']").waitFor();
  const rows = await cellsOf(page, "#cross-table");
  assert.equal(rows.length, 12);
  const { tables } = await collector.json("/estimates?tables=drugs,income&method=auto");
  assert.deepEqual(
    rows.map((row) => row[2]),
    tables[0].cells.map((cell) => percent(shownShare(cell))),
  );
  const truth = rows.reduce((sum, row) => sum + Number(row[4].replace(" %", "")), 0);
  assert.ok(Math.abs(truth - 100) < 1.1, "the truth adds up to the whole");

  await page.getByLabel("Down").selectOption("income");
  await page.getByLabel("Across").locator("option[value=income]").waitFor({ state: "detached" });
  assert.equal(await page.getByLabel("Across").locator("option").count(), 4);
});

test("of a plan whose tables were declared only those are offered, and of a question that stands alone that is said", async () => {
  const survey = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));
  const alone = "drugs";
  const others = survey.attributes.map(({ name }) => name).filter((name) => name !== alone);
  const tables = [[alone], ...others.flatMap((one, i) => others.slice(i + 1).map((other) => [one, other]))];
  const file = join(mkdtempSync(join(tmpdir(), "candor-declared-")), "survey.json");
  writeFileSync(file, JSON.stringify({ ...survey, tables }));
  const declared = await Collector.open({ survey: file });
  try {
    await declared.fill(400);
    const page = await openPage(browser);
    const pairs = [];
    page.on("request", (request) => {
      const tables = new URL(request.url()).searchParams.getAll("tables");
      if (tables.length === 1) pairs.push(...tables);
    });
    await page.goto(`${declared.origin}/dashboard.html`);
    const across = page.getByLabel("Across");
    await across.locator("option").first().waitFor({ state: "attached" });
    assert.ok(!(await across.locator("option").evaluateAll((all) => all.map(({ value }) => value))).includes(alone));
    await page.locator("#cross-table svg[role=img]").waitFor();
    await page.getByLabel("Down").selectOption(alone);
    await page.getByText("This question can be estimated together with none of the others.").waitFor();
    await page.locator("#cross-table svg").waitFor({ state: "hidden" });
    assert.equal(await across.locator("option").count(), 0);
    assert.deepEqual([...new Set(pairs)], ["income,voting"], "only what is shown is asked for");
    assert.deepEqual(faults(page), []);
  } finally {
    await declared.close();
    rmSync(dirname(file), { recursive: true });
  }
});

test("the simulation can be stopped", async () => {
  const page = await openDashboard();
  const arrive = await held(page, "**/reports");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  arrive();
  await page.getByText(/Stopped after [\d,]+ simulated people/).waitFor();
  assert.ok((await collector.reports()) < SIMULATED);
});

test("a collector that goes away is reported, and what was stored is still shown", async () => {
  await collector.fill(40);
  const page = await openDashboard();
  await page.getByRole("heading", { name: "40 reports" }).waitFor();
  await page.route("**/reports", (route) => route.abort());
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("Stopped after 0 simulated people. The collector cannot be reached.").waitFor();
  await page.route("**/estimates?*", (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").filter({ hasText: "The collector cannot be reached." }).waitFor();
  assert.equal(await page.locator(".totals svg[role=img]").count(), 5);
});

/** The dashboard: estimates of what was reported, and simulated people with their truth. */

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { Collector, faults, openBrowser, openPage, picture } from "./stage.mjs";

const SIMULATED = 5000;
/** A share of intervals that nominal 95 % intervals of 22 cells all but never fall short of. */
const MOST = 0.75;

let browser;
let collector;

before(async () => {
  browser = await openBrowser();
});
after(() => browser?.close());

beforeEach(async () => {
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
  await page.getByText("5,000 simulated people have answered.").waitFor({ timeout: 60_000 });
  await page.getByRole("heading", { level: 1, name: /5,0\d\d reports/ }).waitFor();
}

/** Posts reports that all say the same. */
async function report(people) {
  const { fingerprint, attributes } = await collector.plan();
  const line = (person) => JSON.stringify({
    answers: attributes.map(() => 0),
    id: Buffer.from(`person ${person}`.padStart(16)).toString("base64url"),
    plan: fingerprint,
  });
  const response = await fetch(`${collector.origin}/reports`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: Array.from({ length: people }, (_, person) => `${line(person)}\n`).join(""),
  });
  assert.equal(response.status, 201);
}

const cellsOf = (page, place) => page.locator(`${place} tbody tr`).evaluateAll((rows) =>
  rows.map((row) => Array.from(row.cells, (cell) => cell.textContent.replaceAll("\u00a0", " "))));

test("nobody has answered yet, then somebody has, and polling shows it", async () => {
  const page = await openDashboard();
  await page.getByRole("heading", { name: "Nobody has answered yet." }).waitFor();
  await picture(page, "dashboard-nobody");
  await report(40);
  await page.getByRole("heading", { name: "40 reports, and nobody knows" }).waitFor({ timeout: 10_000 });
});

test("the estimates shown are the collector's", async () => {
  await report(40);
  const page = await openDashboard();
  await page.getByRole("heading", { level: 1, name: "40 reports" }).waitFor();
  const { tables } = await collector.json("/estimates?tables=taxes");
  const shown = await cellsOf(page, ".totals article:first-child");
  assert.deepEqual(shown.map(([, estimate]) => estimate), tables[0].cells.map(({ estimate }) => percent(estimate)));
  assert.equal(await page.locator(".totals svg[role=img]").count(), 7);
});

const percent = (share) => `${share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(1)} %`;

test("the button refreshes and says so", async () => {
  const page = await openDashboard();
  await report(40);
  await page.getByRole("heading", { name: "40 reports" }).waitFor({ timeout: 10_000 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("status").filter({ hasText: "Refreshed. 40 reports" }).waitFor();
});

test("5,000 simulated people are stored, their truth is shown and most intervals cover it", async () => {
  const page = await openDashboard();
  await simulate(page);
  assert.equal(await collector.reports(), SIMULATED);
  const coverage = await page.locator("#coverage").innerText();
  const [, covering, intervals] = /^(\d+) of the (\d+) intervals cover/.exec(coverage);
  assert.equal(Number(intervals), 22);
  assert.ok(covering / intervals >= MOST, coverage);
  assert.match(coverage, /Every report here comes from this tab’s simulation/);
  const rows = await cellsOf(page, ".totals article:first-child");
  assert.ok(rows.every((row) => row.length === 4 && row[3].endsWith("%")), "the truth has a column");
  assert.deepEqual(faults(page), []);
});

test("real reports among the simulated are told apart", async () => {
  await report(40);
  const page = await openDashboard();
  await simulate(page);
  assert.match(await page.locator("#coverage").innerText(), /holds 5,040 reports, of which this tab simulated 5,000/);
});

test("any two questions make a cross table, one question twice makes none", async () => {
  const page = await openDashboard();
  await simulate(page);
  await page.getByLabel("Down").selectOption("alcohol");
  await page.getByLabel("Across").selectOption("orientation");
  await page.locator("#cross-table svg[role=img][aria-label^='alcohol by orientation']").waitFor();
  const rows = await cellsOf(page, "#cross-table");
  assert.equal(rows.length, 20);
  const total = (column) => rows.reduce((sum, row) => sum + Number(row[column].replace("−", "-").replace(" %", "")), 0);
  assert.ok(Math.abs(total(2) - 100) < 1.1, "estimates add up to the whole");
  assert.ok(Math.abs(total(4) - 100) < 1.1, "so does the truth");

  await page.getByLabel("Down").selectOption("orientation");
  await page.getByText("Choose two different questions.").waitFor();
  await page.locator("#cross-table svg").waitFor({ state: "hidden" });
});

test("the simulation can be stopped", async () => {
  const page = await openDashboard();
  await page.route("**/reports", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/Stopped after [\d,]+ simulated people/).waitFor();
  assert.ok((await collector.reports()) < SIMULATED);
});

test("a collector that goes away is reported, and what was stored is still shown", async () => {
  const page = await openDashboard();
  await report(40);
  await page.getByRole("heading", { name: "40 reports" }).waitFor({ timeout: 10_000 });
  await page.route("**/reports", (route) => route.abort());
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("Stopped after 0 simulated people. The collector cannot be reached.").waitFor();
  await page.route("**/estimates?*", (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").filter({ hasText: "The collector cannot be reached." }).waitFor();
  assert.equal(await page.locator(".totals svg[role=img]").count(), 7);
});

for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 360], ["dark", 360]]) {
  test(`pictures, ${scheme}, ${width} pixels wide`, async () => {
    const page = await openDashboard({ colorScheme: scheme, viewport: { width, height: 800 } });
    await report(40);
    await page.getByRole("heading", { level: 1, name: "40 reports" }).waitFor({ timeout: 10_000 });
    await picture(page, `dashboard-before-${scheme}-${width}`);
    await simulate(page);
    await picture(page, `dashboard-after-${scheme}-${width}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  });
}

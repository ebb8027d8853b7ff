/** Ring: pictures. The walk of docs/tutorials/data-protection-officer.md. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Collector } from "../browser/collector.mjs";
import { faults, openBrowser } from "../browser/stage.mjs";
import { candor } from "../program.mjs";
import { openTutorialPage, show } from "./pictures.mjs";

const SURVEY = fileURLToPath(new URL("../../www/survey.json", import.meta.url));
const DEPLOYED = ["--page", "The health office", "--collector", "The university", "--readers", "Everybody"];

const folder = mkdtempSync(join(tmpdir(), "candor-officer-"));
const file = (name) => join(folder, name);
candor("design", SURVEY, "-o", file("plan.json"));
/** Totals change in the steps that a collector has unless it is told otherwise. */
const collector = await Collector.open({ release: { after: 100, reports: 100, minutes: 10 } });
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
  rmSync(folder, { recursive: true });
});

for (const [name, options] of [
  ["label", []],
  ["annex", ["--annex"]],
])
  test(`the ${name} says what is promised, to whom, and what is not`, async () => {
    candor("label", file("plan.json"), ...DEPLOYED, ...options, "-o", file(`${name}.html`));
    const page = await openTutorialPage(browser, { viewport: { width: 860, height: 1100 } });
    await page.goto(String(pathToFileURL(file(`${name}.html`))));
    assert.match(await page.locator("body").innerText(), /The university/);
    await show(page, `officer-${name}`, page.locator("main > *").first(), page.locator("ul").first());
    assert.deepEqual(faults(page), []);
  });

test("totals say in which steps they change", async () => {
  await collector.fill(300);
  const page = await openTutorialPage(browser);
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.locator("figure svg").first().waitFor();
  await page.getByText("shown from 100 reports on").waitFor();
  await show(page, "officer-totals", page.getByText("Published on"), page.locator("figure").first());
  assert.deepEqual(faults(page), []);
});

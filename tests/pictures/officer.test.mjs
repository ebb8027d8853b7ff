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
const collector = await Collector.open();
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
    await show(page, `officer-${name}`, page.locator("h1"), page.locator("h2").nth(3));
    assert.deepEqual(faults(page), []);
  });

test("totals say in which steps they change", async () => {
  await collector.fill(300);
  const page = await openTutorialPage(browser);
  await page.goto(`${collector.origin}/dashboard.html`);
  await page.locator("figure svg").first().waitFor();
  await show(page, "officer-totals", page.locator("h1"), page.locator("figure").first());
  assert.deepEqual(faults(page), []);
});

/** Ring: pictures. The walk of docs/tutorials/analyst.md. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Collector } from "../browser/collector.mjs";
import { faults, openBrowser } from "../browser/stage.mjs";
import { candor, designed } from "../program.mjs";
import { openTutorialPage, show } from "./pictures.mjs";

const SURVEY = JSON.parse(readFileSync(new URL("../cases/wages.survey.json", import.meta.url), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "candor-analyst-"));
const file = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const plan = file("plan.json", designed(SURVEY));
/** Invented people: a third of the women and a seventh of the men were paid less. */
const people = Array.from({ length: 6000 }, (_, i) => {
  const sex = i % 2 === 0 ? "man" : "woman";
  return `${sex},${i % (sex === "woman" ? 3 : 7) === 1 ? "yes" : "no"}`;
});
const answers = file("answers.csv", ["sex,underpaid", ...people, ""].join("\n"));
const reports = file("reports.ndjson", candor("perturb", plan, "--answers", answers, "--seed", "3"));

const collector = await Collector.open();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
  rmSync(folder, { recursive: true });
});

test("files become shares, a sentence to quote, and a test", async () => {
  const page = await openTutorialPage(browser);
  await page.goto(`${collector.origin}/read.html`);
  await page.getByRole("button", { name: "Read the totals" }).waitFor();
  await show(page, "analyst-open", page.locator("h1"), page.locator(".drop"));
  await page.locator(".drop input").setInputFiles([plan, reports]);
  const pair = page.locator("section[aria-labelledby=pair-title]");
  await pair.locator("figure svg").first().waitFor();
  await page.locator(".busy").waitFor({ state: "hidden" });
  await show(page, "analyst-question", page.locator(".card").last());
  await pair.getByText("An association of this size or more would be chance in few surveys").waitFor();
  const quoted = pair.locator(".quotation").first();
  assert.match(await quoted.innerText(), /of those with “woman”/);
  await show(page, "analyst-groups", pair.locator("h2"), quoted);
  const tested = pair.getByRole("heading", { name: "Is there an association?" });
  await show(page, "analyst-test", tested, pair.getByText("About so many could turn this result"));
  assert.deepEqual(faults(page), []);
});

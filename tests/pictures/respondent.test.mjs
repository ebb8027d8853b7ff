/** Ring: pictures. The walk of docs/tutorials/respondent.md. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Collector } from "../browser/collector.mjs";
import { inside } from "../browser/enclosed.mjs";
import { faults, openBrowser } from "../browser/stage.mjs";
import { openTutorialPage, show } from "./pictures.mjs";

const collector = await Collector.open();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
});

test("a survey's page says what happens, asks, and shows what has left", async () => {
  const page = await openTutorialPage(browser);
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await show(page, "respondent-promises", page.locator(".promises, #promises").first());
  for (const card of await page.locator(".cards").all()) await card.getByRole("radio").first().check();
  await page.getByRole("spinbutton").fill("1800");
  await show(page, "respondent-answers", page.locator("form"));
  await page.locator("form").evaluate((form) => form.requestSubmit());
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await show(page, "respondent-sent", page.getByRole("heading", { name: "Thank you" }), page.locator("pre").last());
  assert.equal(await collector.reports(), 1);
  assert.deepEqual(faults(page), []);
});

test("the page of a published survey begins with what happens to answers", async () => {
  const page = await openTutorialPage(browser);
  await page.goto(`${collector.origin}/answer.html#${(await collector.plan()).fingerprint}`);
  await inside(page, "An example with invented answers");
  await show(page, "respondent-published", page.locator("h1"), page.locator("candor-survey"));
  assert.deepEqual(faults(page), []);
});

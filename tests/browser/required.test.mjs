/** Ring: pages. A question that needs an answer has fields that are required, as screen readers tell. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Collector } from "./collector.mjs";
import { audited, inside } from "./enclosed.mjs";
import { openBrowser, openPage } from "./stage.mjs";

const SURVEY = {
  survey: "habits",
  texts: { consent: "I take part of my own free will." },
  attributes: [
    { name: "smoke", question: "Do you smoke?", categories: ["No", "Yes"] },
    { name: "drink", question: "Do you drink?", categories: ["No", "Yes"], optional: true },
    { name: "age", question: "How old are you?", bins: [0, 40, 120] },
    { name: "debts", question: "How much do you owe?", bins: [0, 1000, 10000], optional: true },
  ],
  plain: [{ name: "town", question: "Which town?", categories: ["Hill", "Lake"] }],
  privacy: { record_epsilon: 2 },
};

const folder = mkdtempSync(join(tmpdir(), "candor-required-"));
const survey = join(folder, "survey.json");
writeFileSync(survey, JSON.stringify(SURVEY));
const collector = await Collector.open({ survey });
const demonstration = await Collector.open();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
  await demonstration.close();
  rmSync(folder, { recursive: true });
});

/** The fields of a document: of what type each is, and whether browsers tell that it is required. */
const fieldsOf = (document) =>
  document.locator("input").evaluateAll((all) => all.map((each) => [each.type, each.matches(":required")]));

test("on a survey's page all fields are required but a number that may be left open", async () => {
  const page = await openPage(browser, { locale: "en-GB", colorScheme: "light" });
  const { fingerprint } = await collector.plan();
  await page.goto(`${collector.origin}/answer.html#${fingerprint}`);
  const frame = await inside(page, "Which town?");
  const radios = (number) => Array(number).fill(["radio", true]);
  assert.deepEqual(await fieldsOf(frame), [
    ...radios(2),
    ...radios(3),
    ["number", true],
    ["number", false],
    ...radios(2),
    ["checkbox", true],
  ]);
  assert.deepEqual(await audited(frame), []);
});

test("in the demonstration every question needs an answer", async () => {
  const page = await openPage(browser, { locale: "en-GB" });
  await page.goto(demonstration.origin);
  await page.locator("form").waitFor();
  const fields = await fieldsOf(page);
  assert.ok(fields.length > 10, `${fields.length} fields`);
  assert.ok(fields.every(([, isRequired]) => isRequired));
});

/** Ring: pages. A score that the device adds up, rounds at random and reports: what the respondent is told, and what the reading page tells of it. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { candor } from "../program.mjs";
import { Collector } from "./collector.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const ITEMS = ["safe", "heard", "paid", "led"];
const SCALE = ["never", "at times", "often", "always"];
/** The name is that of the survey that the respondent's page asks. */
const SURVEY = {
  survey: "left-unsaid",
  title: "Your workplace",
  attributes: ITEMS.map((name) => ({ name, question: `How often do you feel ${name}?`, categories: SCALE })),
  scores: [{ name: "content", of: ITEMS }],
  tables: [["content"]],
  privacy: { record_epsilon: 2 },
};

const folder = mkdtempSync(join(tmpdir(), "candor-scores-"));
after(() => rmSync(folder, { recursive: true }));
const file = (name) => join(folder, name);
writeFileSync(file("survey.json"), JSON.stringify(SURVEY));
const collector = await Collector.open({ survey: file("survey.json") });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

test("who answers is told that the answers count towards a score, and which level of it leaves", async () => {
  const page = await openPage(browser);
  await page.goto(collector.origin);
  for (const name of ITEMS) await page.locator(`input[name="${name}"]`).nth(2).check();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Send", exact: false }).first().click();
  const { perturbed } = (await sent).postDataJSON();
  assert.equal(perturbed.length, 1);
  const text = () => page.evaluate(() => document.body.innerText);
  await page.getByText("counts towards a score").first().waitFor();
  const told = await text();
  assert.equal(told.split("counts towards a score").length - 1, ITEMS.length, told);
  assert.match(told, /content/i);
  const { rounded } = (await collector.plan()).scores[0];
  // Four items from 1 to 4.
  const level = String(4 + rounded.levels[perturbed[0]]);
  const named = await page.locator(".named").allInnerTexts();
  assert.deepEqual(named, [level]);
  await picture(page, "reported-score");
  assert.deepEqual(await faults(page), []);
  await page.close();
});

test("a person's report counts in the score that the collector tells", async () => {
  const rows = Array.from({ length: 400 }, (_, i) => ITEMS.map((_, item) => SCALE[(i * 7 + item * item) % 4]).join());
  writeFileSync(file("answers.csv"), `${ITEMS}\n${rows.join("\n")}\n`);
  writeFileSync(file("plan.json"), JSON.stringify(await collector.plan()));
  await collector.post(candor("perturb", file("plan.json"), "--answers", file("answers.csv"), "--seed", "3"));
  const { scores } = await (await fetch(`${collector.origin}/scores?of=content`)).json();
  const truth = rows.reduce(
    (sum, row) => sum + row.split(",").reduce((own, said) => own + 1 + SCALE.indexOf(said), 0),
    0,
  );
  const { estimate, standard_error } = scores[0].mean;
  assert.ok(Math.abs(estimate - truth / rows.length) < 4 * standard_error, `${estimate} of ${truth / rows.length}`);
  assert.equal(scores[0].standard_deviation, null);
});

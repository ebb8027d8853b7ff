/** Ring: pages. The respondent's page with questions that are asked only after some answers: what is shown, what would leave, and what stays nowhere. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { CANARY } from "./enclosed.mjs";
import { faults, openBrowser, openPage, picture, traces } from "./stage.mjs";
import { SURVEY } from "./workplace.mjs";

const folder = mkdtempSync(join(tmpdir(), "candor-follow-ups-"));
after(() => rmSync(folder, { recursive: true }));
const survey = join(folder, "survey.json");
// Every report has a category of every question.
const privacy = { record_epsilon: 2, method: "analysis" };
writeFileSync(survey, JSON.stringify({ ...SURVEY, survey: "left-unsaid", privacy }));
const collector = await Collector.open({ survey });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

/** Opens the page, and the requests that it sends. */
async function opened(run, options) {
  const page = await openPage(browser, options);
  const sent = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  await run(page, sent);
  assert.deepEqual(faults(page), []);
  await page.context().close();
}

const shown = (page) =>
  page
    .locator("form .question:visible legend")
    .evaluateAll((all) => all.map(({ children: [number, text] }) => `${number.textContent} ${text.textContent}`));
const preview = (page, name) => page.locator(".question", { has: page.locator(`[name="${name}"]`) }).locator(".leaves");

test("questions are shown, numbered, hidden and forgotten, by keyboard on a narrow screen", () =>
  opened(
    async (page, sent) => {
      const before = sent.length;
      assert.deepEqual(await shown(page), ["1 Were you harassed?", "2 Your age"]);
      await page.locator('[name="harassed"]').first().focus();
      for (const key of ["ArrowDown", "Tab", "ArrowDown", "Tab", "Space", "Tab", ..."63", "Tab", ...CANARY])
        await page.keyboard.press(key);
      assert.deepEqual(await shown(page), [
        ...["1 Were you harassed?", "2 By whom?", "3 Did you report it?", "4 Your age", "5 Your pension"],
      ]);
      assert.match(await preview(page, "by").innerText(), /A superior|A colleague|A customer|Somebody else|not asked/);
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.getByRole("spinbutton").first().fill("20");
      await page.getByRole("spinbutton").first().fill("50");
      await page.getByText("Forgotten: please answer again.").waitFor();
      assert.equal(await page.getByRole("spinbutton").last().inputValue(), "");
      await page.getByRole("spinbutton").last().fill(CANARY);
      await page.getByLabel("No", { exact: true }).check();
      assert.deepEqual(await shown(page), ["1 Were you harassed?", "2 Your age", "3 Your pension"]);
      assert.equal(await page.locator('[name="by"]:checked').count(), 0);
      await picture(page, "follow-ups-respondent");
      assert.deepEqual(sent.slice(before), [], "nothing is sent on the way");
      await page.getByRole("button", { name: "Send" }).last().click();
      await page.getByRole("heading", { name: "Thank you" }).waitFor();
      const posts = sent.filter((line) => line.startsWith("POST"));
      assert.equal(posts.length, 1);
      const places = [...sent, JSON.stringify(await traces(page)), page.url(), await page.content()];
      for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 300));
    },
    { viewport: { width: 360, height: 800 } },
  ));

test("what is not asked is among what leaves, in words, like any answer", () =>
  opened(async (page) => {
    await page.getByLabel("Rather not say").check();
    await page.getByRole("spinbutton").fill("20");
    await page.getByRole("button", { name: "Send" }).last().click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    const rows = await page
      .locator(".departure table")
      .first()
      .locator("tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)));
    assert.deepEqual(rows, [
      ["harassed", "Rather not say"],
      ["by", "not asked"],
      ["reported", "not asked"],
      ["age", "16 to under 30"],
      ["pension", "not asked"],
    ]);
  }));

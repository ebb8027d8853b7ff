/** The respondent's page under a plan that asks only the questions that a device draws: they stay the same until the report has been sent. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Collector } from "./collector.mjs";
import { faults, openBrowser, openPage, picture, traces, watch } from "./stage.mjs";

const folder = mkdtempSync(join(tmpdir(), "candor-questions-"));
after(() => rmSync(folder, { recursive: true }));
const SURVEY = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));
const survey = join(folder, "survey.json");
// At this record ε no form asks everything, and no set of questions is drawn with a probability above 1/4.
writeFileSync(
  survey,
  JSON.stringify({ ...SURVEY, privacy: { record_epsilon: 0.5, method: "labelled" }, ask: "drawn" }),
);
const collector = await Collector.open({ survey });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

const ALL = SURVEY.attributes.map(({ question }) => question.en);

async function opened(page) {
  await page.goto(collector.origin);
  await page.locator("form").waitFor();
  return page;
}

/** The questions of the form, without their numbers. */
async function asked(page) {
  const legends = await page.locator("legend").allInnerTexts();
  return legends.map((legend) => ALL.find((question) => legend.endsWith(question)));
}

async function fillIn(page) {
  for (const fieldset of await page.locator("fieldset").all()) {
    const number = fieldset.getByRole("spinbutton");
    if (await number.count()) await number.fill("2400");
    else await fieldset.locator("input").first().check();
  }
}

test("reload and another tab show the same questions, and all that leaves is their report", async () => {
  const page = await openPage(browser);
  const requests = [];
  page.context().on("request", (request) => {
    if (request.method() !== "GET") requests.push(request.postData());
  });
  await opened(page);
  const questions = await asked(page);
  assert.ok(questions.length > 0 && questions.length < ALL.length && !questions.includes(undefined), `${questions}`);
  const said = await page.locator(".drawn").innerText();
  assert.match(said, new RegExp(`^Your device drew ${questions.length} of the ${ALL.length} questions\\.`));
  const plan = await collector.plan();
  const [[key, kept]] = await traces(page);
  assert.equal(key, `report ${plan.fingerprint}`);
  const { label } = JSON.parse(kept);

  await page.reload();
  await page.locator("form").waitFor();
  assert.deepEqual(await asked(page), questions);
  const other = await page.context().newPage();
  watch(other);
  await opened(other);
  assert.deepEqual(await asked(other), questions);
  await picture(page, "questions-drawn");
  assert.deepEqual(requests, []);

  await fillIn(page);
  const example = await page.locator(".summary").innerText();
  assert.match(
    example,
    new RegExp(`In this example your device draws ${questions.length} of the ${ALL.length} questions`),
  );
  await page.getByRole("button", { name: "Send the perturbed record" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  assert.equal(requests.length, 1);
  const report = JSON.parse(requests[0]);
  assert.deepEqual([Object.keys(report), report.perturbed[0]], [["id", "perturbed", "plan"], label]);
  const used = (await collector.said(requests[0].trimEnd())).flatMap(({ attributes }) => attributes);
  const namesOf = SURVEY.attributes.filter(({ question }) => questions.includes(question.en)).map(({ name }) => name);
  assert.deepEqual(used.sort(), namesOf.sort());
  const unasked = await page.locator(".departure table td", { hasText: /^not asked$/ }).count();
  assert.equal(unasked, ALL.length - questions.length);
  await other.getByRole("heading", { name: "Nothing is asked here" }).waitFor();
  assert.deepEqual([...faults(page), ...faults(other)], []);
  await page.context().close();
});

/** Eight draws are all the same with a probability below 1 in 10,000, forty with one below 1 in 10^20. */
test("people at different devices are asked different questions, and starting afresh draws anew", async () => {
  const drawn = new Set();
  for (let device = 0; drawn.size < 2 && device < 40; device += 1) {
    const page = await openPage(browser);
    await opened(page);
    drawn.add((await asked(page)).join());
    await page.context().close();
  }
  assert.ok(drawn.size > 1, [...drawn].join(" / "));
  const page = await openPage(browser);
  const afresh = new Set();
  for (let person = 0; afresh.size < 2 && person < 40; person += 1) {
    await opened(page);
    afresh.add((await asked(page)).join());
    await fillIn(page);
    await page.getByRole("button", { name: "Send the perturbed record" }).click();
    await page.getByRole("button", { name: "Start afresh" }).click();
    await page.locator("form").waitFor();
  }
  assert.ok(afresh.size > 1, [...afresh].join(" / "));
  await page.context().close();
});

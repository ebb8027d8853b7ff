/** The respondent's page of a plan with plain columns: it sets apart what leaves as it is, and says so before anything is sent. */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Collector } from "./collector.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const folder = mkdtempSync(join(tmpdir(), "candor-plain-"));
after(() => rmSync(folder, { recursive: true }));
const SURVEY = JSON.parse(readFileSync(new URL("../../www/survey.json", import.meta.url), "utf8"));
const survey = join(folder, "survey.json");
const plain = [
  {
    name: "district",
    question: "Where do you live?",
    categories: ["Harbour", { value: "hill", label: "On the hill" }],
  },
  { name: "arm", categories: ["letter", "call"] },
];
writeFileSync(survey, JSON.stringify({ ...SURVEY, plain }));
const collector = await Collector.open({ survey });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

async function fillIn(page) {
  for (const fieldset of await page.locator(".question fieldset").all()) {
    const number = fieldset.getByRole("spinbutton");
    if (await number.count()) await number.fill("2400");
    else await fieldset.locator("input").first().check();
  }
}

test("what leaves in clear is asked apart, filled in by the link, and sent as it is", async () => {
  const page = await openPage(browser);
  const sent = [];
  page.context().on("request", (request) => {
    if (request.method() === "POST") sent.push(request.postData());
  });
  await page.goto(`${collector.origin}/?arm=call`);
  const section = page.getByRole("group", { name: "These leave as they are" });
  await section.waitFor();
  assert.match(await section.innerText(), /without any noise: Where do you live\?(,| and) arm/);
  const arm = section.getByRole("combobox", { name: "arm" });
  assert.deepEqual([await arm.inputValue(), await arm.locator("option").count()], ["call", 1]);
  assert.match(await page.locator("#promises").innerText(), /district as it is, arm as it is/);
  await fillIn(page);
  const send = page.getByRole("button", { name: "Send the perturbed record" });
  await send.click();
  assert.deepEqual(sent, []);
  assert.ok(
    await section
      .getByRole("combobox", { name: "Where do you live?" })
      .evaluate((own) => own === document.activeElement),
  );
  await picture(page, "plain-asked");
  await section.getByRole("combobox", { name: "Where do you live?" }).selectOption("hill");
  await send.click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  assert.deepEqual(
    sent.map((body) => JSON.parse(body).plain),
    [[1, 1]],
  );
  const shown = await page.locator(".departure").innerText();
  assert.match(shown, /Where do you live\?\s+On the hill\s+arm\s+call/i);
  assert.equal(JSON.stringify(JSON.parse(sent[0])), sent[0].trimEnd());
  assert.ok((await page.locator(".bytes").innerText()).includes(sent[0].trimEnd()));
  await picture(page, "plain-sent");
  assert.deepEqual(faults(page), []);
  await page.context().close();
});

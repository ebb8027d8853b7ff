/** Ring: pages. The demonstration's second survey, in which a question follows from another, several choices can be made, and items are put in order. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { every } from "../nightly.mjs";
import { Collector } from "./collector.mjs";
import { audited, inside, showing } from "./enclosed.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const FILE = fileURLToPath(new URL("../../www/workplace.json", import.meta.url));
const { attributes, title } = JSON.parse(readFileSync(FILE, "utf8"));
const [harassed, by, happened, first] = attributes;
const [, yes] = harassed.categories;
const [, insults, , none] = happened.categories;

const collector = await Collector.open({ survey: FILE });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());

test("every text is in the six languages of the page", () => {
  const listed = attributes.flatMap(({ categories = [], rank = [] }) => [...categories, ...rank]);
  for (const text of [title, ...attributes.map(({ question }) => question), ...listed.map(({ label }) => label)])
    assert.deepEqual(Object.keys(text).toSorted(), ["ar", "de", "en", "es", "fr", "ja"], text.en);
});

for (const language of every(["en", "ar", "de", "es", "fr", "ja"], ["en", "ar"]))
  test(`it is answered, in ${language}`, async () => {
    const stored = await collector.reports();
    const page = await openPage(browser, { locale: language, viewport: { width: 360, height: 740 } });
    await page.goto(`${collector.origin}/answer.html#${(await collector.plan()).fingerprint}`);
    const frame = await inside(page, harassed.question[language]);
    assert.equal(await frame.locator("figcaption").count(), 1, "invented answers fit several choices and a ranking");
    const follow = frame.getByRole("group", { name: by.question[language] });
    assert.equal(await follow.count(), 0, "a follow-up that does not apply is out of sight");
    await frame.getByRole("radio", { name: yes.label[language], exact: true }).check();
    await follow.getByRole("radio", { name: by.categories[0].label[language] }).check();
    const box = ({ label }) => frame.getByRole("checkbox", { name: label[language] });
    await box(none).check();
    await box(insults).check();
    assert.equal(await box(none).isChecked(), false);
    for (const item of [first.rank[2], first.rank[0]]) await box(item).check();
    assert.deepEqual(await audited(frame), []);
    assert.ok((await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await picture(page, `demonstration-${language}`);
    await frame.locator("button.primary").click();
    await showing(
      page,
      { en: "Thank you", ar: "شكرًا", de: "Vielen Dank", es: "Gracias", fr: "Merci", ja: "ありがとう" }[language],
    );
    assert.equal(await collector.reports(), stored + 1);
    assert.deepEqual(faults(page), []);
    await page.context().close();
  });

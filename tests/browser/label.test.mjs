/** Ring: pages. Privacy labels as people hold them: one A4 page in every language, an annex, readable on a phone. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { every } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { looks } from "./looks.mjs";
import { openBrowser, openPage, picture } from "./stage.mjs";

const SURVEY = fileURLToPath(new URL("../../www/survey.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "candor-label-"));
const file = (name) => join(folder, name);
candor("design", SURVEY, "-o", file("plan.json"));
const DEPLOYED = ["--page", "The health office", "--collector", "The university", "--readers", "Everybody"];
const browser = await openBrowser();
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The number of pages on paper, in the size that the page asks for. */
async function sheets(page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.match(pdf, /\/MediaBox \[0 0 59[45][\d.]* 84[12][\d.]*\]/, "A4");
  return pdf.match(/\/Type\s*\/Page\b/g).length;
}

for (const language of every(["en", "ar", "de", "es", "fr", "ja"], ["ar", "de"]))
  test(`a label is one page of A4, in ${language}`, async () => {
    candor("label", file("plan.json"), ...DEPLOYED, "--language", language, "-o", file(`${language}.html`));
    for (const { colorScheme, width } of looks()) {
      const page = await openPage(browser, { colorScheme, viewport: { width, height: 800 }, fonts: true });
      await page.goto(String(pathToFileURL(file(`${language}.html`))));
      assert.equal(await sheets(page), 1);
      assert.equal(await page.locator("h1").count(), 1);
      assert.deepEqual(await violations(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width}`);
      await picture(page, `label-${language}-${width}`);
    }
  });

test("the annex is readable on a phone and on paper", async () => {
  candor("label", file("plan.json"), ...DEPLOYED, "--annex", "-o", file("annex.html"));
  const page = await openPage(browser, { viewport: { width: 360, height: 800 }, fonts: true });
  await page.goto(String(pathToFileURL(file("annex.html"))));
  assert.ok((await sheets(page)) <= 4);
  assert.deepEqual(await violations(page), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await picture(page, "label-annex");
});

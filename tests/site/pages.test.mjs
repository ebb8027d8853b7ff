/** Ring: site. Every page opens from a folder, asks nobody for anything, and can be read by everybody: nightly in both looks, in other runs in one. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { violations } from "../browser/axe.mjs";
import { every } from "../nightly.mjs";
import { openBrowser, openPage } from "../browser/stage.mjs";
import { addressOf, IN_FOLDER, PAGES, strayed } from "./site.mjs";

const browser = await openBrowser();
after(() => browser.close());

test("the pages of all parts are there", () => {
  for (const page of [
    "docs/index",
    "docs/made/commands",
    "docs/made/http",
    "docs/tutorials/respondent",
    "docs/try",
    "SECURITY",
  ])
    assert.ok(PAGES.includes(`${page}.html`), page);
  assert.ok(PAGES.length > 40, `${PAGES.length}`);
});

const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: { width: 360, height: 800 } },
];

for (const [turn, look] of LOOKS.entries())
  test(`pages from a folder, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await openPage(browser, { ...look, fonts: true });
    const stray = strayed(page);
    const wrong = [];
    for (const each of every(
      PAGES,
      PAGES.filter((_, place) => place % LOOKS.length === turn),
    )) {
      await page.goto(addressOf(each));
      wrong.push(...(await violations(page, IN_FOLDER)).map((found) => `${each}: ${found}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        wrong.push(`${each} scrolls sideways`);
    }
    assert.deepEqual([...stray, ...wrong], []);
  });

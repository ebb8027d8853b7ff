/** Ring: site. Every page opens from a folder, asks nobody for anything, and does not scroll sideways: nightly in both looks, in other runs in one. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openBrowser, openPage } from "../browser/stage.mjs";
import { every } from "../nightly.mjs";
import { addressOf, LOOKS, PAGES, strayed } from "./site.mjs";

const browser = await openBrowser();
after(() => browser.close());

test("the pages of all parts are there", () => {
  for (const page of [
    "docs/index",
    "docs/made/commands",
    "docs/made/http",
    "docs/tutorials/author",
    "docs/try",
    "SECURITY",
  ])
    assert.ok(PAGES.includes(`${page}.html`), page);
  assert.ok(PAGES.length > 40, `${PAGES.length}`);
});

for (const [turn, look] of LOOKS.entries())
  test(`pages open from a folder, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await openPage(browser, { ...look, fonts: true });
    const wrong = strayed(page);
    const inTurn = PAGES.filter((_, place) => place % LOOKS.length === turn);
    for (const each of every(PAGES, inTurn)) {
      await page.goto(addressOf(each));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        wrong.push(`${each} scrolls sideways`);
    }
    assert.deepEqual(wrong, []);
  });

/** Ring: site. Every page opens from a folder, asks nobody for anything, and can be read by everybody. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { violations } from "../browser/axe.mjs";
import { openBrowser, openPage } from "../browser/stage.mjs";
import { every } from "../nightly.mjs";
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

/** Pages of every kind: text, tables, code, pictures, fields. */
const KINDS = [
  "docs/index",
  "docs/tutorials/author",
  "docs/try",
  "docs/made/http",
  "docs/code",
  "docs/scale",
  "search",
];

for (const look of LOOKS) {
  const seen = `${look.colorScheme}, ${look.viewport.width} wide`;
  const open = () => openPage(browser, { ...look, fonts: true });

  test(`every page opens from a folder, ${seen}`, async () => {
    const page = await open();
    const wrong = strayed(page);
    for (const each of PAGES) {
      await page.goto(addressOf(each));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        wrong.push(`${each} scrolls sideways`);
    }
    assert.deepEqual(wrong, []);
  });

  test(`pages without a violation of axe, ${seen}`, async () => {
    const page = await open();
    for (const each of every(
      PAGES,
      KINDS.map((name) => `${name}.html`),
    )) {
      await page.goto(addressOf(each));
      assert.deepEqual(await violations(page, IN_FOLDER), [], each);
    }
  });
}

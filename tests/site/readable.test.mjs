/** Ring: site. axe-core finds nothing on the pages, in light and in dark colours: nightly on all of them, in other runs on one of each kind. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { violations } from "../browser/axe.mjs";
import { openBrowser, openPage } from "../browser/stage.mjs";
import { every } from "../nightly.mjs";
import { addressOf, IN_FOLDER, LOOKS, PAGES } from "./site.mjs";

/** Text, pictures, fields, long tables, code, and what was found. */
const KINDS = [
  "docs/index",
  "docs/tutorials/author",
  "docs/try",
  "docs/made/http",
  "docs/code",
  "docs/scale",
  "search",
];

const browser = await openBrowser();
after(() => browser.close());

for (const look of LOOKS)
  test(`pages without a violation of axe, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await openPage(browser, { ...look, fonts: true });
    const ofKinds = KINDS.map((name) => `${name}.html`);
    for (const each of every(PAGES, ofKinds)) {
      await page.goto(addressOf(each));
      assert.deepEqual(await violations(page, IN_FOLDER), [], each);
    }
  });

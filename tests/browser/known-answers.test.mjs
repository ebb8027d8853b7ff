/** 10,000 reports, drawn from seeds in place of the system's randomness, equal those of an independent reference. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertKnown, loading } from "../known-answers/page.mjs";
import { served } from "./site.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

test("10,000 reports are known, and documents are refused for their defects", async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  await served(loading("index.js"), {}, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await assertKnown(page);
    assert.deepEqual(faults(page), []);
  });
});

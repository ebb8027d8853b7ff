/** Ring: pages. The example of interviews in Firefox: people are interviewed without a network, and their reports sent when it is back. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inside } from "../browser/enclosed.mjs";
import { assertGone, reports } from "../browser/faults.mjs";
import { FILES, installed, interviewed, press } from "../browser/interviews.mjs";
import { served } from "../browser/site.mjs";
import { openFirefox, openPage } from "./firefox.mjs";

const firefox = await openFirefox();
after(() => firefox.close());

test("people are interviewed without a network, and each report is sent once when it is back", async () => {
  await served(FILES, {}, async (origin, asked) => {
    const { page, faults, lines, close } = await openPage(firefox, origin);
    await installed(page);
    await page.setOfflineMode(true);
    await page.reload();
    await installed(page);
    for (const [before, smokes] of ["yes", "no"].entries()) {
      await inside(page, `Reports on this device: ${before}`);
      const between = await interviewed(page, smokes);
      await assertGone(page, lines);
      await press(between, "Next respondent");
      const next = await inside(page, "Question 1 of 2");
      assert.deepEqual(
        await next.$$eval("input", (all) =>
          all.filter(({ checked, type, value }) => checked || (type === "number" && value)),
        ),
        [],
      );
    }
    await press(await inside(page, "Reports on this device: 2"), "Send the reports");
    await inside(page, "The collector cannot be reached. (unreachable)");
    assert.ok(!asked.includes("POST /reports"));
    // The page does not notice, unlike when the network comes back.
    await page.setOfflineMode(false);
    await press(await inside(page, "Reports on this device: 2"), "Send the reports");
    await inside(page, "Reports on this device: 0");
    assert.equal(asked.filter((line) => line === "POST /reports").length, 2);
    assert.equal(new Set(reports(await Promise.all(lines))).size, 2, "the same bytes");
    await assertGone(page, lines);
    assert.deepEqual(faults, []);
    await close();
  });
});

/** Ring: pages. The example of `candor/react`, with react-hook-form. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { visiting } from "./example.mjs";
import { openBrowser } from "./stage.mjs";

const { survey } = EXAMPLES.react;
const files = await siteOf(EXAMPLES.react);
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

test("a refused answer is told at its question", async () => {
  await visited(async (page, { asked }) => {
    await page.getByLabel("Do you smoke?").selectOption("yes");
    await page.getByLabel("Your age").fill("old");
    await page.getByRole("button").click();
    await page.getByText('"age" is not a number').waitFor();
    await page.getByLabel("Your age").fill("50");
    await page.getByRole("button").click();
    await page.getByText("Thank you").waitFor();
    assert.equal(asked.filter((line) => line.startsWith("POST")).length, 1);
  });
});

test("a plan that the page does not accept leaves nothing to fill in", async () => {
  await visited(
    async (page) => {
      await page.getByText("cap-exceeded").waitFor();
      assert.equal(await page.locator("form").count(), 0);
    },
    { "plan.json": designed({ ...survey, privacy: { record_epsilon: 5 } }) },
  );
});

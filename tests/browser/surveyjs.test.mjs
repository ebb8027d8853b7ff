/** Ring: pages. The example of `candor/surveyjs`, as people fill it in. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { visiting } from "./example.mjs";
import { openBrowser } from "./stage.mjs";

const { survey, answer } = EXAMPLES.surveyjs;
const files = await siteOf(EXAMPLES.surveyjs);
const browser = await openBrowser();
after(() => browser.close());

const visited = visiting(browser, files);

test("a survey is completed only by a receipt, and the same report is sent again", async () => {
  await visited(async (page, { sent }) => {
    await page.route("**/reports", (route) => route.fulfill({ status: 422, body: "{}" }), { times: 1 });
    await answer(page);
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("422").waitFor();
    assert.equal(await page.evaluate(() => model.state), "running");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("Thank you").waitFor();
    const reports = sent.filter((line) => line.includes("/reports"));
    assert.equal(reports.length, 2);
    assert.equal(reports[0], reports[1]);
  });
});

test("a survey whose plan asks something else is not shown", async () => {
  const other = {
    ...survey,
    attributes: survey.attributes.slice(0, -1).concat({ ...survey.attributes[3], name: "rage" }),
  };
  await visited(
    async (page) => {
      await page.getByText("not the one that was promised").waitFor();
      assert.equal(await page.getByRole("button").count(), 0);
    },
    { "plan.json": designed(other) },
  );
});

/** Ring: pages. The example of `candor/jspsych`. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { built, example } from "./example.mjs";
import { served } from "./site.mjs";
import { designed, openBrowser, openPage } from "./stage.mjs";

const files = {
  ...(await built("jspsych")),
  "plan.json": designed(JSON.parse(example("jspsych", "survey.json"))),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
  trials: "{}",
};
const browser = await openBrowser();
after(() => browser.close());

test("private trials keep neither response nor time, and leave as one report", async () => {
  await served(files, {}, async (origin) => {
    const page = await openPage(browser);
    const posted = new Map();
    page.on("request", (request) => {
      if (request.method() === "POST") posted.set(new URL(request.url()).pathname, request.postData());
    });
    await page.goto(origin);
    for (const answer of ["Blue", "yes", "often"]) await page.getByRole("button", { name: answer }).click();
    await page.getByText("Thank you").waitFor();
    const [open, ...hidden] = JSON.parse(posted.get("/trials"));
    assert.equal(open.response, 1);
    assert.ok(open.rt > 0);
    assert.deepEqual(
      hidden.map((row) => row.private),
      ["smoker", "cheated"],
    );
    for (const row of hidden)
      for (const column of ["response", "rt", "time_elapsed"]) assert.ok(!(column in row), column);
    const report = JSON.parse(posted.get("/reports"));
    assert.deepEqual(Object.keys(report), ["id", "perturbed", "plan"]);
    await page.close();
  });
});

test("of a plan that asks what is drawn, other trials are not shown", async () => {
  const survey = JSON.parse(example("jspsych", "survey.json"));
  const more = ["a", "b", "c", "d"].map((name) => ({ name, question: name, categories: ["no", "yes"] }));
  const drawn = { ...survey, survey: "drawn", attributes: [...survey.attributes, ...more], ask: "drawn" };
  await served({ ...files, "plan.json": designed(drawn) }, {}, async (origin, asked) => {
    const page = await openPage(browser);
    let trials = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/trials")) trials = JSON.parse(request.postData());
    });
    await page.goto(origin);
    while (!(await page.getByText("Thank you").isVisible())) {
      const button = page.getByRole("button").first();
      if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => {});
    }
    assert.ok(trials.length > 1 && trials.length < 7, `${trials.length} trials`);
    assert.equal(asked.filter((line) => line === "POST /reports").length, 1);
    await page.close();
  });
});

test("an experiment whose plan is refused does not begin", async () => {
  const plan = designed({ ...JSON.parse(example("jspsych", "survey.json")), privacy: { record_epsilon: 5 } });
  await served({ ...files, "plan.json": plan }, {}, async (origin, asked) => {
    const page = await openPage(browser);
    const failed = page.waitForEvent("pageerror");
    await page.goto(origin);
    assert.match(String(await failed), /record ε is [45]/);
    assert.equal(await page.getByRole("button").count(), 0);
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await page.close();
  });
});

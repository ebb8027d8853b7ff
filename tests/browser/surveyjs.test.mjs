/** Ring: pages. The example of `candor/surveyjs`, as people fill it in. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { built, example } from "./example.mjs";
import { served } from "./site.mjs";
import { designed, openBrowser, openPage } from "./stage.mjs";

const { surveyOf } = await import("../../pkg/dist/surveyjs.js");
const CANARY = "5731";
const survey = surveyOf(JSON.parse(example("surveyjs", "questions.json")), {
  survey: "wellbeing",
  privacy: { record_epsilon: 2 },
  names: ["smoker", "age", "tired", "mood"],
  bins: { age: [0, 18, 30, 60, null] },
});
const files = {
  ...(await built("surveyjs")),
  "plan.json": designed(survey),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
  profile: "{}",
};
const browser = await openBrowser();
after(() => browser.close());

async function visited(run, changed = {}) {
  await served({ ...files, ...changed }, {}, async (origin) => {
    const page = await openPage(browser);
    const sent = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push([new URL(request.url()).pathname, request.postData()]);
    });
    await page.goto(origin);
    await run(page, sent);
    await page.close();
  });
}

async function filled(page) {
  await page.getByText("yes", { exact: true }).click();
  await page.getByLabel("A name for your profile").fill("Ada");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Your age").fill(CANARY);
  await page.getByText("3", { exact: true }).click();
}

test("private answers leave perturbed; the survey's own data holds the others alone", async () => {
  await visited(async (page, sent) => {
    await filled(page);
    const data = await page.evaluate(() => JSON.stringify([model.data, { ...localStorage }]));
    assert.ok(!data.includes(CANARY) && !data.includes("smoker"), data);
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("Thank you").waitFor();
    await page.waitForLoadState("networkidle");
    assert.deepEqual(
      sent.map(([path]) => path),
      ["/reports", "/profile"],
    );
    assert.deepEqual(Object.keys(JSON.parse(sent[0][1])), ["id", "perturbed", "plan"]);
    assert.deepEqual(JSON.parse(sent[1][1]), { nickname: "Ada" });
  });
});

test("a survey is completed only by a receipt, and the same report is sent again", async () => {
  await visited(async (page, sent) => {
    await page.route("**/reports", (route) => route.fulfill({ status: 422, body: "{}" }), { times: 1 });
    await filled(page);
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("422").waitFor();
    assert.equal(await page.evaluate(() => model.state), "running");
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByText("Thank you").waitFor();
    const reports = sent.filter(([path]) => path === "/reports");
    assert.equal(reports.length, 2);
    assert.equal(reports[0][1], reports[1][1]);
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

/** Ring: pages. Checkboxes, matrices and "other" of SurveyJS in Chromium: what is answered is in no request, storage or document but the report. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { surveyOf } from "../../pkg/dist/surveyjs.js";
import { designed } from "../program.mjs";
import { CANARY } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { assertGone } from "./faults.mjs";
import { openBrowser } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFileSync(ROOT + path);
const browser = await openBrowser();
after(() => browser.close());

const QUESTIONS = {
  elements: [
    {
      type: "checkbox",
      name: "how",
      isRequired: true,
      maxSelectedChoices: 2,
      choicesOrder: "random",
      showNoneItem: true,
      choices: ["words", CANARY, "messages"],
    },
    {
      type: "matrix",
      name: "climate",
      visibleIf: `{how} contains '${CANARY}'`,
      eachRowRequired: true,
      rowOrder: "random",
      columns: ["low", CANARY],
      rows: ["safe", "heard"],
    },
    {
      type: "radiogroup",
      name: "told",
      isRequired: true,
      choices: ["friend", "boss"],
      showRefuseItem: true,
      showOtherItem: true,
      otherText: "Somebody else",
    },
    { type: "text", name: "note" },
  ],
};
const NAMES = ["how", "climate", "told"];
const survey = surveyOf(QUESTIONS, { survey: "compounds", privacy: { record_epsilon: 3 }, names: NAMES });

const PAGE = `<!doctype html>
<title>Questions</title>
<link rel="icon" href="data:,">
<script src="survey-core.js"></script>
<script src="survey-js-ui.js"></script>
<main></main>
<script type="module">
  import { loadPlan } from "./candor/index.js";
  import { protect } from "./candor/surveyjs.js";
  const model = new Survey.Model(await (await fetch("questions.json")).json());
  model.onComplete.add(({ data }) => fetch("profile", { method: "POST", body: JSON.stringify(data) }));
  await protect(model, loadPlan("plan.json"), { endpoint: "reports" });
  model.render(document.querySelector("main"));
  globalThis.look = () => JSON.stringify(model.data);
</script>`;

const files = {
  "index.html": PAGE,
  "survey-core.js": read("tests/node_modules/survey-core/survey.core.min.js"),
  "survey-js-ui.js": read("tests/node_modules/survey-js-ui/survey-js-ui.min.js"),
  ...Object.fromEntries(["index", "surveyjs"].map((name) => [`candor/${name}.js`, read(`pkg/dist/${name}.js`)])),
  "questions.json": JSON.stringify(QUESTIONS),
  "plan.json": designed(survey),
  profile: "{}",
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
};
const visited = visiting(browser, files);

/** The box, button or cell of a question with this value. */
const choice = (page, name, value) => page.locator(`[data-name=${name}] label:has([value="${value}"])`);
const row = (page, name, value) =>
  page.locator(`[data-name=climate] tr:has-text("${name}") label:has([value="${value}"])`);
const ticked = (page, name) => page.locator(`[data-name=${name}] input:checked`).count();

test("choices, rows and other leave as a report, and nothing else of them does", async () => {
  await visited(async (page, { sent }) => {
    await choice(page, "how", CANARY).click();
    for (const name of ["safe", "heard"]) await row(page, name, CANARY).click();
    assert.equal(await ticked(page, "climate"), 2);

    // A matrix that is hidden forgets, and asks anew.
    await choice(page, "how", CANARY).click();
    await page.locator("[data-name=climate]").waitFor({ state: "detached" });
    await choice(page, "how", "none").click();
    await choice(page, "how", CANARY).click();
    assert.equal(await ticked(page, "how"), 1, "none of these excludes all others");
    await page.locator("[data-name=climate]").waitFor();
    assert.equal(await ticked(page, "climate"), 0);
    for (const name of ["safe", "heard"]) await row(page, name, CANARY).click();

    await choice(page, "told", "other").click();
    assert.equal(await page.locator("[data-name=told] textarea, [data-name=told] [type=text]").count(), 0);
    await page.locator("[data-name=note] input").fill("open");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => look()), '{"note":"open"}');
    await page.locator("[value=Complete]").click();
    await page.getByText("Thank you").waitFor();
    await page.waitForFunction(() => performance.getEntriesByName(new URL("profile", location.href).href).length > 0);

    const reports = sent.filter((line) => line.includes("/reports"));
    assert.equal(reports.length, 1);
    assert.deepEqual(Object.keys(JSON.parse(reports[0].slice(reports[0].indexOf("{")))), ["id", "perturbed", "plan"]);
    assert.ok(sent.some((line) => line.endsWith('/profile{"note":"open"}')));
    await assertGone(page, sent);
  });
});

test("what is not protected is found by the same search", async () => {
  await visited(
    async (page, { sent }) => {
      await choice(page, "how", CANARY).click();
      for (const name of ["safe", "heard"]) await row(page, name, "low").click();
      await choice(page, "told", "other").click();
      await page.locator("[data-name=told] textarea").fill("a comment");
      await page.locator("[value=Complete]").click();
      await page.waitForFunction(() => performance.getEntriesByName(new URL("profile", location.href).href).length > 0);
      await assert.rejects(assertGone(page, sent), assert.AssertionError);
    },
    { "index.html": PAGE.replace("await protect(", "(() => {})(") },
  );
});

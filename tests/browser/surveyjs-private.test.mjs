/** Ring: pages. Surveys of SurveyJS that would reveal a private answer: what they request in Chromium, and that none is shown once protected. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { surveyOf } from "../../pkg/dist/surveyjs.js";
import { designed } from "../program.mjs";
import { ANSWER, customized, LEAKS, leaking, SMOKER } from "../surveyjs-leaks.mjs";
import { served } from "./site.mjs";
import { openBrowser, openPage } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const browser = await openBrowser();
after(() => browser.close());

/** Shows surveys, protected or not, and posts the open answers as their authors would. */
const PAGE = `<!doctype html>
<title>Questions</title>
<link rel="icon" href="data:,">
<script src="survey-core.js"></script>
<script src="survey-js-ui.js"></script>
<main></main>
<script type="module">
  import { loadPlan } from "./candor/index.js";
  import { protect } from "./candor/surveyjs.js";
  (${customized})(Survey, (answer) => fetch("told?" + answer));
  globalThis.show = async (questions, isProtected) => {
    const main = document.querySelector("main");
    main.replaceChildren(document.createElement("div"));
    const model = new Survey.Model(questions);
    model.onComplete.add(({ data }) => fetch("profile", { method: "POST", body: JSON.stringify(data) }));
    try {
      if (isProtected) await protect(model, loadPlan("plan.json"), { endpoint: "reports" });
      model.render(main.firstChild);
    } catch (error) {
      main.textContent = error.code + ": " + error.message;
    }
  };
</script>`;

const read = (path) => readFileSync(ROOT + path);
const files = {
  "index.html": PAGE,
  "survey-core.js": read("tests/node_modules/survey-core/survey.core.min.js"),
  "survey-js-ui.js": read("tests/node_modules/survey-js-ui/survey-js-ui.min.js"),
  ...Object.fromEntries(["index", "surveyjs"].map((name) => [`candor/${name}.js`, read(`pkg/dist/${name}.js`)])),
  "plan.json": designed(surveyOf({ elements: [SMOKER] }, { survey: "private", privacy: { record_epsilon: 2 } })),
  profile: "{}",
};

/** Whether a request contains the answer, with or without the question's name. */
function tells(request) {
  const line = decodeURIComponent(request.url()) + (request.postData() ?? "");
  return line.includes(ANSWER) && !line.endsWith(`{"smoker":"${ANSWER}"}`);
}

test("what would tell an answer by itself is not shown once it is protected", async (context) => {
  await served(files, {}, async (origin) => {
    const page = await openPage(browser);
    const leaks = Object.entries(LEAKS).filter(([, { leaves }]) => leaves);
    for (const [i, [name, leak]] of leaks.entries())
      await context.test(name, async () => {
        // Some surveys navigate elsewhere in the end.
        if (page.url() !== origin) await page.goto(origin);
        // A browser requests each picture only once.
        const questions = JSON.parse(JSON.stringify(leaking(leak)).replaceAll("shown/", `shown/${i}/`));
        const told = page.waitForRequest(tells, { timeout: 120_000 });
        await page.evaluate((given) => show(given, false), questions);
        await page.locator(`label:has([value=${ANSWER}])`).click();
        await page.locator("[value=Complete]").click();
        await told;
        if (page.url() !== origin) await page.goto(origin);
        await page.evaluate((given) => show(given, true), questions);
        assert.match(await page.locator("main").innerText(), /^form-mismatch: /);
        assert.equal(await page.getByRole("radio").count(), 0);
      });
    await page.close();
  });
});

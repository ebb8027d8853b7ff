/** How fast Chromium perturbs records of ten questions: the best of several batches, and the median of single calls. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { html, served } from "../../tests/browser/site.mjs";
import { designed, openBrowser, openPage } from "../../tests/browser/stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SIZES = [2, 3, 4, 5, 2, 3, 4, 5, 6, 2];

const survey = (method) => ({
  survey: "figure",
  attributes: SIZES.map((size, i) => ({ name: `q${i}`, categories: Array.from({ length: size }, (_, j) => `${j}`) })),
  privacy: { record_epsilon: 4, method },
});

/** Runs in the page. */
function timed() {
  const answers = Object.fromEntries(plan.attributes.map(({ name }) => [name, "1"]));
  const took = (calls) => {
    const start = performance.now();
    for (let i = 0; i < calls; i += 1) plan.perturb(answers);
    return (performance.now() - start) / calls;
  };
  const bulk = Array.from({ length: 20 }, () => took(10_000));
  const single = Array.from({ length: 200 }, () => took(100)).sort((a, b) => a - b);
  return { bulk: 1000 / Math.min(...bulk), single: single[100] };
}

const files = {
  "index.html": html("", 'src="page.js"'),
  "page.js":
    'import { loadPlan } from "./candor.js"; globalThis.plan = await loadPlan("/plan.json"); document.title = "ready";',
  "candor.js": readFileSync(join(ROOT, "pkg/dist/index.js")),
};
const browser = await openBrowser();
for (const method of ["analysis", "labelled"]) {
  await served({ ...files, "plan.json": designed(survey(method)) }, {}, async (address) => {
    const page = await openPage(browser);
    await page.goto(address);
    await page.waitForFunction(() => document.title === "ready");
    const { bulk, single } = await page.evaluate(timed);
    const [rate, took] = [`${Math.round(bulk / 1000)},000 records a second`, `${(single * 1000).toFixed(0)} µs`];
    console.log(
      `${method}, in Chromium: ${rate} (best of 20 batches, ${SIZES.length} questions), one ${took} (median)`,
    );
  });
}
await browser.close();

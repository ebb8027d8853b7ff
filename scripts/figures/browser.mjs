/**
 * What a respondent's browser does, measured in Chromium with ten questions: how long it takes from the import to the first report, in open
 * tabs of new profiles, when this machine serves the package; and how fast it perturbs, as the best of several batches and the median of single calls.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CHROMIUM } from "../../tests/browser/chromium.mjs";
import { html, served } from "../../tests/browser/site.mjs";
import { openBrowser, openPage } from "../../tests/browser/stage.mjs";
import { designed } from "../../tests/program.mjs";
import { median, middleAndLeast } from "./times.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SIZES = [2, 3, 4, 5, 2, 3, 4, 5, 6, 2];

const survey = (method) => ({
  survey: "figure",
  attributes: SIZES.map((size, i) => ({ name: `q${i}`, categories: Array.from({ length: size }, (_, j) => `${j}`) })),
  privacy: { record_epsilon: 4, method },
});

/** How many new profiles are opened. */
const VISITS = 25;

/** Milliseconds after which a new tab is idle. */
const PAUSE = 500;

/** A script for the page that measures the milliseconds from the import to the first report. */
const FIRST = `
  const document = await (await fetch("/plan.json")).json();
  const start = performance.now();
  const { loadPlan } = await import("./candor.js");
  globalThis.plan = await loadPlan(document);
  await plan.respond(Object.fromEntries(plan.attributes.map(({ name }) => [name, "1"])));
  globalThis.first = performance.now() - start;
`;

/** Runs in the page. */
function timed() {
  const answers = Object.fromEntries(plan.attributes.map(({ name }) => [name, "1"]));
  const took = (calls) => {
    const start = performance.now();
    for (let i = 0; i < calls; i += 1) plan.perturb(answers);
    return (performance.now() - start) / calls;
  };
  const bulk = Array.from({ length: 20 }, () => took(10_000));
  const single = Array.from({ length: 200 }, () => took(100));
  return { bulk: 1000 / Math.min(...bulk), single };
}

const files = {
  "index.html": html(""),
  "first.js": FIRST,
  "candor.js": readFileSync(join(ROOT, "pkg/dist/index.js")),
};
const browser = await openBrowser(CHROMIUM);
for (const method of ["analysis", "labelled"]) {
  await served({ ...files, "plan.json": designed(survey(method)) }, {}, async (address) => {
    const times = [];
    let page;
    for (let i = 0; i < VISITS; i += 1) {
      await page?.context().close();
      page = await openPage(browser);
      await page.goto(address);
      await pause(PAUSE);
      await page.addScriptTag({ type: "module", url: "first.js" });
      times.push(await (await page.waitForFunction(() => globalThis.first)).jsonValue());
    }
    const { bulk, single } = await page.evaluate(timed);
    const [rate, took] = [
      `${Math.round(bulk / 1000)},000 records a second`,
      `${(median(single) * 1000).toFixed(0)} µs`,
    ];
    console.log(`${method}, in Chromium: import to first report ${middleAndLeast(times, "new profiles")}`);
    console.log(
      `${method}, in Chromium: ${rate} (best of 20 batches, ${SIZES.length} questions), one ${took} (median)`,
    );
  });
}
await browser.close();

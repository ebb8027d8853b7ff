/**
 * How long a respondent waits, in Chromium: from the start of navigation, in an open tab with nothing cached,
 * to the report leaving, the form filled in by script. A warm collector on this machine serves the page.
 */

import { Collector, openBrowser, openPage } from "../../tests/browser/stage.mjs";

const VISITS = 25;

const collector = await Collector.open();
const browser = await openBrowser();
try {
  await visit();
  const visits = [];
  for (let i = 0; i < VISITS; i += 1) visits.push(await visit());
  for (const [name, moment] of [["first paint", "paint"], ["form ready", "form"], ["report leaves", "report"]]) {
    const times = visits.map((times) => times[moment]).sort((a, b) => a - b);
    const [least, median] = [times[0], times[VISITS >> 1]].map((time) => time.toFixed(0).padStart(4));
    console.log(`${name.padEnd(37)}${median} ms median, ${least} ms least, of ${VISITS} visits`);
  }
} finally {
  await browser.close();
  await collector.close();
}

/** One visit of a new profile: milliseconds from navigation to what happens. */
async function visit() {
  const page = await openPage(browser);
  await page.addInitScript(fillInOnArrival);
  await page.goto(`${collector.origin}/healthz`);
  await page.waitForTimeout(500);
  await page.goto(collector.origin);
  const moments = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const { form, report } = document.documentElement.dataset;
    return paint && report && { paint: paint.startTime, form: Number(form), report: Number(report) };
  });
  const times = await moments.jsonValue();
  await page.context().close();
  return times;
}

/**
 * Runs in the page: answers every question as soon as the form is there, and notes when its report leaves. The event
 * is dispatched, as `requestSubmit` would lay out the whole page first.
 */
function fillInOnArrival() {
  const arrival = new MutationObserver(() => {
    const form = document.querySelector("form");
    if (!form) return;
    arrival.disconnect();
    document.documentElement.dataset.form = performance.now();
    for (const radio of form.querySelectorAll("label:first-child input[type=radio]")) radio.checked = true;
    for (const number of form.querySelectorAll("input[type=number]")) number.value = 2400;
    form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  });
  arrival.observe(document, { childList: true, subtree: true });
  const { fetch } = window;
  window.fetch = (...request) => {
    if (request[0] === "/reports") document.documentElement.dataset.report = performance.now();
    return fetch(...request);
  };
}

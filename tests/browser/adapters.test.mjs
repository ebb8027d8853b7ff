/** Ring: pages. The examples of forms, React, SurveyJS and jsPsych in Chromium: what leaves them, and what stays. */

import { after } from "node:test";
import { tests } from "./adapters.mjs";
import { LEAKS, overheard } from "./faults.mjs";
import { faults, openBrowser, openPage } from "./stage.mjs";

const browser = await openBrowser();
after(() => browser.close());

await tests(open, { whole: "form", leaks: Object.entries(LEAKS) });

async function open() {
  const page = await openPage(browser);
  return { page, faults: faults(page), lines: overheard(page), close: () => page.context().close() };
}

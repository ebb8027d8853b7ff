/**
 * Searches for answers on the disk, in the profile that a browser keeps, for every page that asks. Browsers save what stands in fields to
 * restore pages after a crash; a field that belongs to no survey is filled in last, and shows when that has happened.
 */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { every } from "../nightly.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { Collector } from "./collector.mjs";
import { CANARY, showing } from "./enclosed.mjs";
import { answerable, built } from "./example.mjs";
import { isInSession, traces } from "./profile.mjs";
import { html, served } from "./site.mjs";

/** A trial of jsPsych with the kinds of fields that plugins have. */
const TRIAL = `
  import { loadPlan } from "candor";
  import CandorExtension from "candor/jspsych";
  import { initJsPsych } from "jspsych";
  class Fields {
    static info = { name: "fields", version: "1.0.0", parameters: {}, data: { response: { type: 0 } } };
    trial(display) {
      display.innerHTML = '<h1>Your age</h1><input type="radio" name="smoker" value="yes"><select name="illness"><option></option>'
        + '<option value="often">often</option></select><textarea name="remark"></textarea><input name="age">';
    }
  }
  const plan = await loadPlan("./plan.json", { maxRecordEpsilon: 4 });
  const extensions = [{ type: CandorExtension, params: { plan } }];
  const jsPsych = initJsPsych({ display_element: "survey", extensions });
  await jsPsych.run([{ type: Fields, extensions: [{ type: CandorExtension, params: { question: "age" } }] }]);`;

/** Fills in the fields with these selectors in a document: clicks choices, changes selects by a key, and types numbers last. */
async function filled(page, document, { choices = [], selects = [], texts }) {
  for (const selector of choices) await (await document.$(selector)).click();
  for (const selector of selects) {
    await document.focus(selector);
    await page.keyboard.type("o");
  }
  for (const selector of texts) {
    await (await document.$(selector)).click();
    await page.keyboard.type(CANARY);
  }
}

/** The pages that ask: how each is served, and how it is answered. */
const { form, react, surveyjs } = EXAMPLES;
const PAGES = {
  form: {
    open: sited(() => siteOf(form)),
    async answer(page) {
      await page.waitForSelector("#health > fieldset:enabled");
      await filled(page, page, { choices: ["[value=yes]"], selects: ["[name=illness]"], texts: ["[name=age]"] });
    },
    button: form.button,
  },
  react: {
    open: sited(() => siteOf(react)),
    async answer(page) {
      await page.waitForSelector("[name=smoker]");
      await page.focus("[name=smoker]");
      await page.keyboard.type("y");
      await filled(page, page, { choices: ["[name=ailments]"], selects: ["[name=illness]"], texts: ["[name=age]"] });
    },
    button: react.button,
  },
  surveyjs: { open: sited(() => siteOf(surveyjs)), answer: surveyjs.answer, button: surveyjs.button },
  jspsych: {
    open: sited(async () => siteOf({ survey: react.survey, files: () => built("jspsych", { "page.js": TRIAL }) })),
    async answer(page) {
      await showing(page, "Your age");
      const texts = ["[name=remark]", "[name=age]"];
      await filled(page, page, { choices: ["[name=smoker]"], selects: ["[name=illness]"], texts });
    },
  },
  elements: {
    open: sited(async () => ({ ...(await answerable()), "elsewhere.html": html("") })),
    answer: async (page) => answerElement(page, await showing(page, "Do you smoke?")),
  },
  "the demonstration": {
    open: (run) => collected((origin) => run(origin)),
    elsewhere: "read.html",
    async answer(page) {
      await page.waitForSelector("form");
      await filled(page, page, { choices: ["[type=radio]"], texts: ["[type=number]"] });
    },
  },
  "the answer page": {
    elsewhere: "read.html",
    open: (run) =>
      collected(async (origin, plan) => run(`${origin}/answer.html#${encodeURIComponent(plan.fingerprint)}`)),
    answer: async (page) => answerElement(page, await showing(page, "Have you ever left income out of a tax return?")),
  },
};

const answerElement = (page, document) =>
  filled(page, document, { choices: ["[type=radio]"], texts: ["[type=number]"] });

/** Serves a page whose reports nobody accepts. */
function sited(files) {
  const reports = (request) => request.socket.destroy();
  return async (run, change = (text) => text) => {
    const site = Object.entries({ ...(await files()), reports });
    const changed = site.map(([name, file]) => [name, name.endsWith(".js") ? change(`${file}`) : file]);
    await served(Object.fromEntries(changed), {}, run);
  };
}

async function collected(run) {
  const collector = await Collector.open();
  try {
    await run(collector.origin, await collector.plan());
  } finally {
    await collector.close();
  }
}

async function until(condition, what) {
  for (let looks = 0; looks < 240; looks += 1) {
    if (await condition()) return;
    await setTimeout(250);
  }
  throw new Error(`this never happened: ${what}`);
}

/** Fills in a field that no adapter protects, and waits until it is on the disk; so is then everything else in the page. */
async function written(page, profile, mark) {
  await page.evaluate(() => {
    const field = document.getElementById("control") ?? document.createElement("input");
    field.id = "control";
    document.body.append(field);
  });
  await page.focus("#control");
  await page.keyboard.type(mark);
  await until(() => isInSession(profile, mark), `"${mark}" in a session file`);
}

/** The names and ids of all fields that ask, in any document. */
async function fieldsOf(page) {
  const all = page
    .frames()
    .map((frame) => frame.$$eval("input, select, textarea", (fields) => fields.flatMap(({ name, id }) => [name, id])));
  return [...new Set((await Promise.all(all)).flat())].filter((name) => name !== "" && name !== "control");
}

/** Runs a test with its own profile. */
async function profiled(run) {
  const profile = mkdtempSync(join(tmpdir(), "candor-profile-"));
  try {
    await run(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Answers, and searches while the page is open, after it was left, while the report is only kept, and when the browser has ended. */
async function assertNothingWritten(open, { answer, button, elsewhere = "elsewhere.html" }, address, profile) {
  const { page, close } = await open(profile);
  let fields = [];
  const look = (when) => assert.deepEqual(traces(profile, CANARY, fields), [], when);
  try {
    await page.goto(address);
    await answer(page);
    fields = await fieldsOf(page);
    await written(page, profile, "first-mark");
    look("while the page is open");
    await page.goto(new URL(elsewhere, address).href);
    await until(() => isInSession(profile, elsewhere), "the other page in a session file");
    look("after it was left");
    await page.goto(address);
    await answer(page);
    if (button) {
      await page.locator(button).click();
      await showing(page, "kept on this device");
    }
    await written(page, profile, "second-mark");
    look("when the report is kept");
  } finally {
    await close();
  }
  look("after the browser was closed");
}

/** Undoes what the package does for fields. */
const unprotected = (text) =>
  text
    .replace(/(setAttribute\()(["'`])autocomplete\2/g, "$1$2data-autocomplete$2")
    .replace(/autoComplete:\s*(["'`])off\1/g, 'autoComplete:"on"');

/** The tests in a browser that `open` starts with a profile. */
export function tests(open) {
  for (const [name, asking] of every(Object.entries(PAGES), Object.entries(PAGES).slice(0, 1))) {
    test(`${name}: no answer is on the disk`, () =>
      asking.open((address) => profiled((profile) => assertNothingWritten(open, asking, address, profile))));
    if (name in EXAMPLES)
      test(`${name}: without what the package does for its fields, answers are found`, () =>
        asking.open(
          (address) =>
            profiled((profile) =>
              assert.rejects(assertNothingWritten(open, asking, address, profile), {
                code: "ERR_ASSERTION",
                message: /while the page is open/,
              }),
            ),
          unprotected,
        ));
  }
}

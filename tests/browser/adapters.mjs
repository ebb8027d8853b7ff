/**
 * The examples of `candor/form`, `candor/react`, `candor/surveyjs` and `candor/jspsych`: how somebody answers each, and what must hold for
 * each of them in any browser. Pages are driven only by functions that the libraries for Chromium and for Firefox share.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { surveyOf } from "../../pkg/dist/surveyjs.js";
import { every } from "../nightly.mjs";
import { designed } from "../program.mjs";
import { CANARY, showing } from "./enclosed.mjs";
import { built, example } from "./example.mjs";
import { assertGone, LEAKS, reports } from "./faults.mjs";
import { html, served } from "./site.mjs";
import { traces } from "./stage.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RECEIPT = JSON.stringify({ accepted: 1, repeated: 0 });

const written = (name) => JSON.parse(example(name, "survey.json"));
const form = written("form");
const jspsych = written("jspsych");

/**
 * Each example with its survey, the files of its page, the fields of its private questions, a function that answers them with the canary among
 * the answers, the button that then sends them, the one that sends a kept report, and what the page posts itself once the report has arrived.
 */
export const EXAMPLES = {
  form: {
    survey: form,
    files: async () => ({
      ...Object.fromEntries(readdirSync(join(ROOT, "examples/form")).map((name) => [name, example("form", name)])),
      ...Object.fromEntries(
        ["index", "form", "sentences"].map((n) => [`candor/${n}.js`, readFileSync(join(ROOT, `pkg/dist/${n}.js`))]),
      ),
    }),
    fields: "#health input:enabled, #health select:enabled",
    again: "#again",
    async answer(page) {
      await page.locator("#health > fieldset:enabled [value=yes]").click();
      await page.locator("[name=age]").click();
      await page.keyboard.type(CANARY);
    },
    button: "form button",
  },
  react: {
    survey: written("react"),
    files: () => built("react"),
    fields: "input, select",
    again: "button",
    async answer(page) {
      await page.waitForSelector("[name=smoker]");
      await page.focus("[name=smoker]");
      await page.keyboard.type("yes");
      await page.locator("[value=sleep]").click();
      await page.locator("[name=age]").click();
      await page.keyboard.type(CANARY);
    },
    button: "button",
  },
  surveyjs: {
    survey: surveyOf(JSON.parse(example("surveyjs", "questions.json")), {
      survey: "wellbeing",
      privacy: { record_epsilon: 2 },
      names: ["smoker", "age", "tired", "mood", "ailments"],
      bins: { age: [0, 18, 30, 60, null] },
    }),
    files: () => built("surveyjs"),
    fields: ["smoker", "age", "mood", "ailments"].map((name) => `[data-name=${name}] input`).join(),
    again: "[value=Complete]",
    async others(page) {
      await page.locator("[value=Previous]").click();
      await page.waitForSelector("[data-name=nickname] input");
      await assertBlank(page, "[data-name=smoker] input");
      await page.locator("[value=Next]").click();
      await page.waitForSelector("[data-name=age] input");
      // A message covers the button for a moment, also while it fades.
      const isOver = () => page.$$eval(".sv-save-data_root", ([root]) => getComputedStyle(root).opacity !== "0");
      await until(async () => !(await isOver()));
    },
    async answer(page) {
      await page.locator("label:has([value=yes])").click();
      await page.locator("[data-name=nickname] input").click();
      await page.keyboard.type("Ada");
      await page.locator("[value=Next]").click();
      await page.locator("[type=number]").click();
      await page.keyboard.type(CANARY);
      await page.locator("label:has([value='3'])").click();
      await page.locator("label:has([value=sleep])").click();
      const data = await page.evaluate(() => JSON.stringify(model.data));
      assert.equal(data, '{"nickname":"Ada"}');
    },
    button: "[value=Complete]",
    async own(desk) {
      await until(() => desk.posted("/profile").length > 0);
      assert.deepEqual(desk.posted("/profile"), ['{"nickname":"Ada"}']);
    },
  },
  jspsych: {
    // The canary is a category, whose label the page shows.
    survey: {
      ...jspsych,
      attributes: jspsych.attributes.map((asked) =>
        asked.name === "smoker" ? { ...asked, categories: ["no", { value: CANARY, label: "yes" }] } : asked,
      ),
    },
    files: () => built("jspsych"),
    fields: "button",
    again: "button",
    async answer(page) {
      for (const question of ["Which colour is this?", "Do you smoke?"]) {
        await showing(page, question);
        await page.locator("[data-choice='1']").click();
      }
      await showing(page, "Did you ever …");
      await page.locator("label:has([value^=copy])").click();
      await page.locator(".jspsych-btn").click();
      await showing(page, "I am heard");
      for (const row of ["safe", "heard"]) await page.locator(`[data-name=${row}] [value='2']`).click();
      await page.locator(".jspsych-btn").click();
      await showing(page, "Did you ever cheat");
    },
    button: "[data-choice='2']",
    own(desk) {
      const [open, ...hidden] = JSON.parse(desk.posted("/trials"));
      assert.equal(open.response, 1);
      assert.ok(open.rt > 0);
      assert.deepEqual(
        hidden.map((row) => row.private),
        ["smoker", "ways", "climate", "cheated"],
      );
      for (const row of hidden)
        for (const column of ["response", "rt", "time_elapsed"]) assert.ok(!(column in row), column);
    },
  },
};

/** The site that serves an example: its page, its plan, and addresses that accept what is posted. */
export async function siteOf({ files, survey }) {
  const desks = { reports: RECEIPT, profile: RECEIPT, trials: RECEIPT };
  return { ...(await files()), "plan.json": designed(survey), "elsewhere.html": html(""), ...desks };
}

/** The server to which pages post. It acknowledges reports while it accepts them; otherwise the connection breaks, as if no server were there. */
class Desk {
  /** Everything that was posted, one line each. */
  lines = [];
  takes = async () => true;

  post = async (request, response) => {
    const body = await text(request);
    this.lines.push(`${request.method} ${request.url} ${request.headers.referer ?? ""} ${body}`);
    if (request.url !== "/reports" || (await this.takes())) response.end(RECEIPT);
    else request.socket.destroy();
  };

  /** The bodies that were posted to an address. */
  posted(address) {
    return this.lines
      .filter((line) => line.startsWith(`POST ${address} `))
      .map((line) => line.slice(line.search(/[[{]/)));
  }

  get reports() {
    return this.posted("/reports");
  }

  /** Holds reports back until a test says whether they are accepted. */
  held() {
    let say;
    const said = new Promise((resolve) => {
      say = resolve;
    });
    this.takes = () => said;
    return say;
  }
}

async function until(condition) {
  for (let looks = 0; looks < 1500; looks += 1) {
    if (await condition()) return;
    await setTimeout(20);
  }
  throw new Error(`this never became true: ${condition}`);
}

/** Asserts that there are fields to fill in and that nothing is filled in. */
async function assertBlank(page, fields) {
  const filled = await page.$$eval(fields, (all) =>
    all.map(({ type, value, checked }) => (/radio|checkbox/.test(type) ? checked : value)),
  );
  assert.deepEqual(
    filled.filter((value) => value),
    [],
  );
}

/** The same for fields that may be closed by now. */
const assertEmptied = (page, fields) => assertBlank(page, fields.replaceAll(":enabled", ""));

/**
 * Runs a script of the page that navigates, and waits until another document is there. The page itself is asked, since the library for Firefox
 * does not notice going back to a page that the browser has kept as it was.
 */
async function go(page, how) {
  const since = () =>
    page.evaluate(() => document.readyState === "complete" && performance.timeOrigin).catch(() => false);
  const before = await since();
  // The result may be lost with the document.
  await page.evaluate(how).catch(() => {});
  await until(async () => ![before, false].includes(await since()));
}

const reload = (page) => go(page, () => location.reload());

async function goBack(page) {
  await go(page, () => location.assign("elsewhere.html"));
  await go(page, () => history.back());
}

const past = (page) => page.evaluate(() => [history.length, history.state, location.href, document.referrer]);

const press = (page, button) => page.locator(button).click();

/** What happens to somebody who answers, by name. `desk` is the server to which their page posts, `faults` are its script errors. */
const SCENES = {
  async "sent again and again"({ page, desk, faults, fields, answer, button, own }) {
    const before = await past(page);
    const say = desk.held();
    await answer(page);
    assert.deepEqual(desk.lines, [], "nothing leaves before the person sends it");
    await page.focus(button);
    for (let i = 0; i < 5; i += 1) await page.keyboard.press("Enter");
    await until(() => desk.reports.length > 0);
    say(true);
    await showing(page, "Thank you");
    assert.equal((await page.$$(fields)).length, 0, "nothing more can be filled in");
    await own?.(desk);
    assert.equal(desk.reports.length, 1);
    assert.deepEqual(Object.keys(JSON.parse(desk.reports[0])), ["id", "perturbed", "plan"]);
    assert.deepEqual(await past(page), before);
    assert.deepEqual(faults, []);
  },
  async "a reload and going back, before and after"({ page, desk, faults, fields, answer, button }) {
    for (const leave of [reload, goBack]) {
      await answer(page);
      await leave(page);
      await page.waitForSelector(fields);
      await assertBlank(page, fields);
    }
    // An experiment to which somebody goes back continues where it was left.
    await reload(page);
    await answer(page);
    await press(page, button);
    await showing(page, "Thank you");
    for (const leave of [goBack, reload]) {
      await leave(page);
      await assertBlank(page, fields);
    }
    await page.waitForSelector(fields);
    await assertBlank(page, fields);
    assert.equal(desk.reports.length, 1);
    await answer(page);
    await press(page, button);
    await showing(page, "Thank you");
    assert.equal(new Set(desk.reports).size, 1, "the same bytes every time");
    assert.deepEqual(faults, []);
  },
  async "a connection that breaks"({ page, desk, faults, fields, answer, button }) {
    const say = desk.held();
    await answer(page);
    await press(page, button);
    await until(() => desk.reports.length > 0);
    assert.match(JSON.stringify(await traces(page)), /received\\+":false/);
    await assertEmptied(page, fields);
    desk.takes = async () => true;
    say(false);
    await showing(page, "Thank you");
    assert.ok(desk.reports.length > 1);
    assert.equal(new Set(desk.reports).size, 1, "the same bytes every time");
    assert.deepEqual(faults, []);
  },
  async "no network, and then one"({ page, desk, faults, lines, ...example }) {
    await keptOnly(page, desk, example);
    await assertGone(page, [...lines, ...desk.lines]);
    desk.takes = async () => true;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await showing(page, "Thank you");
    assert.equal(new Set(desk.reports).size, 1, "the same bytes every time");
    assert.deepEqual(faults, []);
  },
  async "no network, and sent again by hand"({ page, desk, again, ...example }) {
    await keptOnly(page, desk, example);
    desk.takes = async () => true;
    await press(page, again);
    await showing(page, "Thank you");
    assert.equal(new Set(desk.reports).size, 1, "the same bytes every time");
  },
  async "no network, and a reload"({ page, desk, fields, answer, button, ...example }) {
    await keptOnly(page, desk, { fields, answer, button, ...example });
    desk.takes = async () => true;
    await reload(page);
    await page.waitForSelector(fields);
    await assertBlank(page, fields);
    await until(async () => /received\\+":true/.test(JSON.stringify(await traces(page))));
    assert.equal(new Set(desk.reports).size, 1, "the same bytes, and nobody answered again");
    await answer(page);
    await press(page, button);
    await showing(page, "Thank you");
    assert.equal(new Set(desk.reports).size, 1, "the same bytes every time");
  },
};

/** Answers while no reports are accepted: the report is kept, the page says so, and no field holds an answer any more. */
async function keptOnly(page, desk, { fields, answer, button, others }) {
  desk.takes = async () => false;
  await answer(page);
  await press(page, button);
  const shown = await showing(page, "kept on this device");
  assert.match(await shown.evaluate(() => document.body.innerText), /got no whole response/);
  assert.match(JSON.stringify(await traces(page)), /received\\+":false/);
  await assertEmptied(page, fields);
  await others?.(page);
}

/** What can also happen to a plain form; `site` are its files, `asked` are the requests to its server. */
const OF_FORMS = {
  async "a part that does not load"({ page, site, asked, fields }) {
    const waiting = "Checking the survey's promises";
    for (const [part, said] of [
      ["candor/form.js", waiting],
      ["candor/index.js", waiting],
      ["candor/sentences.js", waiting],
      ["page.js", waiting],
      ["plan.json", "the plan is no document of JSON"],
    ]) {
      const whole = site[part];
      site[part] = "throw new Error('lost')";
      const before = asked.length;
      await page.goto(new URL(".", page.url()).href);
      await showing(page, said);
      assert.ok(asked.slice(before).includes(`GET /${part}`));
      assert.equal((await page.$$(fields)).length, 0, part);
      await page.focus("[name=age]");
      await page.keyboard.type(CANARY);
      for (const key of ["Enter", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
      await assertBlank(page, "input, select");
      assert.ok(!(await page.evaluate(() => location.href)).includes("?"), part);
      await submittedAnyhow(page);
      site[part] = whole;
    }
  },
  async "submitted by another script"({ page, answer }) {
    await answer(page);
    assert.deepEqual(await page.evaluate(() => [...new FormData(document.forms.health)]), []);
    await submittedAnyhow(page);
  },
};

/** Asserts that what a browser or another script sends of the form is its address without an answer. */
async function submittedAnyhow(page) {
  const { href } = await page.evaluate((age) => {
    document.forms.health.age.value = age;
    setTimeout(() => document.forms.health.submit());
    return { href: location.href };
  }, CANARY);
  await until(() => page.url() === `${href}?`);
}

/** Runs in the page before anything else: records the messages to other windows. */
const LISTENING =
  "<script>globalThis.messages = []; addEventListener('message', ({ data }) => messages.push(data));</script>";

/**
 * Plays a scene in a page from `open`, which also returns its script errors and, line by line, what it sends and prints. In the end no answer
 * may be left anywhere, and no other server may have been asked for anything.
 */
async function played(open, example, files, scene) {
  const desk = new Desk();
  const index = files["index.html"].replace("<head>", `<head>${LISTENING}`);
  const site = { ...files, "index.html": index, reports: desk.post, profile: desk.post, trials: desk.post };
  await served(site, {}, async (origin, asked) => {
    const { page, faults, lines, close } = await open();
    await page.goto(origin);
    await scene({ page, desk, faults, lines, site, asked, ...example });
    await assertGone(page, [...lines, ...desk.lines, ...asked]);
    const told = await Promise.all(lines);
    assert.deepEqual(new Set(reports(told)), new Set(desk.reports), "the browser lists every request that arrives");
    const requests = told.filter((line) => /^[A-Z]+ https?:/.test(line));
    for (const request of requests) assert.ok(request.split(" ")[1].startsWith(origin), request);
    await close();
  });
}

/** The scenes that every run plays with every example. */
const OFTEN = ["sent again and again", "no network, and a reload"];

/**
 * The tests of all examples in a browser whose pages `open` opens. Nightly runs have all scenes for all examples; others have them only for the
 * examples in `whole`, and only the leaks in `leaks`.
 */
export async function tests(open, { whole, leaks }) {
  // All tests are created at once, because the browser is closed when the tests that exist by then have ended.
  const sites = {};
  for (const [name, example] of Object.entries(EXAMPLES)) sites[name] = await siteOf(example);
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const scenes = Object.entries(name === "form" ? { ...SCENES, ...OF_FORMS } : SCENES);
    const often = name === whole ? scenes : scenes.filter(([what]) => OFTEN.includes(what));
    for (const [what, scene] of every(scenes, often))
      test(`${name}: ${what}`, () => played(open, example, sites[name], scene));
  }
  for (const [where, leak] of every(Object.entries(LEAKS), leaks))
    test(`an answer that a page lets out is found: ${where}`, () => {
      const leaking = played(open, EXAMPLES.form, sites.form, async ({ page, lines }) => {
        await page.evaluate(leak, CANARY);
        // A message, a line in the console and a request take a moment to be noticed.
        for (let looks = 0; looks < 100; looks += 1) await assertGone(page, lines);
      });
      return assert.rejects(leaking, { code: "ERR_ASSERTION" });
    });
}

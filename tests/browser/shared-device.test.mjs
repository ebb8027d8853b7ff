/** Ring: pages. A computer that several people use: what the second person finds of the first, in every mode of the elements. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { audited, CANARY, gone, inside } from "./enclosed.mjs";
import { answerable, example, visiting } from "./example.mjs";
import { filled, overheard, reports, send } from "./faults.mjs";
import { press } from "./interviews.mjs";
import { html } from "./site.mjs";
import { faults, openBrowser, traces } from "./stage.mjs";

const files = { ...(await answerable()), "elsewhere.html": html(""), "joined.html": html("") };
/** The files of the package, for a page without a bundler. */
const PACKAGE = Object.fromEntries(
  ["index", "elements", "sentences"].map((name) => [
    `${name}.js`,
    readFileSync(new URL(`../../pkg/dist/${name}.js`, import.meta.url)),
  ]),
);
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

const text = (frame) => frame.locator("main").innerText();
const ids = (lines) => reports(lines).map((report) => JSON.parse(report).id);

/** What the next visit shows, and everything of the survey that scripts of the page can reach. */
async function next(page) {
  await page.reload();
  const frame = await inside(page, "Nothing is asked here");
  assert.deepEqual(await audited(frame), []);
  return [await text(frame), await frame.locator("main").innerHTML()];
}

test("where a device takes one report, nothing tells whether somebody answered, who, or whether it has arrived", async () => {
  const found = [];
  await visited(async (page) => {
    await send(await filled(page));
    await inside(page, "Your report has arrived");
    found.push(await next(page), await next(page));
  });
  await visited(async (page) => {
    await page.route("**/reports", (route) => route.fulfill({ status: 422, body: "{}" }));
    await send(await filled(page));
    await inside(page, "Not received yet");
    found.push(await next(page));
  });
  await visited(async (page) => {
    const frame = await filled(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await send(await filled(other));
    await inside(other, "Your report has arrived");
    await send(frame);
    const shown = await inside(page, "Nothing is asked here");
    found.push([await text(shown), await shown.locator("main").innerHTML()]);
  });
  assert.equal(new Set(found.map((each) => JSON.stringify(each))).size, 1, JSON.stringify(found));
  assert.doesNotMatch(found[0][0], /thank|arrived|sent before|your|had|already|sha256|"id"/i);
});

/** The example's pages for many people. */
const kiosk = {
  "index.html": files["index.html"].toString().replace("<candor-survey", '<candor-survey mode="kiosk"'),
  "form.html": files["form.html"].toString().replace("<candor-form", '<candor-form mode="kiosk"'),
};

/** The survey at the start: asserts that nothing is filled in. */
async function begun(page) {
  const frame = await inside(page, "Do you smoke?");
  assert.equal(await frame.locator(":checked").count(), 0);
  assert.equal(await frame.getByRole("spinbutton").inputValue(), "");
  return frame;
}

test("in a kiosk everybody finds the same empty survey, and each sends a report of their own", async () => {
  await visited(async (page, { origin }) => {
    const lines = overheard(page);
    const first = await text(await begun(page));
    assert.match(first, /Several people answer on this device/);
    for (const person of [1, 2, 3]) {
      const frame = await filled(page);
      await send(frame);
      const thanks = await inside(page, "no longer on this device");
      assert.deepEqual(await audited(thanks), []);
      assert.doesNotMatch(await text(thanks), /sha256|\d/);
      await press(thanks, "Next respondent");
      await gone(thanks);
      assert.equal(await text(await begun(page)), first, `person ${person + 1}`);
    }
    await page.waitForFunction(async () => {
      const open = indexedDB.open("candor");
      const database = await new Promise((told) => (open.onsuccess = () => told(open.result)));
      const keys = database.transaction("candor").objectStore("candor").getAllKeys();
      return (await new Promise((told) => (keys.onsuccess = () => told(keys.result)))).length === 0;
    });
    assert.equal(new Set(ids(lines)).size, 3);
    const frame = await filled(page);
    await frame.getByRole("spinbutton").focus();
    await press(frame, "Start over");
    await gone(frame);
    const empty = await begun(page);
    await empty.getByRole("spinbutton").focus();
    for (const keys of ["Control+z", "Control+Shift+z"]) await page.keyboard.press(keys);
    assert.equal(await empty.getByRole("spinbutton").inputValue(), "");
    await filled(page);
    await page.goto(`${origin}elsewhere.html`);
    await page.goBack();
    assert.equal(await text(await begun(page)), first);
    await filled(page);
    await page.reload();
    assert.equal(await text(await begun(page)), first);
    assert.equal(reports(lines).length, 3);
    for (const place of [...lines, JSON.stringify(await traces(page))]) assert.ok(!place.includes(CANARY), place);
    assert.deepEqual(faults(page), []);
  }, kiosk);
});

test("in a kiosk without a network reports wait unseen, and are sent when it is back", async () => {
  await visited(async (page) => {
    const lines = overheard(page);
    const first = await text(await begun(page));
    await page.evaluate(() => {
      globalThis.told = [];
      for (const name of ["candor-sent", "candor-failed"])
        document.querySelector("candor-survey").addEventListener(name, ({ detail }) => told.push(detail?.code ?? name));
    });
    await page.context().setOffline(true);
    const said = [];
    for (let person = 0; person < 2; person += 1) {
      await send(await filled(page));
      const thanks = await inside(page, "no longer on this device");
      said.push(await text(thanks));
      await press(thanks, "Next respondent");
      await gone(thanks);
      assert.equal(await text(await begun(page)), first);
    }
    await page.waitForFunction(() => told.includes("unreachable"));
    await page.context().setOffline(false);
    await page.waitForFunction(() => told.includes("candor-sent"));
    assert.equal(new Set(ids(lines)).size, 2);
    await send(await filled(page));
    said.push(await text(await inside(page, "no longer on this device")));
    assert.equal(new Set(said).size, 1, "thanks are the same with a network and without");
  }, kiosk);
});

test("what somebody leaves in a kiosk is emptied, and thanks make room by themselves", async () => {
  await visited(async (page) => {
    await page.clock.install();
    await page.reload();
    const frame = await filled(page);
    await page.clock.fastForward(170_000);
    await frame.getByRole("spinbutton").press("ArrowUp");
    await page.clock.fastForward(170_000);
    assert.ok(!frame.isDetached(), "a key is a touch");
    await page.clock.fastForward(20_000);
    await gone(frame);
    await begun(page);
    await send(await filled(page));
    const thanks = await inside(page, "no longer on this device");
    await page.clock.fastForward(16_000);
    await gone(thanks);
    await begun(page);
  }, kiosk);
});

test("in a kiosk nobody is asked once the collector takes no more reports", async () => {
  await visited(async (page) => {
    const closed = { status: 403, json: { code: "plan-closed", detail: "the plan is closed" } };
    await page.route("**/reports", (route) => route.fulfill(closed));
    await page.evaluate(() => {
      globalThis.failed = new Promise((told) =>
        document.querySelector("candor-survey").addEventListener("candor-failed", ({ detail }) => told(detail.code)),
      );
    });
    await send(await filled(page));
    assert.equal(await page.evaluate(() => failed), "plan-closed");
    await press(await inside(page, "no longer on this device"), "Next respondent");
    const refused = await inside(page, "(plan-closed)");
    assert.equal(await refused.locator("input").count(), 0);
  }, kiosk);
});

test("a form in a kiosk has another report for everybody; elsewhere the second person is told of none", async () => {
  const joining = async (page, origin) => {
    await page.goto(`${origin}form.html`);
    await (await inside(page, "Do you smoke?")).getByLabel("Yes").check();
    await (await inside(page, "Your monthly income")).getByRole("spinbutton").fill(CANARY);
    await (await inside(page, "Were you ill")).getByLabel("More than once").check();
    await page.getByLabel("Email").fill("a@example.org");
    const posted = page.waitForRequest("**/joined.html");
    await page.getByRole("button", { name: "Join" }).click();
    const request = await posted;
    await page.waitForURL("**/joined.html");
    return JSON.parse(new URLSearchParams(request.postData()).get("report")).id;
  };
  await visited(async (page, { origin }) => {
    const [one, two] = [await joining(page, origin), await joining(page, origin)];
    assert.notEqual(one, two);
    await page.goBack();
    const frame = await inside(page, "Do you smoke?");
    assert.equal(await frame.locator(":checked").count(), 0);
    assert.equal(await page.evaluate(() => new FormData(document.forms.membership).get("report")), null);
    assert.ok(!JSON.stringify(await traces(page)).includes("perturbed"), "nothing of a report stays");
  }, kiosk);
  await visited(async (page, { origin }) => {
    await joining(page, origin);
    await page.goto(`${origin}form.html`);
    const frame = await inside(page, "Each device sends one report");
    assert.doesNotMatch(await frame.locator("main").innerText(), /answers were|left|before/i);
  });
});

test("a page that loads the plan itself is a kiosk with the storage that it is given, and refused without", async () => {
  const script = (options) => `import { loadPlan } from "candor"; import { CandorSurvey } from "candor/elements";
    const survey = new CandorSurvey();
    survey.setAttribute("mode", "kiosk");
    survey.open(async (storage) => ({ plan: await loadPlan("./plan.json", ${options}), endpoint: "./reports" }));
    document.body.append(survey);`;
  for (const [options, shown] of [
    ["{ storage }", "Several people answer on this device"],
    ["{}", "loads the plan with the storage that it is given"],
  ])
    await visited(
      async (page, { origin }) => {
        await page.goto(`${origin}opened.html`);
        await inside(page, shown);
      },
      {
        "opened.html": files["index.html"]
          .toString()
          .replace(/<meta http-equiv[^>]*>/, "")
          .replace(/<script.*<\/script>|<link rel="modulepreload"[^>]*>/g, "")
          .replace(/<candor-survey[^>]*><\/candor-survey>/, "")
          .replace(
            "</body>",
            `<script type="importmap">{"imports": {"candor": "./index.js", "candor/elements": "./elements.js"}}</script>
             <script type="module">${script(options)}</script></body>`,
          ),
        ...PACKAGE,
      },
    );
});

test("plans that are one person's are refused in a kiosk", async () => {
  for (const change of [{ wave_of: "family" }, { invitations: "plain" }]) {
    const plan = designed({ ...JSON.parse(example("elements", "survey.json")), ...change });
    await visited(
      async (page, { origin }) => {
        await inside(page, "belong to one person, not to many people on one device");
        await page.goto(`${origin}form.html`);
        await page.locator("#status", { hasText: "invalid-options" }).waitFor();
      },
      { ...kiosk, "plan.json": plan },
    );
  }
});

/** Ring: pages. The core in Firefox: the same reports from the same noise, the survey's page, the element, a design, and totals. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { Collector } from "../browser/collector.mjs";
import { CANARY, OVERHEAR, showing, spied } from "../browser/enclosed.mjs";
import { answerable, example } from "../browser/example.mjs";
import { reports } from "../browser/faults.mjs";
import { html, served } from "../browser/site.mjs";
import { traces } from "../browser/stage.mjs";
import { surveyPage, workplace } from "../browser/workplace.mjs";
import { assertKnown, loading } from "../known-answers/page.mjs";
import { designed } from "../program.mjs";
import { openFirefox, openPage } from "./firefox.mjs";

const firefox = await openFirefox();
after(() => firefox.close());
const collector = await Collector.open();
after(() => collector.close());

const packaged = (name) => readFileSync(new URL(`../../pkg/dist/${name}`, import.meta.url));

for (const [entry, mechanism] of [
  ["index.js", "WebAssembly"],
  ["js.js", "JavaScript"],
])
  test(`10,000 reports are known, and documents are refused for their defects: ${mechanism}`, async () => {
    await served(loading(entry), {}, async (address) => {
      const { page, faults, close } = await openPage(firefox, address);
      await assertKnown(page);
      assert.deepEqual(faults, []);
      await close();
    });
  });

test("the survey's page is answered, sends one report, keeps it alone, and tells nothing of it after a reload", async () => {
  const { page, faults, lines, close } = await openPage(firefox, collector.origin);
  await page.waitForSelector("form");
  for (const name of ["taxes", "drugs", "harassment", "voting"]) await page.locator(`input[name="${name}"]`).click();
  await page.locator("input[type=number]").fill(CANARY);
  await page.locator("button[type=submit]").click();
  await showing(page, "Thank you");
  const sent = await Promise.all(lines);
  assert.equal(sent.filter((line) => line.startsWith("POST")).length, 1);
  const report = JSON.parse(reports(sent)[0]);
  assert.deepEqual(Object.keys(report), ["id", "perturbed", "plan"]);
  assert.equal(await collector.reports(), 1);
  const kept = JSON.stringify(await traces(page));
  assert.ok(kept.includes(report.id));
  for (const place of [kept, page.url(), ...sent]) assert.ok(!place.includes(CANARY), place);
  await page.reload();
  await showing(page, "Nothing is asked here");
  assert.equal(await collector.reports(), 1);
  assert.deepEqual(faults, []);
  await close();
});

/** Ways through questions that depend on each other, by keyboard: what is pressed, and how many questions are shown then. */
const PATHS = [
  [[" ", "Tab", ..."20"], 2],
  [["ArrowDown", "Tab", "ArrowDown", "Tab", " ", "Tab", ..."63", "Tab", ...CANARY], 5],
  [["ArrowDown", "ArrowDown", "Tab", ..."63", "Tab", ...CANARY], 3],
];

for (const [keys, shown] of PATHS)
  test(`follow-ups are asked by keyboard, ${shown} questions in all, and the page sees the same of each`, async () => {
    const files = { ...workplace(), "index.html": spied(surveyPage()) };
    await served(files, {}, async (address, requested) => {
      const { page, faults, lines, close } = await openPage(firefox, address);
      await page.setViewport({ width: 360, height: 700 });
      const frame = await showing(page, "Were you harassed?");
      const height = () => page.evaluate(() => document.querySelector("candor-survey").getBoundingClientRect().height);
      // The frame becomes as high as its content after it has become as narrow as the page.
      await frame.waitForFunction(() => {
        const contents = [...document.body.children].map((each) => Math.ceil(each.getBoundingClientRect().height));
        return innerWidth <= 360 && contents.includes(innerHeight);
      });
      await frame.evaluate(() => document.querySelector("input").focus());
      const before = await height();
      await page.evaluate(() => heard.splice(0));
      for (const key of keys) await page.keyboard.press(key);
      const visible = await frame.evaluate(
        () =>
          [...document.querySelectorAll("fieldset")].filter((each) => getComputedStyle(each).visibility === "visible")
            .length,
      );
      assert.equal(visible, shown);
      assert.equal(await height(), before);
      assert.deepEqual(await page.evaluate(() => heard), []);
      await frame.evaluate(() => document.querySelector("button.primary").focus());
      await page.keyboard.press("Enter");
      await showing(page, "Thank you");
      assert.equal(requested.filter((line) => line.startsWith("POST")).length, 1);
      const told = [JSON.stringify(await traces(page)), await page.content(), ...(await Promise.all(lines))];
      for (const place of told) assert.ok(!place.includes(CANARY), place);
      assert.deepEqual(faults, []);
      await close();
    });
  });

test("the element is answered by keyboard, nobody who listens on the page hears it, and one report leaves", async () => {
  const files = await answerable();
  files["index.html"] = spied(files["index.html"]);
  files["overhear.js"] = OVERHEAR;
  await served(files, {}, async (address, requested) => {
    const { page, faults, lines, close } = await openPage(firefox, address);
    const frame = await showing(page, "Do you smoke?");
    // From the page into the element, which the page can see.
    await page.keyboard.press("Tab");
    await page.evaluate(() => heard.splice(0));
    // Past what is folded away to the second choice; a number; the third of the last choices; the button.
    for (const key of ["Tab", "ArrowDown", "Tab", ...CANARY, "Tab", "ArrowDown", "ArrowDown", "Tab"])
      await page.keyboard.press(key);
    const filled = await frame.evaluate(() =>
      Array.from(document.querySelectorAll("input"), ({ type, checked, value }) =>
        type === "radio" ? checked : value,
      ),
    );
    assert.deepEqual(filled, [false, true, CANARY, false, false, true, false]);
    assert.deepEqual(await page.evaluate(() => heard), []);
    for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
    await showing(page, "Thank you");
    assert.deepEqual(
      requested.filter((line) => line.startsWith("POST")),
      ["POST /reports"],
    );
    const told = await page.evaluate(() => [JSON.stringify(heard), document.documentElement.outerHTML]);
    for (const place of [...told, ...(await Promise.all(lines)), JSON.stringify(await traces(page))])
      assert.ok(!place.includes(CANARY), place);
    assert.deepEqual(faults, []);
    await close();
  });
});

test("a survey is designed in the page, and the totals are read", async () => {
  const survey = JSON.parse(example("elements", "survey.json"));
  const script = `
    import { design } from "./design.js";
    document.title = JSON.stringify((await design(${JSON.stringify(survey)})).plan.fingerprint);`;
  const files = {
    "index.html": html(script),
    "design.js": packaged("design.js"),
    "index.js": packaged("index.js"),
  };
  await served(files, {}, async (address) => {
    const { page, faults, close } = await openPage(firefox, address);
    await page.waitForFunction(() => document.title.startsWith('"'));
    assert.equal(JSON.parse(await page.title()), JSON.parse(designed(survey)).fingerprint);
    assert.deepEqual(faults, []);
    await close();
  });
  await collector.fill(200);
  const { page, faults, close } = await openPage(firefox, `${collector.origin}/read.html`);
  await page.locator("::-p-aria(Read the totals)").click();
  await showing(page, `${await collector.reports()} reports`);
  await page.waitForSelector(".ruled figure svg");
  assert.deepEqual(faults, []);
  await close();
});

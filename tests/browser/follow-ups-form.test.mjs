/** Ring: pages. A bound form with questions that are asked only after some answers. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { CANARY } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { faults, openBrowser, traces } from "./stage.mjs";
import { dist, SURVEY } from "./workplace.mjs";

const radios = (name, ...labels) =>
  labels.map((label, i) => `<label><input type="radio" name="${name}" value="c${i}">${label}</label>`).join("");
const asking = (name, legend, content) =>
  `<fieldset data-question="${name}"><legend>${legend}</legend>${content}</fieldset>`;

/** Follow-ups are a group, a list and a number. */
const FORM = [
  asking("harassed", "Harassed?", radios("harassed", "No", "Yes", "Rather not say")),
  asking("by", "By whom?", radios("by", "A colleague", "A superior", "A customer", "Somebody else")),
  `<p data-question="reported"><label>Reported? <select name="reported"><option value="">–</option><option value="c0">To nobody</option><option value="c1">At work</option><option value="c2">Elsewhere</option></select></label></p>`,
  `<p><label>Age <input name="age" inputmode="decimal"></label></p>`,
  `<p data-question="pension"><label>Pension <input name="pension" inputmode="decimal"></label></p>`,
].join("");

const files = {
  "index.html": `<!doctype html><html lang="en"><head><title>Work</title><link rel="icon" href="data:,"><script type="module" src="page.js"></script></head><body><main><h1>Work</h1><form id="own"><fieldset disabled><legend>In confidence</legend>${FORM}</fieldset><button>Send</button></form><p id="status" role="status"></p></main></body></html>`,
  "page.js": `
    import { loadPlan } from "./index.js";
    import { bind } from "./form.js";
    const status = document.querySelector("#status");
    const form = document.forms.own;
    for (const type of ["candor-ready", "candor-received"]) form.addEventListener(type, () => { status.textContent = type; });
    form.addEventListener("candor-failed", ({ detail }) => { status.textContent = detail.code + " " + detail.attribute; });
    bind(form, loadPlan("./plan.json"), { endpoint: "./reports" });`,
  "plan.json": designed(SURVEY),
  reports: JSON.stringify({ accepted: 1, repeated: 0 }),
  ...Object.fromEntries(["form.js", "index.js"].map((name) => [name, dist(name)])),
};
const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);

const ready = (page) => page.getByText("candor-ready").waitFor();
const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-question]")]
      .filter((part) => part.checkVisibility())
      .map((part) => part.dataset.question)
      .join(),
  );
const send = (page) => page.getByRole("button", { name: "Send" }).click();

async function assertSent(page, sent) {
  await page.getByText("candor-received").waitFor();
  const posts = sent.filter((line) => line.includes("/reports"));
  assert.equal(posts.length, 1);
  assert.equal(JSON.parse(posts[0].replace(/^.*\/reports/, "")).plan, JSON.parse(files["plan.json"]).fingerprint);
  const places = [...sent, JSON.stringify(await traces(page)), await page.content()];
  for (const place of places) assert.ok(!place.includes(CANARY), place.slice(0, 500));
  assert.deepEqual(faults(page), []);
}

test("a bound form shows the follow-ups that apply, and no others are sent", async () => {
  await visited(async (page, { sent }) => {
    await ready(page);
    assert.equal(await shown(page), "harassed");
    await page.getByLabel("Yes").check();
    assert.equal(await shown(page), "harassed,by");
    await page.getByLabel("A superior").check();
    assert.equal(await shown(page), "harassed,by,reported");
    assert.deepEqual(await violations(page), []);
    await page.getByLabel("Reported?").selectOption("At work");
    await page.getByLabel("Age").fill("63");
    assert.equal(await shown(page), "harassed,by,reported,pension");
    await page.getByLabel("Pension").fill(CANARY);
    await send(page);
    await assertSent(page, sent);
    assert.equal(await shown(page), "harassed", "the form is empty");
  });
});

test("a follow-up that no longer applies is emptied, also where the page fills it in itself", async () => {
  await visited(async (page, { sent }) => {
    await ready(page);
    await page.getByLabel("Yes").check();
    await page.getByLabel("A superior").check();
    await page.getByLabel("Reported?").selectOption("At work");
    await page.getByLabel("Age").fill("63");
    await page.getByLabel("Pension").fill(CANARY);
    await page.getByLabel("Age").fill("6");
    await page.getByLabel("Rather not say").check();
    assert.equal(await shown(page), "harassed");
    const left = await page.evaluate(() => {
      const { by, reported, pension } = document.forms.own.elements;
      return [by.value, reported.value, pension.value, pension.disabled];
    });
    assert.deepEqual(left, ["", "", "", true]);
    await page.getByLabel("Age").fill("20");
    await page.evaluate((canary) => {
      document.forms.own.elements.pension.value = canary;
    }, CANARY);
    await send(page);
    await assertSent(page, sent);
  });
});

test("a follow-up that applies has to be answered, and its field is marked until it is", async () => {
  await visited(async (page, { asked, sent }) => {
    await ready(page);
    await page.getByLabel("No", { exact: true }).check();
    await page.getByLabel("Age").fill("50");
    await send(page);
    await page.getByText("invalid-follow-up pension").waitFor();
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await page.locator("[name=pension][aria-invalid]").waitFor();
    await page.getByLabel("Age").fill("5O");
    await page.getByLabel("Age").fill("50");
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
    await page.getByLabel("Pension").fill(CANARY);
    await send(page);
    await assertSent(page, sent);
  });
});

test("a form that offers not being asked as an answer stays closed", async () => {
  const offering = files["index.html"].replace(
    '<option value="c2">',
    '<option value="not asked">Not asked</option><option value="c2">',
  );
  await visited(
    async (page) => {
      await page.getByText("form-mismatch reported").waitFor();
    },
    { "index.html": offering },
  );
});

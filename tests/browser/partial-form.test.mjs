/** Ring: pages. Surveys that people may stop midway, in forms of the page's own: `<candor-form>`, bound forms and React. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { audited, inside } from "./enclosed.mjs";
import { built, visiting } from "./example.mjs";
import { faults, openBrowser } from "./stage.mjs";
import { dist, pageOf, workplace } from "./workplace.mjs";

const SURVEY = {
  survey: "midway",
  title: "At work",
  partial: true,
  attributes: [
    { name: "harassed", question: "Were you harassed?", categories: ["no", "yes"] },
    { name: "by", question: "By whom?", asked_if: { harassed: ["yes"] }, categories: ["x", "y"] },
    { name: "how", question: "How do you come?", choose: "any", categories: ["bus", "bike"] },
    { name: "first", question: "What first?", rank: ["pay", "hours", "safety"], places: 2 },
    { name: "age", question: "Your age", bins: [16, 30, null], optional: true },
    { name: "town", question: "Your town", categories: ["small", "large"] },
  ],
  // Answers leave as they were given, but for one time in 10^30.
  privacy: { record_epsilon: 640, method: "independent" },
};
const plan = designed(SURVEY);
const { attributes } = JSON.parse(plan);

/** The answers in a report. */
const told = (report) => report.perturbed.map((place, i) => attributes[i].categories[place]).join();

/** The answers in the one report that was sent to a collector. */
function arrived(sent) {
  const [post, ...others] = sent.filter((line) => line.includes("/reports"));
  assert.equal(others.length, 0);
  return told(JSON.parse(post.slice(post.indexOf("{"))));
}

const NAMES = ["harassed", "how", "first", "age", "town"];
const asking = (more = "") =>
  pageOf(
    `<form id="own"><label>Email <input name="email" required></label><candor-form name="report" plan="./plan.json" max-record-epsilon="641" lang="en" ${more}>${NAMES.map(
      (name) => `<candor-question name="${name}"></candor-question>`,
    ).join("")}</candor-form><button>Join</button><button name="other">Other</button></form>`,
  );
/** What the page's form hears of submissions, and holds then. */
const HEARING = `
  globalThis.heard = [];
  document.forms.own.addEventListener("submit", (event) => {
    event.preventDefault();
    heard.push([event.submitter?.textContent, ...new FormData(event.target).values()]);
  });`;
const files = { ...workplace(), "plan.json": plan };
files["page.js"] += HEARING;

const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, files);
const stop = (frame) => frame.getByRole("button", { name: "Stop here and send", exact: true });
const join = (page) => page.getByRole("button", { name: "Join" }).click();
const held = (page) => page.evaluate(() => heard);

test("a <candor-form> says first that people may stop, and its last question has the button", async () => {
  await visited(
    async (page) => {
      const [first, last] = [await inside(page, "Were you harassed?"), await inside(page, "Your town")];
      const text = await first.evaluate(() => document.body.innerText);
      assert.ok(text.indexOf("You can stop at any time") < text.indexOf("Were you harassed?"), text);
      const buttons = await Promise.all(
        page
          .frames()
          .slice(1)
          .map((frame) => stop(frame).count()),
      );
      assert.equal(
        buttons.reduce((sum, count) => sum + count),
        1,
      );
      assert.deepEqual(await audited(last), []);
      await page.getByLabel("Email").fill("e@example.org");
      await first.getByRole("radio", { name: "yes", exact: true }).check();
      await join(page);
      await first.getByText("Please choose one.").waitFor();
      assert.deepEqual(await held(page), [], "nobody stops who does not say so");
      await (await inside(page, "What first?")).getByRole("checkbox", { name: "pay" }).check();
      await stop(last).focus();
      await page.keyboard.press("Enter");
      await inside(page, "Only the report is left");
      const [[submitter, email, report], ...others] = await held(page);
      assert.deepEqual([submitter, email, others], ["Join", "e@example.org", []]);
      const left = `not reached,not reached,not reached,not reached,not reached`;
      assert.equal(told(JSON.parse(report)), `yes,not reached,no,no,${left}`);
      assert.deepEqual(faults(page), []);
    },
    { "index.html": asking() },
  );
});

test("what the page's form lacks is asked for after somebody stopped, and an answer that is changed takes that back", async () => {
  await visited(
    async (page) => {
      const [first, last] = [await inside(page, "Were you harassed?"), await inside(page, "Your town")];
      await first.getByRole("radio", { name: "no", exact: true }).check();
      await stop(last).click();
      assert.ok(await page.evaluate(() => document.activeElement.name === "email"), "the browser asks for it");
      assert.deepEqual(await held(page), []);
      await page.getByLabel("Email").fill("e@example.org");
      await first.getByRole("radio", { name: "yes", exact: true }).check();
      await join(page);
      await first.getByText("Please choose one.").waitFor();
      assert.deepEqual(await held(page), []);
      await page.getByLabel("Email").fill("");
      await stop(last).click();
      await page.getByLabel("Email").fill("f@example.org");
      await join(page);
      await inside(page, "Only the report is left");
      const [[, email, report]] = await held(page);
      assert.equal(email, "f@example.org");
      assert.equal(told(JSON.parse(report)), `yes,${"not reached,".repeat(8)}`.slice(0, -1));
    },
    { "index.html": asking('mode="kiosk"') },
  );
});

test("plain columns are asked of whoever stops in a <candor-form>, and there is no button where nobody may stop", async () => {
  const plain = [{ name: "region", question: "Which region?", categories: ["north", "south"] }];
  const page_ = asking().replace("</candor-form>", '<candor-question name="region"></candor-question></candor-form>');
  await visited(
    async (page) => {
      await page.getByLabel("Email").fill("e@example.org");
      const region = await inside(page, "Which region?");
      await stop(region).click();
      await region.getByText("Please choose one.").waitFor();
      assert.deepEqual(await held(page), []);
      await region.getByRole("radio", { name: "south" }).check();
      await stop(region).click();
      await inside(page, "Only the report is left");
      const report = JSON.parse((await held(page))[0][2]);
      assert.deepEqual(report.plain, [1]);
      assert.equal(told(report), `not reached,not asked,${"not reached,".repeat(7)}`.slice(0, -1));
    },
    { "index.html": page_, "plan.json": designed({ ...SURVEY, plain }) },
  );
  await visited(
    async (page) => {
      const last = await inside(page, "Your town");
      assert.equal(await stop(last).count(), 0);
    },
    { "index.html": asking(), "plan.json": designed({ ...SURVEY, survey: "whole", partial: false }) },
  );
});

const BOUND = `
  import { loadPlan } from "./index.js";
  import { bind } from "./form.js";
  const status = document.querySelector("#status");
  const form = document.forms.own;
  for (const type of ["candor-ready", "candor-received"]) form.addEventListener(type, () => { status.textContent = type; });
  form.addEventListener("candor-failed", ({ detail }) => { status.textContent = detail.code + " " + detail.attribute; });
  bind(form, loadPlan("./plan.json", { maxRecordEpsilon: 641 }), { endpoint: "./reports" });`;
const radios = (name, ...values) =>
  values.map((value) => `<label><input type="radio" name="${name}" value="${value}">${name} ${value}</label>`).join("");
const selects = Array.from(
  { length: 2 },
  (_, place) =>
    `<label>Place ${place} <select name="first"><option value=""></option><option>pay</option><option>hours</option><option>safety</option></select></label>`,
).join("");
const boxes = ["bus", "bike"]
  .map((value) => `<label><input type="checkbox" name="how" value="${value}">${value}</label>`)
  .join("");
const FIELDS = `${radios("harassed", "no", "yes")}${radios("by", "x", "y")}${boxes}${selects}<label>Age <input name="age"></label>${radios("town", "small", "large")}`;
const bound = pageOf(
  `<form id="own"><fieldset disabled><legend>In confidence</legend>${FIELDS}</fieldset><button>Send</button><button formnovalidate data-stop>Stop here</button></form><p id="status"></p>`,
);
const boundFiles = { "index.html": bound, "page.js": BOUND, "form.js": dist("form.js") };

test("a bound form is left midway by a button that says so: what is not whole is refused, and what comes later was not reached", async () => {
  await visited(async (page, { sent }) => {
    await page.getByText("candor-ready").waitFor();
    const pressed = () => page.getByRole("button", { name: "Stop here" }).click();
    await page.getByLabel("harassed yes").check();
    await page.getByLabel("Place 0").selectOption("hours");
    await pressed();
    await page.getByText("invalid-choices first").waitFor();
    await page.getByLabel("Place 1").selectOption("pay");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("invalid-follow-up by").waitFor();
    await pressed();
    await page.getByText("candor-received").waitFor();
    assert.equal(arrived(sent), "yes,not reached,no,no,2,1,not ranked,not reached,not reached");
    assert.deepEqual(faults(page), []);
  }, boundFiles);
});

test("an optional question before the last answer of a bound form was reached, and has no answer", async () => {
  await visited(async (page, { sent }) => {
    await page.getByText("candor-ready").waitFor();
    await page.getByLabel("town large").check();
    await page.getByRole("button", { name: "Stop here" }).click();
    await page.getByText("candor-received").waitFor();
    const left = "not reached,not reached,not reached";
    assert.equal(arrived(sent), `not reached,not asked,no,no,${left},no answer,large`);
  }, boundFiles);
});

const REACT = `
  import { answersOf, applicable, reached, usePlan, useReport } from "candor/react";
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  function Survey() {
    const { plan, questions } = usePlan("./plan.json", { maxRecordEpsilon: 641 });
    const { fields, send, stage } = useReport(plan, { endpoint: "./reports", forget: () => {} });
    const values = { harassed: "yes", how: ["bike"], town: "" };
    const asked = () => applicable(plan, questions, values);
    const failed = (error) => { document.title = error.code; };
    return createElement("form", fields,
      createElement("p", {}, plan ? stage : "none"),
      createElement("button", { type: "button", onClick: () => send(answersOf(asked(), values)).catch(failed) }, "Send"),
      createElement("button", { type: "button", onClick: () => send(reached(asked(), values), { stoped: true }).catch(failed) }, "Misspelt"),
      createElement("button", { type: "button", onClick: () => send(reached(asked(), values), { stopped: true }).catch(failed) }, "Stop"));
  }
  createRoot(document.querySelector("#root")).render(createElement(Survey));`;

test("in React a submission says whether the person stopped", async () => {
  const index = `<!doctype html><title>x</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="./page.js"></script>`;
  const pages = await built("react", { "index.html": index, "page.js": REACT });
  await visited(
    async (page, { sent }) => {
      await page.getByText("open", { exact: true }).waitFor();
      for (const [button, code] of [
        ["Send", "invalid-follow-up"],
        ["Misspelt", "invalid-options"],
      ]) {
        await page.getByRole("button", { name: button }).click();
        await page.waitForFunction((title) => document.title === title, code);
      }
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText("received", { exact: true }).waitFor();
      assert.equal(arrived(sent), `yes,not reached,no,yes,${"not reached,".repeat(5)}`.slice(0, -1));
      assert.deepEqual(faults(page), []);
    },
    { ...pages, "plan.json": plan },
  );
});

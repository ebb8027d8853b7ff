/** Ring: pages. The example of `candor/jspsych`. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { EXAMPLES, siteOf } from "./adapters.mjs";
import { built, example } from "./example.mjs";
import { served } from "./site.mjs";
import { openBrowser, openPage } from "./stage.mjs";

const { survey } = EXAMPLES.jspsych;
const files = await siteOf(EXAMPLES.jspsych);
const browser = await openBrowser();
after(() => browser.close());

test("of a plan that asks what is drawn, other trials are not shown", async () => {
  const more = ["a", "b", "c", "d"].map((name) => ({ name, question: name, categories: ["no", "yes"] }));
  const buttons = survey.attributes.filter(({ choose, rows }) => !choose && !rows);
  const drawn = { ...survey, survey: "drawn", attributes: [...buttons, ...more], ask: "drawn" };
  await served({ ...files, "plan.json": designed(drawn) }, {}, async (origin, asked) => {
    const page = await openPage(browser);
    let trials = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/trials")) trials = JSON.parse(request.postData());
    });
    await page.goto(origin);
    // At most six trials, each answered by one press, and then the thanks.
    const [button, thanks] = [page.getByRole("button"), page.getByText("Thank you")];
    for (let pressed = 0; pressed < 7; pressed += 1) {
      await button.or(thanks).first().waitFor();
      if (await thanks.isVisible()) break;
      const trial = await page.locator("main").innerHTML();
      await button.first().click();
      await page.waitForFunction((before) => document.querySelector("main").innerHTML !== before, trial);
    }
    assert.ok(trials.length > 1 && trials.length < 7, `${trials.length} trials`);
    assert.equal(asked.filter((line) => line === "POST /reports").length, 1);
    await page.close();
  });
});

test("an experiment whose plan is refused does not begin", async () => {
  const plan = designed({ ...survey, privacy: { record_epsilon: 5 } });
  await served({ ...files, "plan.json": plan }, {}, async (origin, asked) => {
    const page = await openPage(browser);
    const failed = page.waitForEvent("pageerror");
    await page.goto(origin);
    assert.match(String(await failed), /record ε is [45]/);
    assert.equal(await page.getByRole("button").count(), 0);
    assert.ok(asked.every((line) => !line.startsWith("POST")));
    await page.close();
  });
});

test("boxes keep to their rule and rows need an answer each, and what was ticked before the last shows nowhere", async () => {
  await served(files, {}, async (origin, asked) => {
    const page = await openPage(browser);
    const sent = [];
    page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
    await page.goto(origin);
    for (const question of ["Which colour is this?", "Do you smoke?"]) {
      await page.getByText(question).waitFor();
      await page.locator("[data-choice='0']").click();
    }
    const go = page.locator(".jspsych-btn");
    const said = () => page.$$eval("input", (all) => all.map((each) => each.validationMessage).join(""));
    const box = (value) => page.locator(`label:has([value^="${value}"])`);
    const rule = "Tick from 1 to 2 of these, or one that excludes the others.";
    await page.getByText("Did you ever …").waitFor();
    await go.click();
    assert.equal(await said(), rule);
    await box("copy").click();
    await box("none").click();
    await go.click();
    assert.equal(await said(), rule, "whichever part of it is broken");
    await box("copy").click();
    assert.equal(await said(), "");
    await go.click();
    await page.getByText("I am heard").waitFor();
    await page.locator("[data-name=safe] [value='1']").click();
    await go.click();
    assert.notEqual(await said(), "");
    await page.locator("[data-name=heard] [value='1']").click();
    await go.click();
    await page.locator("[data-choice='1']").click();
    await page.getByText("Thank you").waitFor();
    const trials = sent.find((line) => line.includes("/trials"));
    assert.doesNotMatch(trials, /homework|none of these|copied|safe|heard/);
    assert.equal(asked.filter((line) => line === "POST /reports").length, 1);
    await page.close();
  });
});

test("trials and their buttons are in the order of this device, and each button stands for what it says", async () => {
  const random = (name) => ({ name, question: name, order: "random", categories: [..."abcdefgh"] });
  const attributes = [random("one"), random("two"), random("three"), random("four")];
  const sections = [{ before: "one", order: "random" }];
  // Hardly anything is changed at random.
  const privacy = { record_epsilon: 400, method: "independent" };
  const page_ = example("jspsych", "page.js").replace("maxRecordEpsilon: 4", "maxRecordEpsilon: 401");
  const own = await built("jspsych", { "page.js": page_ });
  const plan = designed({ survey: "presented", attributes, sections, privacy });
  await served({ ...files, ...own, "plan.json": plan }, {}, async (origin) => {
    const orders = [];
    for (let device = 0; device < 2; device += 1) {
      const page = await openPage(browser);
      const sent = [];
      page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
      await page.goto(origin);
      await page.getByText("Which colour is this?").waitFor();
      await page.locator("[data-choice='0']").click();
      const asked = [];
      for (const letter of "cfah") {
        const button = page.getByRole("button", { name: letter, exact: true });
        await button.waitFor();
        const name = await page.locator("#jspsych-html-button-response-stimulus").innerText();
        asked.push([name, ...(await page.getByRole("button").allInnerTexts())]);
        await button.click();
        await page.waitForFunction((before) => !document.body.innerText.includes(before), name);
      }
      await page.getByText("Thank you").waitFor();
      const post = sent.find((line) => line.includes("/reports"));
      const { perturbed } = JSON.parse(post.slice(post.indexOf("{")));
      const given = attributes.map(({ name }) => "cfah"[asked.findIndex(([each]) => each === name)]);
      assert.deepEqual(
        perturbed.map((place) => "abcdefgh"[place]),
        given,
      );
      for (const [, ...labels] of asked) assert.deepEqual(labels.toSorted(), [..."abcdefgh"]);
      orders.push(asked.join());
      await page.context().close();
    }
    // They are the same with a chance of 1 in 8!⁴ · 4!.
    assert.notEqual(orders[0], orders[1]);
  });
});

/** Ring: pages. Surveys that people may stop midway: one report, in which the rest is not reached, and none where a page is just left. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { designed } from "../program.mjs";
import { audited, inside } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { faults, openBrowser, picture, traces } from "./stage.mjs";
import { surveyPage, workplace } from "./workplace.mjs";

const SURVEY = {
  survey: "midway",
  title: "At work",
  partial: true,
  attributes: [
    { name: "harassed", question: "Were you harassed?", categories: ["no", "yes"] },
    { name: "by", question: "By whom?", asked_if: { harassed: ["yes"] }, categories: ["x", "y"] },
    { name: "how", question: "How do you come?", choose: "any", categories: ["bus", "bike"] },
    { name: "first", question: "What first?", rank: ["pay", "hours", "safety"], places: 2 },
    { name: "age", question: "Your age", bins: [16, 30, null] },
  ],
  // Answers leave as they were given, but for one time in 10^30.
  privacy: { record_epsilon: 640, method: "independent" },
};
const plan = designed(SURVEY);
const { attributes } = JSON.parse(plan);
const page_ = (more = "") =>
  surveyPage(`lang="en" ${more}`).replace('max-record-epsilon="4"', 'max-record-epsilon="641"');

const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, { ...workplace(), "plan.json": plan });

const stop = (frame) => frame.getByRole("button", { name: "Stop here and send", exact: true });
const next = (frame) => frame.getByRole("button", { name: "Next", exact: true });
const posts = (sent) => sent.filter((line) => line.includes("/reports"));

/** The answers in the one report that was sent. */
function told(sent) {
  const [post, ...others] = posts(sent);
  assert.equal(others.length, 0);
  const { perturbed } = JSON.parse(post.slice(post.indexOf("{")));
  return perturbed.map((place, i) => attributes[i].categories[place]).join();
}

test("all at once: what nobody touched after the last answer is not reached, and a page that is left sends nothing", async () => {
  await visited(
    async (page, { sent }) => {
      await page.setViewportSize({ width: 360, height: 700 });
      const left = await inside(page, "Were you harassed?");
      await left.getByRole("radio", { name: "yes", exact: true }).check();
      await page.reload();
      const frame = await inside(page, "Were you harassed?");
      assert.deepEqual(posts(sent), []);
      const text = await frame.evaluate(() => document.body.innerText);
      const rule = text.indexOf("You can stop at any time with “Stop here and send”.");
      assert.ok(rule > 0 && rule < text.indexOf("Were you harassed?"), text);
      assert.ok(text.includes("If you just leave the page, nothing is sent."));
      assert.ok((await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      assert.deepEqual(await audited(frame), []);
      await picture(page, "partial");
      await frame.getByRole("radio", { name: "yes", exact: true }).check();
      await frame.getByRole("radio", { name: "y", exact: true }).check();
      await stop(frame).focus();
      await page.keyboard.press("Enter");
      await inside(page, "Thank you");
      assert.equal(told(sent), `yes,y,${"not reached,".repeat(6)}`.slice(0, -1));
      assert.deepEqual(faults(page), []);
    },
    { "index.html": page_() },
  );
});

test("all at once: boxes before the last answer were seen, and what is not whole is left out", async () => {
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      await frame.getByRole("radio", { name: "no", exact: true }).check();
      await frame.getByRole("checkbox", { name: "pay" }).check();
      await stop(frame).click();
      await inside(page, "Thank you");
      assert.equal(told(sent), "no,not asked,no,no,not reached,not reached,not reached,not reached");
    },
    { "index.html": page_() },
  );
});

test("one at a time: what was left by going on was reached; consent and plain columns are needed, and no trace says that somebody stopped", async () => {
  const agreed = designed({
    ...SURVEY,
    texts: { consent: "I take part" },
    plain: [{ name: "region", question: "Which region?", categories: ["north", "south"] }],
  });
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      await frame.getByRole("radio", { name: "no", exact: true }).check();
      await next(frame).click();
      await frame.getByRole("group", { name: "How do you come?" }).waitFor();
      await next(frame).click();
      await frame.getByRole("group", { name: "What first?" }).waitFor();
      await stop(frame).focus();
      await page.keyboard.press("Space");
      const region = frame.getByRole("radio", { name: "south" });
      await region.waitFor();
      assert.deepEqual(await audited(frame), []);
      assert.deepEqual(posts(sent), []);
      await region.check();
      await stop(frame).click();
      const consent = frame.getByRole("checkbox", { name: "I take part" });
      await frame.getByText("Please agree by ticking this box").waitFor();
      assert.ok(await consent.evaluate((box) => box === document.activeElement), "the focus goes to the box");
      assert.deepEqual(posts(sent), []);
      await consent.check();
      await stop(frame).click();
      await inside(page, "Thank you");
      assert.equal(told(sent), "no,not asked,no,no,not reached,not reached,not reached,not reached");
      assert.ok(!/stop|reached/i.test(JSON.stringify([sent, await traces(page)])));
      assert.deepEqual(faults(page), []);
    },
    { "index.html": page_('pace="one"'), "plan.json": agreed },
  );
});

test("one at a time: consent is asked for wherever somebody stops", async () => {
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      const consent = frame.getByRole("checkbox", { name: "I take part" });
      assert.equal(await consent.isVisible(), false);
      await stop(frame).click();
      assert.ok(await consent.evaluate((box) => box === document.activeElement), "the focus goes to the box");
      await consent.check();
      await stop(frame).click();
      await inside(page, "Thank you");
      assert.equal(told(sent), `not reached,not asked,${"not reached,".repeat(6)}`.slice(0, -1));
    },
    { "index.html": page_('pace="one"'), "plan.json": designed({ ...SURVEY, texts: { consent: "I take part" } }) },
  );
});

test("on a device of many people somebody stops, and the next finds an empty form", async () => {
  await visited(
    async (page, { sent }) => {
      const frame = await inside(page, "Were you harassed?");
      await frame.getByRole("radio", { name: "no", exact: true }).check();
      await stop(frame).click();
      const thanks = await inside(page, "Thank you");
      await thanks.getByRole("button", { name: "Next respondent" }).click();
      const other = await inside(page, "Were you harassed?");
      assert.equal(await other.getByRole("radio", { checked: true }).count(), 0);
      assert.equal(told(sent), `no,not asked,${"not reached,".repeat(6)}`.slice(0, -1));
    },
    { "index.html": page_('mode="kiosk"') },
  );
});

/** Ring: pages. Until when reports are kept, and taking one back: chosen when publishing, said and done on the respondent's page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { served } from "./site.mjs";
import { faults, openPage, picture } from "./stage.mjs";
import { designedInPage, downloaded, openStudioStage, step, writeChoices } from "./studio.mjs";

const stage = await openStudioStage();
const { browser, collector } = stage;

const WITHDRAWN = "If this device sent a report, it is deleted.";

/** Publishes a survey whose reports are kept until a day and can be taken back; returns the studio, the address and the fingerprint. */
async function published(title) {
  const page = await stage.openStudio();
  await page.getByRole("textbox", { name: "Title of the survey" }).fill(title);
  await writeChoices(page, "Is your work safe?", ["No", "Yes"], { first: true });
  await step(page, "Choose");
  await designedInPage(page);
  await step(page, "Publish");
  const { text } = await downloaded(page, page.getByRole("button", { name: "Download the plan" }));
  const { fingerprint } = JSON.parse(text);
  await page.getByLabel("Until when reports are kept").first().fill("9999-12-31");
  await page.getByRole("checkbox", { name: "People can take their report back" }).check();
  await page.getByLabel("Author’s token").fill(stage.token);
  await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  const link = await page.locator(".published a").first().getAttribute("href");
  assert.equal(new URL(link).hash, `#${fingerprint}&withdraw=yes`, "the collector says the day");
  return { page, link, fingerprint };
}

async function send(page) {
  const frame = await inside(page, "Change at random and send");
  await frame.getByRole("radio").last().check();
  await frame.getByRole("button", { name: "Change at random and send" }).click();
}

async function takeBack(page) {
  if ((await page.locator("#withdrawal details[open]").count()) === 0)
    await page.locator("#withdrawal summary").click();
  await page.getByRole("button", { name: "Take my report back" }).click();
}

const listed = async (fingerprint) =>
  (await collector.json("/surveys")).find((each) => each.fingerprint === fingerprint);

test("the collector learns the day, and takes an earlier one, but no later one; the survey's page says the collector's", async () => {
  const { page, link, fingerprint } = await published("Kept survey");
  assert.equal((await listed(fingerprint)).kept, "9999-12-31");
  const publishAgain = async (day) => {
    await page.getByLabel("Until when reports are kept").first().fill(day);
    await page.getByLabel("Author’s token").fill(stage.token);
    await page.getByRole("button", { name: "Publish", exact: true }).last().click();
  };
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await publishAgain("9999-11-30");
  assert.equal((await answered).status(), 200);
  assert.equal((await listed(fingerprint)).kept, "9999-11-30");
  for (const address of [link, `${link}&kept=2031-01-01`]) {
    const visitor = await openPage(browser, { locale: "en-GB" });
    await visitor.goto(address);
    await inside(visitor, "Reports are kept until November 30, 9999.");
  }
  await publishAgain("9999-12-01");
  await page.getByRole("alert").getByText("the reports are kept until 9999-11-30").waitFor();
  await publishAgain("2020-02-29");
  await page.getByRole("alert").getByText("2020-02-29: that day is over").waitFor();
  assert.equal((await listed(fingerprint)).kept, "9999-11-30");
  await step(page, "Run");
  const card = page.getByRole("article", { name: "Kept survey" });
  await card.getByText(/Reports are deleted after .*9999/).waitFor();
  assert.deepEqual(faults(page), []);
});

test("the page says until when reports are kept, in the reader's language, and a device takes its report back", async () => {
  const { page, link, fingerprint } = await published("Safety survey");
  const visitor = await openPage(browser, { locale: "en-GB", viewport: { width: 360, height: 740 } });
  await visitor.goto(link);
  await inside(visitor, "Reports are kept until December 31, 9999.");
  await picture(visitor, "terms");
  await send(visitor);
  await inside(visitor, "Your report has arrived");
  // Totals change with the next report that comes.
  const other = await openPage(browser, { locale: "de-DE" });
  await other.goto(link);
  await inside(other, "Die Berichte werden bis zum 31. Dezember 9999 aufbewahrt.");
  const deleted = visitor.waitForResponse((response) => response.request().method() === "DELETE");
  await takeBack(visitor);
  assert.equal((await deleted).status(), 204);
  await visitor.getByText(WITHDRAWN).waitFor();
  assert.deepEqual(await violations(visitor), []);
  const again = visitor.waitForResponse((response) => response.request().method() === "DELETE");
  await takeBack(visitor);
  assert.equal((await again).status(), 404, "it is there no more");
  await visitor.getByText(WITHDRAWN).waitFor();
  assert.equal((await listed(fingerprint)).reports, 1, "released totals stay");
  assert.deepEqual([...faults(page), ...faults(visitor), ...faults(other)], []);
});

test("who comes to a device later learns nothing: the part is there, and says the same where nothing was sent", async () => {
  const { link } = await published("Second safety survey");
  const visitor = await openPage(browser, { locale: "en-GB" });
  await visitor.goto(link);
  await inside(visitor, "Change at random and send");
  const before = await visitor.locator("#withdrawal").innerHTML();
  await takeBack(visitor);
  await visitor.getByText(WITHDRAWN).waitFor();
  await visitor.reload();
  await send(visitor);
  await inside(visitor, "Your report has arrived");
  await visitor.reload();
  await inside(visitor, "Nothing is asked here");
  assert.equal(await visitor.locator("#withdrawal").innerHTML(), before);
  await takeBack(visitor);
  await visitor.getByText(WITHDRAWN).waitFor();
});

test("without a network it says that it failed, and what waits is not said to be deleted", async () => {
  const { link } = await published("Third safety survey");
  const visitor = await openPage(browser, { locale: "en-GB" });
  await visitor.goto(link);
  await inside(visitor, "Change at random and send");
  await visitor.route("**/reports", (route) => route.abort());
  await send(visitor);
  await inside(visitor, "Not received yet");
  await takeBack(visitor);
  await visitor.getByText("That did not work. Please try again later.").waitFor();
});

test("a page of its own says the same; on a device of many people nothing can be taken back", async () => {
  const { page, link } = await published("Fourth safety survey");
  await page.getByLabel("Address of the collector").last().fill(collector.origin);
  await page.getByRole("button", { name: "Make the page" }).click();
  const made = await downloaded(page, page.getByRole("button", { name: "Download the page" }));
  await served({ "index.html": made.text }, {}, async (address) => {
    const own = await openPage(browser, { locale: "en-GB" });
    await own.goto(address);
    await inside(own, "Reports are kept until December 31, 9999.");
    await send(own);
    await inside(own, "Your report has arrived");
    const deleted = own.waitForResponse((response) => response.request().method() === "DELETE");
    await takeBack(own);
    assert.equal((await deleted).status(), 204);
    assert.deepEqual(faults(own), []);
  });
  const kiosk = await openPage(browser, { locale: "en-GB" });
  await kiosk.goto(`${link}&mode=kiosk`);
  await inside(kiosk, "Reports are kept until December 31, 9999.");
  assert.equal(await kiosk.locator("#withdrawal details").count(), 0);
  const label = await downloaded(page, page.getByRole("button", { name: "Download as JSON" }));
  assert.match(label.text, /9999-12-31/);
});

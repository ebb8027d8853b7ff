/** Ring: pages. Forty questions in two languages on a published survey's page, by keyboard alone and 360 pixels wide, along three paths. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { Collector } from "./collector.mjs";
import { inside, showing } from "./enclosed.mjs";
import {
  answerByKeyboard,
  askedWith,
  assertNowhere,
  assertSound,
  FORTY,
  firstIn,
  PATHS,
  shownIn,
  thanksIn,
} from "./forty.mjs";
import { faults, openBrowser, openPage, picture } from "./stage.mjs";

const collector = await Collector.open({ survey: FORTY });
after(() => collector.close());
const browser = await openBrowser();
after(() => browser.close());
const address = `${collector.origin}/answer.html#${(await collector.plan()).fingerprint}`;

/** Opens the survey in a language, and what the page sends and prints. */
async function opened(language) {
  const page = await openPage(browser, { locale: language, viewport: { width: 360, height: 740 } });
  const told = [];
  page.on("console", (message) => told.push(message.text()));
  page.on("request", (request) => told.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
  await page.goto(address);
  return { page, told, frame: await inside(page, firstIn(language)) };
}

// Every path in one language; nightly in both.
for (const [place, [path, way]] of Object.entries(PATHS).entries())
  for (const language of every(["en", "de"], [place === 0 ? "de" : "en"]))
    test(`${path}, in ${language}`, async () => {
      const stored = await collector.reports();
      const { page, told, frame } = await opened(language);
      await assertSound(page, frame, "empty");
      await answerByKeyboard(page, frame, way, language);
      assert.deepEqual((await shownIn(frame, language)).toSorted(), askedWith(way.answers).toSorted());
      await assertSound(page, frame, "filled in");
      await picture(page, `forty-${place}-${language}`);
      assert.ok(told.every((line) => !line.startsWith("POST")));
      await frame.locator("button.primary").focus();
      await page.keyboard.press("Enter");
      const thanks = await showing(page, thanksIn(language));
      await assertSound(page, thanks, "sent");
      assert.equal(told.filter((line) => line.startsWith("POST")).length, 1);
      assert.equal(await collector.reports(), stored + 1);
      await assertNowhere(page, told, language);
      assert.deepEqual(faults(page), []);
      await page.context().close();
    });

test("what is missing is said at every question, counted, and linked, and the focus goes to the first link", async () => {
  const { page, frame } = await opened("en");
  await frame.locator("button.primary").focus();
  await page.keyboard.press("Enter");
  await frame.getByText(`Questions still open: ${askedWith({}).length - 2}`).waitFor();
  await assertSound(page, frame, "with complaints");
  assert.equal(await frame.evaluate(() => document.activeElement.textContent), firstIn("en"));
  await page.keyboard.press("Enter");
  const focus = () =>
    frame.evaluate(() => document.activeElement.closest("fieldset").querySelector("legend > span").textContent);
  assert.equal(await focus(), firstIn("en"));
  // Those of several choices of which none need be ticked lack nothing.
  const lacking = await frame.locator("fieldset:not(.apart):has([aria-invalid='true'])").count();
  assert.equal(lacking, askedWith({}).length - 2);
  await picture(page, "forty-complaints");
  assert.deepEqual(faults(page), []);
});

/** Ring: pages. The example of interviews: many people answer on one device without a network, and what remains on it. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { candor, designed } from "../program.mjs";
import { audited, CANARY, gone, inside } from "./enclosed.mjs";
import { visiting } from "./example.mjs";
import { FILES, installed, interviewed, PLAN, press, SURVEY } from "./interviews.mjs";
import { contents, faults, openBrowser, picture, traces } from "./stage.mjs";

const browser = await openBrowser();
after(() => browser.close());
const visited = visiting(browser, FILES);

const posted = (sent) =>
  sent.filter((line) => line.includes("/reports{")).map((line) => line.replace(/^.*\/reports/, ""));

/** The file that the browser saves when a button is pressed. */
async function saved(page, frame) {
  const download = page.waitForEvent("download");
  await press(frame, "Save the reports as a file");
  const file = await download;
  return { name: file.suggestedFilename(), text: String(await contents(file)) };
}

/** The program's counts of a file of reports. */
function counted(text) {
  const folder = mkdtempSync(join(tmpdir(), "candor-interviews-"));
  writeFileSync(join(folder, "plan.json"), PLAN);
  writeFileSync(join(folder, "reports.ndjson"), text);
  const words = [
    "count",
    join(folder, "plan.json"),
    join(folder, "reports.ndjson"),
    "--tables",
    "smoker",
    "--format",
    "json",
  ];
  const { n } = JSON.parse(candor(...words));
  rmSync(folder, { recursive: true });
  return n;
}

test("people are interviewed without a network, and their reports sent when it is back", async () => {
  await visited(async (page, { sent, origin }) => {
    await installed(page);
    await page.context().setOffline(true);
    await page.reload();
    await installed(page);
    assert.match(
      await (await inside(page, "Question 1 of 2")).locator("main").innerText(),
      /Several people answer on this device/,
    );
    for (const smokes of ["yes", "no", "yes"]) {
      const between = await interviewed(page, smokes);
      assert.deepEqual(await audited(between), []);
      await picture(page, "interview-between");
      const told = [await between.content(), JSON.stringify(await traces(page)), page.url(), JSON.stringify(sent)];
      for (const place of told) assert.ok(!place.includes(CANARY), place);
      await press(between, "Next respondent");
      await gone(between);
    }
    const between = await inside(page, "Reports on this device: 3");
    await press(between, "Send the reports");
    await inside(page, "The collector cannot be reached. (unreachable)");
    await page.reload();
    const { name, text } = await saved(page, await inside(page, "Reports on this device: 3"));
    assert.equal(name, "interviews-example.ndjson");
    const lines = text.trimEnd().split("\n");
    assert.equal(counted(text), 3);
    for (const line of lines) assert.deepEqual(Object.keys(JSON.parse(line)).sort(), ["id", "perturbed", "plan"]);
    const ids = lines.map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, ids.toSorted(), "their order does not show when they were drawn");
    const before = posted(sent).length;
    assert.ok(before > 0, "sending was tried");
    await page.context().setOffline(false);
    await inside(page, "Reports on this device: 0");
    assert.deepEqual(
      posted(sent)
        .slice(before)
        .map((body) => body.trimEnd()),
      lines,
    );
    assert.equal(page.url(), origin);
    assert.deepEqual(faults(page), []);
  });
});

test("the next respondent finds nothing of the one before: fields, undoing, history, going back", async () => {
  await visited(async (page, { origin }) => {
    await installed(page);
    const length = await page.evaluate(() => history.length);
    await press(await interviewed(page), "Next respondent");
    const frame = await inside(page, "Question 1 of 2");
    await frame.getByLabel("no", { exact: true }).check();
    await press(frame, "Next");
    await frame.getByRole("spinbutton").focus();
    for (const keys of ["Control+z", "Control+y", "Control+Shift+z", "ArrowDown"]) {
      await page.keyboard.press(keys);
      assert.notEqual(await frame.getByRole("spinbutton").inputValue(), CANARY, keys);
    }
    assert.equal(await page.evaluate(() => history.length), length);
    await frame.getByRole("spinbutton").fill(CANARY);
    await page.goto(`${origin}elsewhere.html`);
    await page.goBack();
    const after = await inside(page, "Question 1 of 2");
    assert.equal(await after.locator("[type=number]").inputValue(), "");
    assert.equal(await after.locator(":checked").count(), 0);
    assert.ok(!JSON.stringify(await traces(page)).includes(CANARY));
  });
});

test("reports that were saved as a file can be deleted from the device, and no others", async () => {
  await visited(async (page, { sent }) => {
    await installed(page);
    const frame = await interviewed(page);
    const { text } = await saved(page, frame);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await interviewed(other);
    await press(frame, "Delete the saved reports from this device");
    await gone(frame);
    const left = await saved(page, await inside(page, "Reports on this device: 1"));
    assert.notEqual(left.text, text);
    assert.deepEqual([counted(text), counted(left.text)], [1, 1]);
    assert.equal(posted(sent).length, 0);
    await press(await inside(page, "Reports on this device: 1"), "Send the reports");
    await inside(page, "Reports on this device: 0");
    assert.deepEqual(
      posted(sent).map((body) => `${body.trimEnd()}\n`),
      [left.text],
    );
  });
});

test("a report that was drawn when the page was left is among those that wait; the person's own is not", async () => {
  const own = FILES["index.html"].toString().replace('mode="interviewer"', "");
  await visited(
    async (page, { origin, sent }) => {
      await page.goto(`${origin}own.html`);
      const frame = await inside(page, "Question 1 of 2");
      await frame.getByLabel("no", { exact: true }).check();
      await press(frame, "Next");
      await frame.getByRole("spinbutton").fill("5");
      await frame.getByRole("button", { name: "Change at random" }).click();
      await inside(page, "Thank you");
      await page.goto(origin);
      await interviewed(page);
      // The state in which a page leaves it if it is closed between drawing and keeping.
      await page.evaluate(async () => {
        const settled = (request) =>
          new Promise((done) => {
            request.onsuccess = () => done(request.result);
          });
        const database = await settled(indexedDB.open("candor"));
        const store = database.transaction("candor", "readwrite").objectStore("candor");
        const key = (await settled(store.getAllKeys())).find((key) => key.startsWith("interviews "));
        const report = JSON.parse(await settled(store.get(key)));
        const kept = JSON.stringify({ report: { ...report, id: "AAAAAAAAAAAAAAAAAAAAAA" }, received: false });
        await settled(store.put(kept, key.replace("interviews", "interview report")));
      });
      await page.reload();
      await inside(page, "Reports on this device: 2");
      await page.goto(`${origin}own.html`);
      await inside(page, "Nothing is asked here");
      assert.equal(posted(sent).length, 1, "the person's own report was sent once, and none of the others");
    },
    { "own.html": own },
  );
});

test("each respondent draws their own questions", async () => {
  const attributes = ["one", "two", "three"].map((name) => ({ name, categories: ["no", "yes"] }));
  const plan = designed({ survey: "drawn", attributes, privacy: { record_epsilon: 0.5 }, ask: "drawn" });
  for (const { weight, exchange } of JSON.parse(plan).forms) {
    assert.ok(Number(weight) / 2 ** 64 < 0.67);
    assert.deepEqual(exchange, [[0, 1, 2]]);
  }
  await visited(
    async (page) => {
      const asked = new Set();
      // No draw has a probability above 2/9, so that all of twenty are the same with one below 10^-12.
      for (let i = 0; i < 20 && asked.size < 2; i += 1) {
        const frame = await inside(page, "Change at random and send");
        asked.add((await frame.locator("legend").allInnerTexts()).join());
        for (const box of await frame.getByLabel("no", { exact: true }).all()) await box.check();
        await press(frame, "Change at random");
        await press(await inside(page, "The report is kept"), "Next respondent");
      }
      assert.equal(asked.size, 2);
    },
    { "plan.json": plan, "index.html": FILES["index.html"].toString().replace('pace="one"', "") },
  );
});

test("plans whose report is one person's are refused", async () => {
  for (const change of [{ wave_of: "family" }, { invitations: "plain" }])
    await visited(
      async (page) => {
        const frame = await inside(page, "invalid-options");
        assert.equal(await frame.locator("input").count(), 0);
      },
      {
        "plan.json": designed({
          ...SURVEY,
          ...change,
          survey: "one-persons",
          privacy: { record_epsilon: 2, method: "optimal" },
        }),
      },
    );
});

/** Ring: pages. The page of a published survey as somebody meets it on a phone: what happens to answers, a picture, the first question, and what is still open. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { audited, inside } from "./enclosed.mjs";
import { looks } from "./looks.mjs";
import { faults, openBrowser, openPage, picture, traces } from "./stage.mjs";
import { Walk } from "./walk.mjs";

const collector = await Collector.open();
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
});
const { fingerprint, title } = await collector.plan();

const FIRST = "Have you ever left income out of a tax return?";

async function opened(options = {}) {
  const page = await openPage(browser, { locale: "en-GB", ...options });
  await page.goto(`${collector.origin}/answer.html#${fingerprint}`);
  return page;
}

/** Answers the questions of the demonstration from one on. */
async function answer(frame, walk, from = 0) {
  const steps = [
    () => walk.press(frame.getByRole("group", { name: FIRST }).getByLabel("No")),
    () => walk.press(frame.getByLabel("Cannabis only")),
    () => walk.press(frame.getByRole("group", { name: "harassed at work" }).getByLabel("Yes")),
    () => walk.write(frame.getByRole("spinbutton"), "1500"),
    () => walk.press(frame.getByRole("group", { name: "vote" }).getByLabel("Yes")),
  ];
  for (const step of steps.slice(from)) await step();
}

test("a sentence and a picture come before the first question, all that is promised after one press", async (t) => {
  for (const { colorScheme, width } of looks()) {
    const page = await opened({ colorScheme, viewport: { width, height: 740 }, fonts: true });
    const walk = await Walk.through(page);
    const frame = await inside(page, FIRST);
    assert.deepEqual(await page.locator("h1").allInnerTexts(), [title.en]);
    assert.equal(await frame.getByRole("heading", { name: title.en }).count(), 0, "the page has the title");
    const text = await frame.evaluate(() => document.body.innerText);
    // The picture may name the first question, too.
    const places = [
      "Your device changes your answers by chance",
      "An example with invented answers",
      "How am I protected?",
      FIRST,
    ];
    const found = places.map((each) => text.lastIndexOf(each));
    assert.deepEqual(
      found.toSorted((one, other) => one - other),
      found,
    );
    assert.ok(!found.includes(-1) && !text.includes("Someone who thinks that 10 of 100"), text);
    const top = await frame
      .getByText(FIRST)
      .last()
      .evaluate((legend) => legend.getBoundingClientRect().top);
    t.diagnostic(`at ${width} pixels the first question begins ${Math.round(top)} pixels below the title`);
    // A frame is transparent; by itself it has no page below it, whose colour axe would see.
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await picture(page, `answer-${width}`);
    await frame.evaluate((colour) => {
      document.body.style.background = colour;
    }, paper);
    assert.deepEqual(await audited(frame), []);
    await walk.press(frame.getByText("How am I protected?"));
    await frame.getByText("Someone who thinks that 10 of 100 people like you").first().waitFor();
    walk.ended(t, "to what is promised");
    await frame.evaluate(() => {
      for (const each of document.querySelectorAll("details")) each.open = true;
    });
    assert.deepEqual(await audited(frame), []);
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(faults(page), []);
  }
});

test("what is still open is counted and named, with links, and becomes less", async (t) => {
  const page = await opened({ viewport: { width: 360, height: 740 } });
  const frame = await inside(page, FIRST);
  const walk = await Walk.through(page);
  await walk.press(frame.getByLabel("Cannabis only"));
  await walk.press(frame.getByRole("button", { name: "Change at random and send" }));
  const alert = frame.getByRole("alert").filter({ hasText: "Questions still open" });
  await alert.getByText("Questions still open: 4").waitFor();
  assert.equal(await alert.getByRole("button").count(), 4);
  const focused = () => frame.evaluate(() => document.activeElement.textContent);
  assert.equal(await focused(), FIRST, "the first link has the focus");
  assert.deepEqual(await audited(frame), []);
  const height = () => frame.evaluate(() => document.documentElement.getBoundingClientRect().height);
  const before = await height();
  await picture(page, "answer-open");
  await walk.press(alert.getByRole("button", { name: "What is your own monthly income" }));
  assert.equal(await frame.evaluate(() => document.activeElement.type), "number");
  await walk.write(frame.getByRole("spinbutton"), "1500");
  await alert.getByText("Questions still open: 3").waitFor();
  assert.ok((await height()) <= before);
  await walk.press(frame.getByRole("group", { name: FIRST }).getByLabel("No"));
  await walk.press(frame.getByRole("group", { name: "harassed at work" }).getByLabel("Yes"));
  await walk.press(frame.getByRole("group", { name: "vote" }).getByLabel("Yes"));
  assert.equal((await alert.count()) && (await alert.textContent()), 0);
  await walk.press(frame.getByRole("button", { name: "Change at random and send" }));
  const thanks = await inside(page, "Thank you");
  walk.ended(t, "from one answer of five to the thanks");
  assert.deepEqual(await page.locator("h1").allInnerTexts(), [title.en]);
  assert.deepEqual(await audited(thanks), []);
});

test("a reload that would lose answers is asked about, and no answer is stored for it", async (t) => {
  const page = await opened();
  const frame = await inside(page, FIRST);
  const asked = [];
  page.on("dialog", (dialog) => asked.push(dialog.type()));
  const walk = await Walk.through(page);
  await walk.press(frame.getByLabel("Cannabis only"));
  const before = JSON.stringify(await traces(page));
  const dialog = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await dialog).dismiss();
  assert.deepEqual(asked, ["beforeunload"]);
  assert.ok(await frame.getByLabel("Cannabis only").isChecked(), "who stays has lost nothing");
  assert.equal(JSON.stringify(await traces(page)), before);
  await answer(frame, walk);
  await walk.press(frame.getByRole("button", { name: "Change at random and send" }));
  await inside(page, "Thank you");
  walk.ended(t, "from opening to the thanks");
  await page.reload();
  await inside(page, "Nothing is asked here");
  assert.equal(asked.length, 1, "nothing is lost after sending");
});

test("where the address says so, questions are asked one at a time, and the title has the language of the survey", async (t) => {
  const page = await openPage(browser, { locale: "de-DE", viewport: { width: 360, height: 740 } });
  await page.goto(`${collector.origin}/answer.html#${fingerprint}&pace=one`);
  const frame = await inside(page, "Frage 1 von 5");
  assert.equal(await page.locator("h1").innerText(), title.de);
  assert.equal(await page.locator("h1").evaluate((heading) => heading.closest("[lang]").lang), "de");
  const walk = await Walk.through(page);
  await walk.press(frame.getByRole("button", { name: "Weiter" }));
  await frame.getByText("Noch offene Fragen: 1").waitFor();
  await walk.press(frame.locator("fieldset:visible").getByText("Nein", { exact: true }));
  await walk.press(frame.getByRole("button", { name: "Weiter" }));
  await frame.getByText("Frage 2 von 5").waitFor();
  walk.ended(t, "to the second question, one at a time");
  assert.deepEqual(await audited(frame), []);
});

test("the page is at most 60,000 bytes by brotli", async (t) => {
  const { length } = brotliCompressSync(await (await fetch(`${collector.origin}/answer.html`)).text());
  t.diagnostic(`${length} bytes`);
  assert.ok(length < 60_000, `${length} bytes by brotli`);
});

test("a slow network brings words before it brings the questions", async (t) => {
  const page = await openPage(browser, { locale: "en-GB" });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 50,
    downloadThroughput: 50_000 / 8,
    uploadThroughput: 50_000 / 8,
  });
  const began = performance.now();
  const opening = page.goto(`${collector.origin}/answer.html#${fingerprint}`);
  await page.getByText("Loading …").waitFor();
  const words = performance.now() - began;
  assert.equal(page.frames().length, 1, "no question is there yet");
  await opening;
  await inside(page, FIRST);
  const questions = performance.now() - began;
  t.diagnostic(
    `at 50 kbit/s: words after ${(words / 1000).toFixed(1)} s, questions after ${(questions / 1000).toFixed(1)} s`,
  );
});

/**
 * How long the studio and the reading page take from a press or a key to the next paint, by Chromium's Event Timing. A survey of
 * eight questions is written, designed and simulated; a reading page is opened and used in several ways. Long work is done in
 * workers and not counted: this is the time of the page itself. Times come in steps of 8 ms, and include the browser's own work.
 */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHROMIUM } from "../../tests/browser/chromium.mjs";
import { openBrowser, openPage } from "../../tests/browser/stage.mjs";
import { designedInPage, openStudio, openStudioStage, step } from "../../tests/browser/studio.mjs";
import { CANDOR } from "../../tests/program.mjs";

const QUESTIONS = [
  "smoke",
  "drink",
  "cheat on taxes",
  "steal from work",
  "lie to friends",
  "skip meals",
  "bet money",
  "sleep badly",
];
const PEOPLE = 5000;

const stage = await openStudioStage();
const browser = await openBrowser(CHROMIUM);
try {
  await studio();
  await reading();
} finally {
  await browser.close();
  await stage.close();
}

async function studio() {
  const page = await watched(await openStudio(browser, stage));
  await page.getByRole("textbox", { name: "Title of the survey" }).click();
  await page.keyboard.type("Habits of the town");
  for (const [place, question] of QUESTIONS.entries()) {
    if (place > 0) await page.getByRole("button", { name: "Add a question" }).click();
    const card = page.locator(".written").nth(place);
    await card.getByRole("textbox", { name: "What is asked" }).click();
    await page.keyboard.type(`Do you ${question}?`);
    for (const [number, choice] of ["No", "Yes"].entries()) {
      await card.getByRole("textbox", { name: `Choice ${number + 1}`, exact: true }).click();
      await page.keyboard.type(choice);
    }
  }
  await print(page, "studio: write");
  await step(page, "Choose");
  await designedInPage(page);
  const slider = page.getByRole("slider");
  await slider.focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "20,000", exact: true }).click();
  await page.getByRole("radio", { name: "Every question alone" }).click();
  await designedInPage(page);
  await print(page, "studio: choose, while it designs");
  await step(page, "See");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.locator(".comparison").waitFor();
  await step(page, "Publish");
  await page.getByRole("button", { name: "Make the page" }).waitFor();
  await print(page, "studio: see, publish");
  await page.context().close();
}

async function reading() {
  const file = (name, text) => {
    writeFileSync(join(stage.folder, name), text);
    return join(stage.folder, name);
  };
  const candor = (...words) => execFileSync(CANDOR, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const attributes = QUESTIONS.map((question) => ({ name: question, categories: ["no", "yes"] }));
  const survey = file("read.json", JSON.stringify({ survey: "habits", attributes, privacy: { record_epsilon: 3 } }));
  const plan = file("read.plan.json", candor("design", survey));
  const rows = Array.from({ length: PEOPLE }, (_, i) => QUESTIONS.map((_, j) => (i % (j + 2) ? "no" : "yes")).join());
  const answers = file("read.csv", [QUESTIONS.join(), ...rows, ""].join("\n"));
  const reports = file("read.ndjson", candor("perturb", plan, "--answers", answers, "--seed", "1"));
  const page = await watched(await openPage(browser, { locale: "en-GB" }));
  await page.goto(`${stage.collector.origin}/read.html`);
  await page.locator(".drop input").setInputFiles([plan, reports]);
  await page.locator("section[aria-labelledby=pair-title] figure svg").waitFor();
  await print(page, "read: open");
  const free = () => page.locator(".busy").waitFor({ state: "hidden" });
  await page.getByLabel("Answers, across").focus();
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press("ArrowDown");
    await free();
  }
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/of 28 pairs/).waitFor();
  await page.getByRole("button", { name: "Copy this sentence" }).first().click();
  await print(page, "read: look around, search");
  await page.context().close();
}

/** Makes the page note how long each press and key takes, and returns it. */
async function watched(page) {
  const watch = () => {
    globalThis.took = [];
    const note = (list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) globalThis.took.push([interactionId, duration]);
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16, buffered: true });
  };
  await page.addInitScript(watch);
  if (page.url() !== "about:blank") await page.evaluate(watch);
  return page;
}

/** Prints what the page noted since the last call. */
async function print(page, name) {
  const took = await page.evaluate(() => globalThis.took.splice(0));
  const byPress = new Map();
  for (const [id, ms] of took) byPress.set(id, Math.max(ms, byPress.get(id) ?? 0));
  const longest = [...byPress.values()].sort((a, b) => a - b);
  const over = longest.filter((ms) => ms > 100).length;
  const of = (share) =>
    String(longest[Math.min(longest.length - 1, Math.floor(share * longest.length))] ?? "under 16").padStart(4);
  console.log(
    `${name.padEnd(37)}${of(0.5)} ms median, ${of(0.95)} ms of 95 %, ${of(1)} ms most, of ${longest.length} presses and keys above 16 ms; ${over} above 100 ms`,
  );
}

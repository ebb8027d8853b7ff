/** Every state of the studio, in both colour schemes and three widths and in every language: axe finds nothing, nothing overflows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { every } from "../nightly.mjs";
import { violations } from "./axe.mjs";
import { inside } from "./enclosed.mjs";
import { looks } from "./looks.mjs";
import { faults, picture } from "./stage.mjs";
import { openStudioStage, writeChoices, writeNumber } from "./studio.mjs";

const stage = await openStudioStage();
const { openStudio } = stage;

/** What axe-core finds, with every fold opened; and whether the page is wider than its window. */
async function problems(page) {
  const found = await violations(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [...found, ...(overflow > 0 ? [`the page is ${overflow} pixels wider than its window`] : [])];
}

/** Asserts that a state has no problems, and saves its picture. */
async function shown(page, state, look) {
  const found = await problems(page);
  await picture(page, `studio-${state}-${look}`);
  assert.deepEqual(found, [], `${state}, ${look}`);
}

/** Opens or closes the panel of new surveys. */
const openPanel = (page) => page.locator(".toolbar [aria-expanded]").first().click();

/** Names a difference between the answers to the first two questions, and waits until it is known what it takes. */
async function nameDifference(page) {
  await page.locator(".add-wanted").click();
  const [first, second] = await page.locator(".group-of .named:last-child input").all();
  await first.fill("20");
  await second.fill("40");
  await page.locator(".needed tbody tr").first().waitFor({ timeout: 60_000 });
}

const openStep = (page, place) => page.locator(".steps button").nth(place).click();
const designed = (page) => page.locator(".outcome:not(.earlier)").waitFor({ timeout: 120_000 });

for (const { colorScheme, width } of looks([1280, 768, 360])) {
  test(`every state, ${colorScheme}, ${width}`, async () => {
    const look = `${colorScheme}-${width}`;
    const page = await openStudio({ fonts: true, colorScheme, viewport: { width, height: 900 } });
    await shown(page, "write-empty", look);
    await openPanel(page);
    await shown(page, "templates", look);
    await openPanel(page);
    await page.getByRole("textbox", { name: "Title of the survey" }).fill("Habits of the town");
    await writeChoices(page, "Do you smoke?", ["No", "Yes", "Yes"], { first: true });
    await writeNumber(page, "How old are you?", [30, 45, 60]);
    await page.locator(".written.faulty .fault").first().waitFor();
    await page.getByRole("button", { name: "Import…" }).click();
    await shown(page, "write-faulty", look);
    await page.getByRole("button", { name: "Import…" }).click();
    await openStep(page, 1);
    await shown(page, "choose-faulty", look);
    await openStep(page, 0);
    await page.getByRole("textbox", { name: "Choice 3", exact: true }).fill("Rarely");
    await writeChoices(page, "Have you been in debt this year?", ["No", "Yes"], { optional: true });
    await page.getByText("Every question is ready.").waitFor();
    await shown(page, "write", look);
    await openStep(page, 1);
    await designed(page);
    await nameDifference(page);
    await shown(page, "choose", look);
    await page.getByRole("button", { name: "200", exact: true }).click();
    await page.getByRole("radio", { name: "Every question, and these two together" }).check();
    await page.getByRole("slider").fill("0.5");
    await page.locator(".outcome:not(.earlier) .verdict-card.poor").waitFor({ timeout: 120_000 });
    await shown(page, "choose-poor", look);
    await openStep(page, 2);
    await inside(page, "Do you smoke?");
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.locator(".comparison").waitFor();
    await shown(page, "see", look);
    await openStep(page, 3);
    await page.getByLabel("Address of the collector").last().fill(stage.collector.origin);
    await page.getByRole("button", { name: "Make the page" }).click();
    await page.getByText("SHA-256 of the page").waitFor();
    await page.getByLabel("Author’s token").fill(stage.token);
    await page
      .locator("form")
      .first()
      .evaluate((form) => form.requestSubmit());
    await page.locator(".qr svg").last().waitFor();
    await page.locator("[type=color]").fill("#ffee00");
    await shown(page, "publish", look);
    await openStep(page, 4);
    await page.getByText("It is open.").first().waitFor();
    await shown(page, "run", look);
    assert.deepEqual(faults(page), []);
    await page.context().close();
  });
}

const LANGUAGES = [
  ["es", 360],
  ["ja", 360],
  ["ar", 360],
  ["ar", 1280],
];
for (const [language, width] of every(LANGUAGES, [["ar", 360]])) {
  test(`every step in ${language}, ${width} wide`, async () => {
    const page = await openStudio({ fonts: true, viewport: { width, height: 900 } });
    await writeChoices(page, "Do you smoke?", ["No", "Yes"], { first: true });
    await writeChoices(page, "Do you drink?", ["No", "Yes"]);
    await page.getByLabel("Language", { exact: true }).selectOption(language);
    const html = page.locator("html");
    assert.equal(await html.getAttribute("lang"), language);
    assert.equal(await html.getAttribute("dir"), language === "ar" ? "rtl" : "ltr");
    for (const [place, state] of ["write", "choose", "see", "publish", "run"].entries()) {
      await openStep(page, place);
      if (place === 1) {
        await designed(page);
        await nameDifference(page);
      }
      await shown(page, state, `${language}-${width}`);
      if (place > 0) continue;
      await openPanel(page);
      await shown(page, "templates", `${language}-${width}`);
      await openPanel(page);
    }
    const english = await page.locator("main").evaluate((main) => {
      const own = main.cloneNode(true);
      // Programs are in English everywhere.
      for (const code of own.querySelectorAll("pre, code, script, style")) code.remove();
      return own.textContent.match(/\b(the|of|and|not|with)\b/g);
    });
    assert.equal(english, null, "no sentence was left in English");
    await page.reload();
    assert.equal(await html.getAttribute("lang"), language, "the choice is kept");
    await page.context().close();
  });
}

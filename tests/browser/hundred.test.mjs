/** Ring: pages. The totals of a survey of a hundred questions are read: numbers come at once, and each question is two presses away. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { looks } from "./looks.mjs";
import { Reading } from "./reading.mjs";
import { shownShare } from "./shown.mjs";
import { faults, picture } from "./stage.mjs";
import { Walk } from "./walk.mjs";

const QUESTIONS = Array.from({ length: 100 }, (_, place) => `Question ${place + 1}: how often in the last month?`);
const ANSWERS = ["Never", "Sometimes", "Often"];
const surveyOf = (questions) => ({
  survey: "hundred",
  attributes: questions.map((question, place) => ({ name: `q${place + 1}`, question, categories: ANSWERS })),
  privacy: { record_epsilon: 4 },
});
const reading = await Reading.open(surveyOf(QUESTIONS), { published: true });
await reading.collector.fill(2000);

/** Waits until nothing is computed, which takes a busy machine long. */
const finished = (page) => page.locator(".busy").waitFor({ state: "hidden", timeout: 200_000 });

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The page with the totals, as soon as the first of them is shown. */
async function totals(options = {}) {
  const page = await reading.page({ fragment: "#survey=hundred", fonts: true, ...options });
  const walk = await Walk.through(page);
  await walk.press(page.getByRole("button", { name: "Read the totals" }));
  await page.locator(".card figure svg").first().waitFor();
  return { page, walk };
}

for (const { colorScheme, width } of looks())
  test(`from the list one gets to any question, ${colorScheme}, ${width}`, async (t) => {
    const { page, walk } = await totals({ colorScheme, width });
    await page.getByText("With so many questions a best guess takes a while").waitFor();
    await walk.press(page.getByText("Go to a question"));
    await walk.press(page.getByRole("button", { name: QUESTIONS[86] }));
    walk.ended(t, "from opening to one of a hundred questions");
    const heading = page.getByRole("heading", { name: QUESTIONS[86] });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), QUESTIONS[86]);
    await finished(page);
    const { y } = await heading.boundingBox();
    assert.ok(y >= 0 && y < 400, `the question moved to ${y} while others came`);
    const card = page.locator(".card", { has: heading });
    await card.locator("figure svg").waitFor();
    const { tables } = await reading.collector.json("/estimates?survey=hundred&tables=q87");
    for (const [place, cell] of tables[0].cells.entries()) {
      const row = card.locator("tbody tr").nth(place);
      assert.ok(
        (await row.textContent()).replaceAll("\u00a0", " ").includes(percent(shownShare(cell))),
        ANSWERS[place],
      );
    }
    assert.equal(await page.locator(".totals figure svg").count(), QUESTIONS.length);
    assert.equal(await page.getByLabel("Answers, across").locator("option").count(), QUESTIONS.length - 1);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(faults(page), []);
  });

// A hundred cards would take axe minutes.
test("the list is there for nine questions, also from right to left, and for everybody", async () => {
  const nine = await Reading.open(surveyOf(QUESTIONS.slice(0, 9)), { published: true });
  await nine.collector.fill(2000);
  const page = await nine.page({ locale: "ar", width: 360, colorScheme: "dark", fonts: true });
  await page.locator(".panel form button").click();
  await page.locator(".card figure svg").nth(8).waitFor();
  await finished(page);
  await page.getByText("انتقل إلى سؤال").click();
  assert.equal(await page.locator(".contents button").count(), 9);
  assert.equal(await page.getByText("مع هذا العدد من الأسئلة").count(), 0, "nine have a best guess at once");
  await picture(page, "questions-listed-ar-360");
  assert.deepEqual(await violations(page), []);
});

test("the same reports in a file are read as soon", async () => {
  const people = Array.from({ length: 500 }, (_, person) =>
    QUESTIONS.map((_, place) => ANSWERS[(person * (place + 1)) % 3]).join(),
  );
  const page = await reading.read([reading.plan, reading.reports(people)]);
  assert.equal(await page.getByLabel("Reconstruction").inputValue(), "inverse");
  assert.equal(await page.locator(".totals figure svg").count(), QUESTIONS.length);
});

test("a collector that takes too long is told of once, with what is sooner", async () => {
  const { page } = await totals();
  await finished(page);
  const asked = [];
  await page.route("**/estimates?**", async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ status: 408 });
  });
  await page.getByLabel("Reconstruction").selectOption("Best guess");
  await page.getByRole("alert").getByText("The collector took too long. It goes on with the best guess").waitFor();
  assert.equal(asked.length, 1, "it is not asked of every question");
  await page.unroute("**/estimates?**");
  await page.getByLabel("Reconstruction").selectOption("Unbiased");
  await finished(page);
  assert.equal(await page.locator(".totals figure svg").count(), QUESTIONS.length);
});

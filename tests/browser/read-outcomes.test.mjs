/** Hypothetical outcomes on the reading page: drawn from the program's covariance, moving or side by side, and still for those who avoid motion. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { every } from "../nightly.mjs";
import { violations } from "./axe.mjs";
import { looks } from "./looks.mjs";
import { cells, kept, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";

const SURVEY = {
  survey: "wages",
  title: "Wages",
  attributes: [
    { name: "sex", question: "What are you?", categories: ["man", "woman", "other"] },
    { name: "cheated", question: "Were you paid less than agreed?", categories: ["no", "yes"], optional: true },
    { name: "mood", question: "How do you feel today, all in all?", categories: ["bad", "neither", "good"] },
  ],
  privacy: { record_epsilon: 3 },
};
const DRAWS = 20;

const reading = await Reading.open(SURVEY, { published: true });
const people = Array.from({ length: 3000 }, (_, i) => {
  const sex = i % 300 === 0 ? "other" : i % 2 === 0 ? "man" : "woman";
  const cheated = i % 20 === 7 ? "" : i % (sex === "woman" ? 3 : 7) === 1 ? "yes" : "no";
  return [sex, cheated, ["bad", "neither", "good"][(i >> 3) % 3]].join();
});
const reports = reading.reports(people);

/** The outcomes in this part of a page, unfolded. */
async function unfolded(within) {
  const outcomes = within.locator("details.outcomes");
  await outcomes.locator("summary").first().click();
  await outcomes.locator("svg").waitFor();
  return outcomes;
}

const PAIR = "section[aria-labelledby=pair-title]";
const card = (page, place) => page.locator(".card").nth(place);

/** The shares of every row in every draw. */
async function drawn(outcomes) {
  await outcomes.locator("tbody tr").first().waitFor({ state: "attached" });
  const rows = await cells(outcomes.locator("figure"));
  return new Map(rows.map(([label, ...shares]) => [label, shares.map((share) => Number.parseFloat(share) / 100)]));
}

const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const deviation = (numbers) =>
  Math.sqrt((mean(numbers.map((each) => (each - mean(numbers)) ** 2)) * DRAWS) / (DRAWS - 1));
const correlation = (one, other) =>
  mean(one.map((each, place) => (each - mean(one)) * (other[place] - mean(other)))) /
  Math.sqrt(mean(one.map((each) => (each - mean(one)) ** 2)) * mean(other.map((each) => (each - mean(other)) ** 2)));

test("draws are spread as the program's covariance says, and the shares of a draw add up", async () => {
  const page = await reading.read([reading.plan, reports]);
  const outcomes = await unfolded(card(page, 2));
  const shares = await drawn(outcomes);
  const [table] = reading.program("estimate", reports, "--tables", "mood", "--covariance").tables;
  for (const [place, label] of ["bad", "neither", "good"].entries()) {
    const own = shares.get(label);
    const { estimate, standard_error: error } = table.cells[place];
    assert.equal(own.length, DRAWS);
    // The draws are the same every time; these bounds are what four standard errors of their mean and spread are.
    assert.ok(Math.abs(mean(own) - estimate) < (4 * error) / Math.sqrt(DRAWS), `${label}: ${mean(own)}, ${estimate}`);
    assert.ok(Math.abs(deviation(own) / error - 1) < 4 / Math.sqrt(2 * DRAWS), `${label}: ${deviation(own)}, ${error}`);
  }
  for (let draw = 0; draw < DRAWS; draw++) {
    const sum = [...shares.values()].reduce((all, own) => all + own[draw], 0);
    assert.ok(Math.abs(sum - 1) < 0.002, `draw ${draw + 1} adds up to ${sum}`);
  }
  const { covariance } = table;
  const expected = covariance[0][2] / Math.sqrt(covariance[0][0] * covariance[2][2]);
  const found = correlation(shares.get("bad"), shares.get("good"));
  assert.ok(Math.abs(found - expected) < 0.6 && found < 0, `${found}, ${expected}`);
  const again = await reading.read([reading.plan, reports]);
  assert.deepEqual([...(await drawn(await unfolded(card(again, 2))))], [...shares], "the same reports, the same draws");
  assert.deepEqual(faults(page), []);
});

test("who avoids motion gets all outcomes side by side, as a picture that can be saved", async () => {
  const page = await reading.read([reading.plan, reports]);
  await page.clock.install();
  const outcomes = await unfolded(card(page, 1));
  await outcomes.getByText("what changes from picture to picture is not known").waitFor();
  assert.equal(await outcomes.getByLabel("Drawn as").inputValue(), "beside");
  assert.equal(await outcomes.locator("svg rect").count(), 3 * DRAWS);
  const greys = await outcomes
    .locator("svg rect")
    .evaluateAll((bars) => bars.filter((bar) => bar.getAttribute("fill") === "var(--none)").length);
  assert.equal(greys, DRAWS, "who prefers not to say is grey");
  const still = await outcomes.locator("svg").innerHTML();
  await page.clock.runFor(5000);
  assert.equal(await outcomes.locator("svg").innerHTML(), still);
  const title = "Hypothetical outcomes: Were you paid less than agreed?";
  const { content } = await saved(page, `Picture as SVG: ${title}`);
  const said = [...`${content}`.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join(" ");
  for (const text of [title, "what changes from picture to picture is not known", "Source: Wages, plan"])
    assert.ok(said.includes(text), `${text} in ${said}`);
  kept("read-outcomes.svg", content);
  await picture(page, "read-outcomes");
  assert.deepEqual(await violations(page), []);
});

test("otherwise one outcome follows the other until it is paused", async () => {
  const page = await reading.read([reading.plan, reports], { reducedMotion: "no-preference" });
  await page.clock.install();
  const outcomes = await unfolded(card(page, 2));
  assert.equal(await outcomes.getByLabel("Drawn as").inputValue(), "moving");
  const widths = () =>
    outcomes.locator("svg rect").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")).join());
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const seen = new Set();
  for (let draw = 0; draw < DRAWS; draw++) {
    seen.add(await widths());
    await page.clock.runFor(500);
  }
  assert.equal(seen.size, DRAWS, "a new picture every half second");
  const pause = outcomes.getByRole("button", { name: "Pause" });
  await pause.focus();
  await page.keyboard.press("Enter");
  await outcomes.getByRole("button", { name: "Continue" }).waitFor();
  const held = await widths();
  const told = await outcomes.getByText(/\d+ of 20/).textContent();
  await page.clock.runFor(5000);
  assert.deepEqual([await widths(), await outcomes.getByText(/\d+ of 20/).textContent()], [held, told]);
  await outcomes.getByRole("button", { name: "Continue" }).click();
  await page.clock.runFor(1000);
  assert.notEqual(await widths(), held);
  assert.deepEqual(faults(page), []);
});

test("within groups, draws are of the groups for the answer that is chosen; a group that is too small has none", async () => {
  const page = await reading.read([reading.plan, reports]);
  const outcomes = await unfolded(page.locator(PAIR));
  const answer = outcomes.locator("select").nth(1);
  assert.equal(await answer.inputValue(), "yes");
  const yes = await drawn(outcomes);
  const [within] = reading.program("estimate", reports, "--tables", "sex,cheated", "--given", "sex").tables;
  for (const sex of ["man", "woman"]) {
    const { estimate, standard_error: error } = within.cells.find(({ categories }) => `${categories}` === `${sex},yes`);
    assert.ok(Math.abs(mean(yes.get(sex)) - estimate) < (4 * error) / Math.sqrt(DRAWS), `${sex}: ${estimate}`);
    assert.ok(Math.abs(deviation(yes.get(sex)) / error - 1) < 4 / Math.sqrt(2 * DRAWS));
  }
  const other = within.cells.filter(({ categories: [sex] }) => sex === "other");
  assert.ok(other.every(({ shown }) => shown === null));
  assert.ok(yes.get("other").every(Number.isNaN), "too few reports");
  await answer.selectOption("no");
  const no = await drawn(outcomes);
  const sums = yes.get("woman").map((share, draw) => share + no.get("woman")[draw]);
  assert.ok(
    sums.every((sum) => sum < 1),
    "the rest prefers not to say",
  );
  await picture(page, "read-outcomes-groups");
});

test("outcomes of a collector's totals are those of the same reports in a file", async () => {
  const file = await reading.read([reading.plan, reports]);
  await reading.collector.post(readFileSync(reports));
  const totals = await reading.page();
  await totals.getByRole("button", { name: "Read the totals" }).click();
  await totals.locator(".card figure svg").first().waitFor();
  const both = [file, totals];
  const [own, collected] = await Promise.all(both.map(async (page) => drawn(await unfolded(card(page, 2)))));
  assert.equal(own.get("bad").length, DRAWS);
  assert.deepEqual([...collected], [...own]);
  const [within, among] = await Promise.all(both.map(async (page) => drawn(await unfolded(page.locator(PAIR)))));
  assert.deepEqual([...among], [...within]);
  assert.deepEqual(faults(totals), []);
});

for (const { colorScheme, width } of looks())
  for (const locale of every(["en-GB", "ar", "ja", "es"], [width === 360 ? "ar" : "es"]))
    test(`outcomes in ${locale}, ${width} wide, ${colorScheme}: everybody can read them, and nothing is cut off`, async () => {
      const page = await reading.read([reading.plan, reports], { locale, width, colorScheme, fonts: true });
      const outcomes = await unfolded(card(page, 2));
      assert.deepEqual(await violations(page), []);
      const outside = await outcomes.locator("svg").evaluate((chart) => {
        const { left, right } = chart.getBoundingClientRect();
        const texts = [...chart.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
        return texts.filter((box) => box.left < left - 1 || box.right > right + 1).length;
      });
      assert.equal(outside, 0, "no text is cut off");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      if (locale !== "en-GB") assert.doesNotMatch(await outcomes.innerText(), /Hypothetical|Drawn|side|Pause/);
      await outcomes.locator("select").first().selectOption("moving");
      await outcomes.locator("svg").waitFor();
      const zero = await outcomes.locator("svg text").evaluateAll((texts) => {
        const ticks = texts.filter(({ textContent }) =>
          /^[٠0]\s?[%٪]$/.test(textContent.replace(/[\u200e\u200f]/g, "")),
        );
        return ticks.map((tick) => tick.getBoundingClientRect().x)[0];
      });
      const bars = await outcomes
        .locator("svg rect")
        .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().x));
      assert.ok(
        bars.every((x) => (locale === "ar" ? x < zero + 20 : x >= zero - 1)),
        "bars begin where reading begins",
      );
      await picture(page, `read-outcomes-${locale}-${width}`);
    });

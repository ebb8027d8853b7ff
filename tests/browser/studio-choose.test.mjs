/** Choosing in the studio: expectations follow every choice, a search can be stopped, and the page never waits for it. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { candor } from "../program.mjs";
import { faults } from "./stage.mjs";
import { chooseFile, designedInPage, downloaded, openStudioStage, step } from "./studio.mjs";

const stage = await openStudioStage();
const { openStudio } = stage;

const question = (name, size) => ({ name, categories: Array.from({ length: size }, (_, i) => `${name} ${i}`) });

/** A studio with this survey open, at the step Choose. */
async function choosing(survey, run) {
  const page = await openStudio();
  const file = join(stage.folder, "survey.json");
  writeFileSync(file, JSON.stringify({ survey: "chosen", privacy: { record_epsilon: 2 }, ...survey }));
  await chooseFile(page, "Open…", file);
  await step(page, "Choose");
  await run(page);
  assert.deepEqual(faults(page), []);
  await page.context().close();
}

const saved = async (page) => {
  const { text } = await downloaded(page, page.getByRole("button", { name: "Save", exact: true }));
  return JSON.parse(text);
};

/** The program's expectations for the survey as the studio saves it. */
async function expected(page) {
  const file = join(stage.folder, "as-saved.json");
  writeFileSync(file, JSON.stringify(await saved(page)));
  const told = candor("design", file, "-o", join(stage.folder, "as-saved.plan.json"), "--format", "json");
  return JSON.parse(told).expected;
}

const THREE = { attributes: [question("a", 2), question("b", 3), question("c", 4)], respondents: 1000 };

/** The numbers in the last column: how many people are needed for three points. */
const needed = (page) =>
  page
    .locator(".margins td.figure")
    .evaluateAll((cells) => cells.map(({ textContent }) => Number(textContent.replaceAll(",", ""))));

test("margins, people and the bound are the program's for every choice", () =>
  choosing(THREE, async (page) => {
    for (const change of [
      async () => {},
      () => page.getByRole("button", { name: "20,000" }).click(),
      () => page.getByRole("slider").fill("1"),
      () => page.getByRole("radio", { name: "Every question alone" }).check(),
      () => page.getByRole("radio", { name: "Only the questions that it draws" }).check(),
    ]) {
      await change();
      await page.locator(".outcome:not(.earlier)").waitFor({ timeout: 60_000 });
      await designedInPage(page);
      const { tables, respondents, objective, bound } = await expected(page);
      const people = tables.map(({ standard_error }) =>
        Math.ceil(respondents * ((1.959963984540054 * standard_error) / 0.03) ** 2),
      );
      assert.deepEqual((await needed(page)).sort(), people.sort());
      const times = (Math.ceil(Math.sqrt(objective / bound) * 100 - 1e-9) / 100).toFixed(2);
      assert.match(await page.locator(".bound .note").innerText(), new RegExp(`^Its error is ${times} times`));
    }
  }));

test("both errors of a design for the best guess are shown before it is chosen, and it is not offered where it gains nothing", async () => {
  const differing = { attributes: [question("a", 2), question("b", 3), question("c", 12)], respondents: 500 };
  await choosing(differing, async (page) => {
    const title = "What will people look at?";
    await page.getByRole("group", { name: title }).waitFor({ timeout: 60_000 });
    const note = await page.getByRole("group", { name: title }).locator(".note").innerText();
    assert.equal((await saved(page)).privacy.reads, undefined);
    await page.getByRole("radio", { name: "The best guess of all tables together" }).check();
    const document = await saved(page);
    assert.equal(document.privacy.reads, "best-guess");
    const file = join(stage.folder, "best-guess.json");
    writeFileSync(file, JSON.stringify(document));
    const told = candor("design", file, "-o", join(stage.folder, "best-guess.plan.json"), "--format", "json");
    const { best_guess: guess, expected } = JSON.parse(told);
    const size = (name) => document.attributes.find((attribute) => attribute.name === name).categories.length;
    const cells = expected.tables.reduce(
      (sum, { attributes }) => sum + attributes.reduce((all, name) => all * size(name), 1),
      0,
    );
    const points = (squared) => (100 * Math.sqrt(squared / cells)).toFixed(1);
    for (const { risk, objective } of [guess, guess.default])
      for (const error of [points(risk), points(objective / 500)]) assert.ok(note.includes(error), `${error}: ${note}`);
    await designedInPage(page);
    assert.equal(await page.getByRole("group", { name: title }).locator(".note").innerText(), note);
    await page.getByRole("radio", { name: "Each table by itself, without bias" }).check();
    assert.equal((await saved(page)).privacy.reads, undefined);
  });
  await choosing({ attributes: [question("a", 3), question("b", 3)], respondents: 500 }, async (page) => {
    await designedInPage(page);
    await page.locator('.expected[aria-busy="false"]:has(.outcome)').waitFor({ timeout: 60_000 });
    assert.equal(await page.getByRole("group", { name: "What will people look at?" }).count(), 0);
  });
});

test("what a design for the best guess may cost tables by themselves is chosen with both errors of every limit in view", async () => {
  const differing = { attributes: [question("a", 2), question("b", 3), question("c", 12)], respondents: 500 };
  await choosing(differing, async (page) => {
    const limits = page.getByRole("group", { name: /^How much wider may margins/ });
    const sentences = () => limits.locator("label").allInnerTexts();
    await limits.locator("label").nth(3).waitFor({ timeout: 60_000 });
    const told = await sentences();
    assert.deepEqual(
      told.map((sentence) => /^By (\d+)\u00a0%/.exec(sentence)?.[1]),
      ["5", "12", "22", "41"],
    );
    const [guesses, tables] = [/: ([\d.]+) points for/, /, ([\d.]+) for a table/].map((of) =>
      told.map((sentence) => Number(of.exec(sentence)?.[1])),
    );
    const falling = (numbers) => numbers.every((own, at) => at === 0 || own <= numbers[at - 1]);
    assert.ok(falling(guesses) && falling([...tables].reverse()), told.join("\n"));
    assert.ok(guesses[3] < guesses[0] && tables[3] > tables[0], told.join("\n"));
    assert.ok(await limits.getByRole("radio", { name: /^By 22/ }).isChecked());
    // Looking at another limit chooses nothing, and shows its errors beside the usual design's.
    const choice = page.getByRole("group", { name: "What will people look at?" });
    await limits.getByRole("radio", { name: /^By 12/ }).check();
    assert.equal((await saved(page)).privacy.reads, undefined);
    const note = await choice.locator(".note").innerText();
    assert.ok(note.includes(`off by ${guesses[1]} points`) && note.includes(`by itself by ${tables[1]} instead`), note);
    await choice.getByRole("radio", { name: "The best guess of all tables together" }).check();
    const { reads } = (await saved(page)).privacy;
    assert.equal(reads, "best-guess:1.25");
    await designedInPage(page);
    // The other designs are the same as before, and not made again.
    assert.deepEqual(await sentences(), told);
    await limits.getByRole("radio", { name: /^By 22/ }).check();
    assert.equal((await saved(page)).privacy.reads, "best-guess");
    await limits.getByRole("radio", { name: /^By 41/ }).check();
    await designedInPage(page);
    const document = await saved(page);
    assert.equal(document.privacy.reads, "best-guess:2");
    const file = join(stage.folder, "limited.json");
    writeFileSync(file, JSON.stringify(document));
    const program = candor("design", file, "-o", join(stage.folder, "limited.plan.json"), "--format", "json");
    const { best_guess: guess } = JSON.parse(program);
    const points = (squared) => (100 * Math.sqrt(squared / (6 + 24 + 36 + 2 + 3 + 12))).toFixed(1);
    assert.deepEqual([points(guess.risk), points(guess.objective / 500)].map(Number), [guesses[3], tables[3]]);
    await page.getByRole("radio", { name: "Each table by itself, without bias" }).check();
    assert.equal((await saved(page)).privacy.reads, undefined);
  });
});

test("tables are picked in a grid by keyboard", () =>
  choosing(THREE, async (page) => {
    await page.getByRole("radio", { name: "Every question, and these two together" }).check();
    assert.deepEqual((await saved(page)).tables, [["a"], ["b"], ["c"], ["a", "b"]]);
    await page.getByRole("checkbox", { name: "b and c" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "a and b" }).uncheck();
    assert.deepEqual((await saved(page)).tables, [["a"], ["b"], ["c"], ["b", "c"]]);
    await designedInPage(page);
    assert.equal(await page.locator(".margins table").last().locator("tbody tr").count(), 1);
  }));

test("a verdict says when too much is asked of too few, and its advice helps", () =>
  choosing({ ...THREE, respondents: 100 }, async (page) => {
    await page.getByRole("heading", { name: "This asks too much of too few people." }).waitFor({ timeout: 60_000 });
    const advice = page.locator(".verdict-card li").first();
    const [, people] = /^([\d,]+) people/.exec(await advice.innerText());
    await advice.getByRole("button").click();
    await page.getByRole("heading", { name: "This works." }).waitFor({ timeout: 60_000 });
    assert.equal((await saved(page)).respondents, Number(people.replaceAll(",", "")));
  }));

test("the slider speaks in people out of a hundred", () =>
  choosing(THREE, async (page) => {
    const slider = page.getByRole("slider");
    assert.equal(
      await slider.getAttribute("aria-valuetext"),
      "from 10 of 100 to between 1 and 46 of 100; Protection: good",
    );
    await page.getByText("Odds change by a factor of at most 7.4.").waitFor();
    await slider.focus();
    await page.keyboard.press("End");
    assert.match(await slider.getAttribute("aria-valuetext"), /between 0 and 98 of 100; Protection: hardly any/);
    assert.equal((await saved(page)).privacy.record_epsilon, 6);
  }));

/** So many different questions that a search takes a while. */
const MANY = {
  attributes: Array.from({ length: 26 }, (_, i) => question(`q${i}`, 2 + (i % 13))),
  respondents: 5000,
};

test("a search tells how far it is, leaves the page alone, and is stopped", () =>
  choosing(MANY, async (page) => {
    await page.getByText(/Designing: [\d,]+ ways to change answers compared/).waitFor({ timeout: 60_000 });
    await step(page, "Write");
    await step(page, "Choose");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText("Stopped. What is below belongs to earlier choices.").waitFor();
    await page.getByRole("button", { name: "Design", exact: true }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("radio", { name: "Every question alone" }).check();
    await designedInPage(page);
  }));

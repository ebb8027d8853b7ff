/** What a survey is to find, in the studio: how many people it takes, which tables are proposed for it, and what each further one costs. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { picture } from "./stage.mjs";
import { chooseFile, designedInPage, openStudioStage, saved, step } from "./studio.mjs";

const stage = await openStudioStage();
const { inStudio } = stage;

const question = (name, ...categories) => ({ name, question: `${name}?`, categories });

const SURVEY = {
  survey: "school",
  attributes: [
    question("drugs", "No", "Yes", { value: "Prefer not to say", role: "refused" }),
    question("sex", "Girl", "Boy"),
    question("grade", "8", "9", "10", "11"),
    question("smoking", "Never", "Sometimes", "Daily"),
    question("drinking", "Never", "Sometimes", "Weekly"),
    question("sleep", "Well", "Badly"),
    question("friends", "Many", "Few", "None"),
  ],
  privacy: { record_epsilon: 2 },
  respondents: 5000,
};

/** A studio at the step Choose of a survey. */
async function choosing(page, survey = SURVEY) {
  const file = join(stage.folder, "school.json");
  writeFileSync(file, JSON.stringify(survey));
  await chooseFile(page, "Open…", file);
  await step(page, "Choose");
}

const NAMES = SURVEY.attributes.map(({ name }) => [name]);

/** What the program says of the test of `sex` and `drugs` if these tables of several questions are read; of all pairs if none are given. */
function planned(truth, tables) {
  const [file, plan] = ["power.json", "power.plan.json"].map((name) => join(stage.folder, name));
  writeFileSync(file, JSON.stringify({ ...SURVEY, ...(tables && { tables: [...NAMES, ...tables] }) }));
  const { expected } = JSON.parse(candor("design", file, "-o", plan, "--format", "json"));
  const shares = ["--truth", truth.join(), "--respondents", "5000", "--format", "json"];
  const { plan: own } = JSON.parse(candor("power", plan, "--table", "sex,drugs", ...shares));
  const { standard_error: error } = expected.tables.find(
    ({ attributes }) => attributes.length === 2 && attributes.includes("sex") && attributes.includes("drugs"),
  );
  return { ...own, error };
}

const number = (n) => n.toLocaleString("en-US");
const row = ({ respondents, power }) => [number(respondents), `found in ${Math.round(100 * power)} of 100 surveys`];

/** Girls are 60 of 100 people, and 14 of 100 of them say yes; of the boys 32. */
const TRUTH = [0.6 * 0.86, 0.6 * 0.14, 0, 0.4 * 0.68, 0.4 * 0.32, 0];

async function nameDifference(page) {
  await page.getByRole("button", { name: "Name a difference" }).press("Enter");
  const difference = page.getByRole("group", { name: /^Difference 1/ });
  await difference.getByText("two different numbers").waitFor();
  for (const [group, size, share] of [
    ["Group 1", "60", "14"],
    ["Group 2", "40", "32"],
  ]) {
    const fields = difference.getByRole("group", { name: group });
    await fields.getByLabel("Of 100 people, in this group").fill(size);
    await fields.getByLabel("who give the answer").fill(share);
  }
  return difference;
}

const shown = (difference) =>
  difference
    .locator(".needed tbody tr")
    .evaluateAll((rows) => rows.map(({ cells }) => Array.from(cells, ({ textContent }) => textContent)));

test("people needed are the program's, far fewer where only the table that matters is read, and its tables are proposed", () =>
  inStudio(
    async (page) => {
      await choosing(page);
      const difference = await nameDifference(page);
      await difference.locator(".needed tbody tr").nth(1).waitFor({ timeout: 60_000 });
      const [one, all] = [planned(TRUTH, [["sex", "drugs"]]), planned(TRUTH)];
      assert.ok(one.respondents * 3 < all.respondents, `${one.respondents} of ${all.respondents}`);
      assert.deepEqual(await shown(difference), [
        ["Only those that this takes", ...row(one)],
        ["Every two questions together", ...row(all)],
      ]);
      assert.deepEqual((await saved(page)).tables, undefined, "nothing is chosen by looking");
      await page
        .getByText("Proposed are the tables of every question alone, and: \u2068sex?\u2069 × \u2068drugs?\u2069")
        .waitFor();
      assert.deepEqual(await violations(page), []);
      await page.getByRole("button", { name: "Read the proposed tables" }).click();
      await page.getByText("These are the tables that are read.").waitFor();
      assert.deepEqual((await saved(page)).tables, [...NAMES, ["sex", "drugs"]]);
      await designedInPage(page);
      await difference.getByRole("button", { name: `Expect ${number(one.respondents)} people` }).click();
      assert.equal((await saved(page)).respondents, one.respondents);
      await page
        .getByText(`With ${number(one.respondents)} people`)
        .first()
        .waitFor();
      await difference
        .getByText(/^found in 8[01] of 100/)
        .first()
        .waitFor({ timeout: 60_000 });
    },
    { viewport: { width: 1280, height: 900 } },
  ));

test("what each further table costs is said before it is read, and it is read by a press", () =>
  inStudio(async (page) => {
    await choosing(page);
    const difference = await nameDifference(page);
    await page.getByRole("button", { name: "Read the proposed tables" }).click();
    await page.getByText("What each further table costs").click();
    await page.getByText("20 of 20 computed").waitFor({ timeout: 120_000 });
    const costs = page.locator(".further tbody tr");
    const base = planned(TRUTH, [["sex", "drugs"]]);
    const more = (times) => `${times < 1 ? "−" : "+"} ${Math.abs(100 * (times - 1)).toFixed(0)}\u00a0%`;
    for (const [title, pair] of [
      ["\u2068drugs?\u2069 × \u2068grade?\u2069", ["drugs", "grade"]],
      ["\u2068smoking?\u2069 × \u2068drinking?\u2069", ["smoking", "drinking"]],
    ]) {
      const further = planned(TRUTH, [["sex", "drugs"], pair]);
      const [, people, error] = await costs
        .filter({ hasText: title })
        .evaluate(({ cells }) => Array.from(cells, ({ textContent }) => textContent));
      const times = further.respondents / base.respondents;
      assert.equal(people, `${more(times)}: ${number(further.respondents)} in place of ${number(base.respondents)}`);
      assert.equal(error, more(further.error / base.error));
      assert.ok(times > 1, `${title}: ${times}`);
    }
    await picture(page, "studio-wanted");
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Read it, too: \u2068drugs?\u2069 × \u2068grade?\u2069" }).click();
    assert.deepEqual((await saved(page)).tables, [...NAMES, ["sex", "drugs"], ["drugs", "grade"]]);
    await difference.getByText("Those that are chosen now").waitFor({ timeout: 60_000 });
    await page.getByText(/of 19 computed/).waitFor();
  }));

const group = (answer, size, share) => ({ answer, size, share });
const BY_SEX = { of: "drugs", answer: "Yes", by: "sex", groups: [group("Girl", 0.6, 0.14), group("Boy", 0.4, 0.32)] };

test("a complete difference is in the document, with numbers that the program has, and opening it brings it back", () =>
  inStudio(async (page) => {
    await choosing(page);
    const difference = await nameDifference(page);
    await page.getByRole("button", { name: "Name a difference" }).press("Enter");
    await page.getByRole("group", { name: /^Difference 2/ }).waitFor();
    const written = await saved(page);
    assert.deepEqual(written.comparisons, [BY_SEX], "one that is unfinished is in no document");
    const file = join(stage.folder, "compared.json");
    writeFileSync(file, JSON.stringify(written));
    const told = JSON.parse(candor("design", file, "-o", join(stage.folder, "compared.plan.json"), "--format", "json"));
    const { respondents, power } = told.comparisons[0];
    await choosing(page, written);
    await page
      .getByRole("group", { name: /^Difference 2/ })
      .first()
      .waitFor({ state: "detached" });
    await difference.locator(".needed tbody tr").nth(1).waitFor({ timeout: 60_000 });
    assert.deepEqual((await shown(difference))[1].slice(1), row({ respondents, power }));
    assert.deepEqual(await saved(page), written);
    const girls = difference.getByRole("group", { name: "Group 1" });
    assert.equal(await girls.getByLabel("who give the answer").inputValue(), "14");
    await girls.getByLabel("who give the answer").fill("28.7");
    const [one, other] = BY_SEX.groups;
    assert.deepEqual((await saved(page)).comparisons, [{ ...BY_SEX, groups: [{ ...one, share: 0.287 }, other] }]);
  }));

test("differences of every kind of question are the same after opening and saving, and those by a plain column stay in the document", () =>
  inStudio(async (page) => {
    const compared = (of, answer, by, ...groups) => ({ of, answer, by, groups });
    const survey = {
      ...SURVEY,
      attributes: [
        ...SURVEY.attributes,
        { name: "age", question: "Age?", bins: [null, 14, 16, null], optional: true },
        { name: "how", question: "How?", choose: "any", categories: ["alone", "together"] },
        { name: "first", question: "First?", rank: ["school", "sport", "music"], places: 2 },
      ],
      plain: [{ name: "arm", categories: ["usual", "course"] }],
      comparisons: [
        compared("drugs", "Yes", "arm", group("usual", 0.5, 0.3), group("course", 0.5, 0.29)),
        compared("how.alone", "yes", "age", group("<14", 0.29, 0.57), group("no answer", 0.07, 0.58)),
        compared("drugs", "Prefer not to say", "first.sport", group("1", 0.333, 0), group("not ranked", 0.1, 1)),
      ],
    };
    await choosing(page, survey);
    assert.equal(await page.getByRole("group", { name: /^Difference/ }).count(), 2);
    const { comparisons, plain } = await saved(page);
    const [byColumn, ...others] = survey.comparisons;
    assert.deepEqual({ comparisons, plain }, { comparisons: survey.comparisons, plain: survey.plain });
    await page.reload();
    assert.deepEqual((await saved(page)).comparisons, survey.comparisons, "kept with the draft");
    await step(page, "Write");
    await page.getByRole("button", { name: "Remove question 1", exact: true }).click();
    assert.deepEqual((await saved(page)).comparisons, [others[0]], `${byColumn.of} is gone`);
  }));

test("an unfinished difference has no numbers, and one whose question is removed is gone", () =>
  inStudio(async (page) => {
    await choosing(page);
    const difference = await nameDifference(page);
    await difference.locator(".needed").waitFor({ timeout: 60_000 });
    const share = difference.getByRole("group", { name: "Group 1" }).getByLabel("who give the answer");
    for (const [unfinished, finished] of [
      ["32", "14"],
      ["", "14"],
    ]) {
      await share.fill(unfinished);
      await difference.getByText("two different numbers").waitFor();
      assert.equal(await difference.locator(".needed").count(), 0);
      await share.fill(finished);
      await difference.locator(".needed").waitFor({ timeout: 60_000 });
    }
    await difference.getByLabel("Question that makes the groups").selectOption({ label: "1. drugs?" });
    await difference.getByText("two different numbers").waitFor();
    await difference.getByLabel("Question that makes the groups").selectOption({ label: "3. grade?" });
    await difference.locator(".needed").waitFor({ timeout: 60_000 });
    await step(page, "Write");
    await page.getByRole("button", { name: "Remove question 3" }).click();
    await step(page, "Choose");
    assert.equal(await page.getByRole("group", { name: /^Difference/ }).count(), 0);
    await page.getByRole("button", { name: "Name a difference" }).waitFor();
  }));

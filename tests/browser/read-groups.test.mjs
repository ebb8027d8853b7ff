/** Ring: pages. Shares within groups on the reading page: the number that was wanted, its sentence, and pictures that stand by themselves. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { every } from "../nightly.mjs";
import { candor, designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { Collector } from "./collector.mjs";
import { shownDifferences, shownShare } from "./shown.mjs";
import { contents, faults, openBrowser, openPage, picture } from "./stage.mjs";
import { Walk } from "./walk.mjs";

/** Two large groups, of which one has the answer more often, and one of a few people. */
const SURVEY = {
  survey: "wages",
  title: { en: "Wages", ar: "الأجور" },
  attributes: [
    { name: "sex", question: { en: "What are you?", ar: "ما أنت؟" }, categories: ["man", "woman", "other"] },
    {
      name: "cheated",
      question: { en: "Were you paid less than agreed?", ar: "هل دُفع لك أقل من المتفق عليه؟" },
      categories: ["no", "yes"],
      optional: true,
    },
  ],
  privacy: { record_epsilon: 2 },
};
const PEOPLE = 6000;

const folder = mkdtempSync(join(tmpdir(), "candor-groups-"));
const file = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const plan = file("plan.json", designed(SURVEY));
const rows = Array.from({ length: PEOPLE }, (_, i) => {
  const sex = i % 300 === 0 ? "other" : i % 2 === 0 ? "man" : "woman";
  return `${sex},${i % 20 === 7 ? "" : i % (sex === "woman" ? 3 : 7) === 1 ? "yes" : "no"}`;
});
const answers = file("answers.csv", ["sex,cheated", ...rows, ""].join("\n"));
const reports = file("reports.ndjson", candor("perturb", plan, "--answers", answers, "--seed", "3"));
const given = ["--tables", "sex,cheated", "--given", "sex", "--method", "auto", "--format", "json"];
const [within] = JSON.parse(candor("estimate", plan, reports, ...given)).tables;

const collector = await Collector.open({ survey: file("survey.json", JSON.stringify(SURVEY)) });
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
  rmSync(folder, { recursive: true });
});

const PAIR = "section[aria-labelledby=pair-title]";
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

async function opened(options = {}) {
  const page = await openPage(browser, { locale: "en-GB", acceptDownloads: true, ...options });
  await page.goto(`${collector.origin}/read.html`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return contents(download);
}

const keep = (name, bytes) => {
  mkdirSync(new URL("../output", import.meta.url), { recursive: true });
  writeFileSync(new URL(`../output/${name}`, import.meta.url), bytes);
};

test("shares within groups come first, with the program's numbers; the sentence is about the answer that matters", async (t) => {
  const page = await opened();
  const walk = await Walk.through(page);
  await page.locator(".drop input").setInputFiles([plan, reports]);
  await page.locator(`${PAIR} figure svg`).first().waitFor();
  const quoted = page.locator(`${PAIR} .quotation p`);
  const cellOf = (sex, cheated) => within.cells.find(({ categories }) => `${categories}` === `${sex},${cheated}`);
  const woman = percent(shownShare(cellOf("woman", "yes")));
  await quoted.getByText(`“yes” to “Were you paid less than agreed?”: ${woman}`).waitFor();
  walk.ended(t, "from the files to the share within a group");
  const place = within.differences.findIndex(({ categories }) => `${categories}` === "woman,yes");
  const apart = (100 * shownDifferences(within)[place]).toFixed(1);
  assert.match(await quoted.textContent(), new RegExp(`The difference is ${apart} percentage points`));
  await walk.choose(page.locator(`${PAIR} .quotation select`), "no");
  await quoted.getByText("“no” to “Were you paid less than agreed?”").waitFor();
  walk.ended(t, "to the sentence about another answer");

  const order = await page
    .locator(`${PAIR} .shown > :is(figure, h3)`)
    .evaluateAll((all) => all.map((each) => each.localName));
  assert.deepEqual(order, ["h3", "figure", "h3", "h3", "figure"], "within groups, differences, test, joint shares");
  const tables = page.locator(`${PAIR} figure`);
  const shown = await tables
    .first()
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => row.cells[2].textContent));
  const wanted = within.cells.map((cell) =>
    shownShare(cell) === null ? "too few reports to tell" : percent(shownShare(cell)),
  );
  assert.deepEqual(shown, wanted);
  await page.locator(PAIR).getByText("Too few reports to tell anything about: other.").waitFor();
  const greys = await tables
    .first()
    .locator("circle")
    .evaluateAll((dots) => new Set(dots.map((dot) => getComputedStyle(dot).fill)).size);
  assert.equal(greys, 2, "who prefers not to say is drawn in another colour");
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults(page), []);
  await picture(page, "read-groups");
});

test("a picture has its title, how many reports it is of, its source, and that answers were changed", async () => {
  const page = await opened();
  await page.locator(".drop input").setInputFiles([plan, reports]);
  await page.locator(`${PAIR} figure svg`).first().waitFor();
  const title = "“Were you paid less than agreed?” within each group of “What are you?”";
  const svg = String(await saved(page, `Picture as SVG: ${title}`));
  const said = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join(" ");
  const { fingerprint, privacy } = JSON.parse(designed(SURVEY));
  for (const text of [
    title,
    "Estimated from 6,000 reports.",
    "Each was changed at random on its device before it was sent.",
    "Ranges are 95 % intervals.".replace(" %", "\u00a0%"),
    `Source: Wages, plan ${fingerprint.slice(7, 15)}, record ε ${privacy.record}.`,
  ])
    assert.ok(said.replace(/\s+/g, " ").includes(text.replace(/\s+/g, " ")), `${text} in ${said}`);
  assert.ok(!/var\(|color-mix|class=/.test(svg));
  keep("read-groups.svg", svg);
  keep("read-groups-picture.png", await saved(page, `Picture as PNG: ${title}`));
});

test("the totals of a collector have shares within groups, and nobody can be told apart by them", async () => {
  await collector.fill(80);
  const page = await opened();
  await page.getByRole("button", { name: "Read the totals" }).click();
  await page.locator(`${PAIR} figure svg`).first().waitFor();
  const { tables } = await collector.json("/estimates?tables=sex,cheated&given=sex&method=auto");
  const shown = await page
    .locator(`${PAIR} figure`)
    .first()
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => row.cells[2].textContent));
  assert.deepEqual(
    shown,
    tables[0].cells.map((cell) => (shownShare(cell) === null ? "too few reports to tell" : percent(shownShare(cell)))),
  );
  await page.locator(PAIR).getByText("Totals of a collector have no counts").waitFor();
});

/** Reports of which nearly all are of men. */
const few = file(
  "few.ndjson",
  candor(
    "perturb",
    plan,
    "--answers",
    file(
      "few.csv",
      ["sex,cheated", ...Array.from({ length: 1200 }, (_, i) => `man,${i % 4 ? "no" : "yes"}`), ""].join("\n"),
    ),
    "--seed",
    "3",
  ),
);

for (const [locale, said] of every(
  [
    ["en", "Too few reports to tell anything about: woman and other."],
    ["es", "Muy pocos informes para saber algo de: woman y other."],
    ["ja", "報告が少なすぎて何も分からない群：woman、other。"],
    ["ar", "التقارير أقل من أن تدل على شيء عن: \u2068woman\u2069 و\u2068other\u2069."],
  ],
  [["es", "Muy pocos informes para saber algo de: woman y other."]],
))
  test(`groups that are too small are listed in the page's language, ${locale}`, async () => {
    const page = await opened({ locale });
    await page.locator(".drop input").setInputFiles([plan, few]);
    await page.locator(`${PAIR} figure svg`).first().waitFor();
    assert.deepEqual(await page.locator(`${PAIR} .shown > .rough`).first().textContent(), said);
  });

test("where reading begins at the right, charts and pictures begin there", async () => {
  const page = await opened({ locale: "ar" });
  await page.locator(".drop input").setInputFiles([plan, reports]);
  await page.locator(`${PAIR} figure svg`).first().waitFor();
  await picture(page, "read-groups-ar");
  for (const [chart, name] of [
    [page.locator(".card figure svg").first(), "bars"],
    [page.locator(`${PAIR} figure svg`).first(), "groups"],
  ]) {
    const ticks = await chart
      .locator("text")
      .evaluateAll((texts) =>
        texts
          .filter(({ textContent }) => /^\d+[\s\u200e]*%\u200e?$/.test(textContent))
          .map((text) => [Number.parseInt(text.textContent, 10), text.getBoundingClientRect().x]),
      );
    const [zero, ...more] = ticks.toSorted(([one], [other]) => one - other);
    assert.ok(zero[0] === 0 && more.length > 1 && more.every(([, x]) => x < zero[1]), `${name}: ${ticks}`);
  }
  assert.deepEqual(await violations(page), []);
  const svg = page.getByRole("button", { name: "صورة PNG" }).last();
  const [download] = await Promise.all([page.waitForEvent("download"), svg.click()]);
  keep("read-groups-ar-picture.png", await contents(download));
});

/** Rankings on the reading page, and scores beside them: from files and from a collector's totals, with the program's numbers, also in the files to save. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import readSheets from "read-excel-file/node";
import { every } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { looks } from "./looks.mjs";
import { cells, finished, p, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";

const SURVEY = {
  survey: "change",
  title: "What should change",
  attributes: [
    {
      name: "sex",
      question: "Are you a woman or a man?",
      categories: [
        { value: "f", label: "a woman" },
        { value: "m", label: "a man" },
      ],
    },
    {
      name: "first",
      question: "What should change first?",
      rank: [
        { value: "pay", label: "Pay" },
        { value: "hours", label: "Hours of work" },
        { value: "safety", label: "Safety at work, on the way there and on the way home" },
      ],
      places: 2,
    },
    { name: "climate", rows: [{ name: "safe" }, { name: "heard" }], categories: ["1", "2", "3"] },
    { name: "told", choose: "any", categories: ["friends", "union"] },
  ],
  scores: [{ name: "Climate", of: ["climate"] }],
  privacy: { record_epsilon: 6, method: "analysis" },
};
const TITLES = {
  "first.pay": "Pay",
  "first.hours": "Hours of work",
  "first.safety": SURVEY.attributes[1].rank[2].label,
};
const GROUPS = { f: "a woman", m: "a man" };

const reading = await Reading.open(SURVEY, { published: true });
const { plan, names, collector } = reading;
const ORDERS = ["1,2,not ranked", "2,1,not ranked", "1,not ranked,2", "not ranked,1,2"];
const people = Array.from({ length: 3000 }, (_, i) => {
  const woman = i % 5 < 2;
  const order = ORDERS[woman ? i % 3 : i % 4];
  return [woman ? "f" : "m", order, 1 + (i % 3), 1 + ((i >> 2) % 3), i % 2 ? "yes" : "no", "no"].join();
});
const reports = reading.reports(people);
const program = (command, ...words) => reading.program(command, reports, ...words);

const first = readFileSync(reports, "utf8").split("\n", 600).join("\n");
const headers = { "content-type": "application/x-ndjson" };
assert.equal((await fetch(`${collector.origin}/reports`, { method: "POST", headers, body: first })).status, 201);

const section = (page) => page.locator("section[aria-labelledby=rankings-title]");

/** A page that has read these files. */
async function read(files, options) {
  const page = await reading.read(files, options);
  await section(page).locator(".card figure").nth(1).waitFor({ state: "attached" });
  await finished(page);
  return page;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const shares = ({ shown, lower, upper }) => [percent(shown), `${(100 * lower).toFixed(1)}–${percent(upper)}`];
const told = ({ shown, lower, upper }) => [shown.toFixed(2), `${lower.toFixed(2)} – ${upper.toFixed(2)}`];

/** What a ranking's card shows: shares of first places, mean ranks, who is before whom and differences between groups. */
function shown({ items, pairs }, by) {
  const ranks = items.flatMap(({ item, mean_rank, groups = [] }) => [
    [by ? `${TITLES[item]} · Everybody` : TITLES[item], ...told(mean_rank)],
    ...groups.map(({ group, mean_rank: mean }) => [`${TITLES[item]} · ${GROUPS[group]}`, ...told(mean)]),
  ]);
  const before = pairs.flatMap(({ item, other, before, after, p_value }) => [
    [
      `${TITLES[item]} before ${TITLES[other]}`,
      percent(before.shown),
      `${percent(before.lower)} – ${percent(before.upper)}`,
      p(p_value),
    ],
    [
      `${TITLES[other]} before ${TITLES[item]}`,
      percent(after.shown),
      `${percent(after.lower)} – ${percent(after.upper)}`,
      "",
    ],
  ]);
  const first = items.flatMap(({ item, first, groups = [] }) => [
    [by ? `${TITLES[item]} · Everybody` : TITLES[item], ...shares(first)],
    ...groups.map(({ group, first: own }) => [`${TITLES[item]} · ${GROUPS[group]}`, ...shares(own)]),
  ]);
  const ofFirst = items.flatMap(({ item, first_differences = [] }) =>
    first_differences.map(({ difference: { shown, lower, upper }, p_value }) => [
      `${TITLES[item]} first: a man, against a woman`,
      percent(shown),
      `${percent(lower)} – ${percent(upper)}`,
      p(p_value),
    ]),
  );
  const differences = items.flatMap(({ item, differences = [] }) =>
    differences.map(({ difference, p_value }) => [
      `Mean rank of ${TITLES[item]}: a man, against a woman`,
      ...told(difference),
      p(p_value),
    ]),
  );
  return [first, ranks, [...before, ...ofFirst, ...differences]];
}

test("first places, mean ranks and who is before whom are the program's, also by groups", async () => {
  const page = await read([plan, reports]);
  const card = section(page).locator(".card");
  assert.deepEqual(await card.locator("h3").allTextContents(), ["What should change first?"]);
  const check = async (by) => {
    const [ranking] = program("rankings", ...(by ? ["--by", by] : [])).rankings;
    const [first, ranks, before] = shown(ranking, by);
    const [firstShown, ranksShown] = [0, 1].map((place) => card.locator("> figure").nth(place));
    await ranksShown
      .locator("tbody tr")
      .nth(ranks.length - 1)
      .waitFor({ state: "attached" });
    assert.deepEqual(await cells(firstShown), first);
    assert.deepEqual(await cells(ranksShown), ranks);
    assert.equal((await firstShown.locator("svg rect").count()) >= 3, true);
    const heights = await ranksShown
      .locator("svg circle")
      .evaluateAll((dots) => dots.map((dot) => dot.getAttribute("cy")));
    assert.equal(new Set(heights).size, ranks.length, "every mean rank has a row of its own");
    assert.deepEqual(await cells(card.locator("> .scroll")), before);
  };
  await check();
  const scores = page.locator("section[aria-labelledby=scores-title]");
  await section(page).getByLabel("Groups").selectOption("sex");
  await check("sex");
  assert.match(page.url(), /#by=sex$/);
  await finished(page);
  await scores.locator("figure tbody tr").nth(2).waitFor({ state: "attached" });
  assert.equal(await scores.getByLabel("Groups").inputValue(), "sex", "scores have the same groups");
  assert.deepEqual(faults(page), []);
});

test("files to save have scores and rankings by the same groups", async () => {
  const page = await read([plan, reports], { fragment: "#by=sex" });
  const byGroups = ["--by", "sex"];
  const [scores, rankings] = ["scores", "rankings"].map((command) => program(command, ...byGroups));
  for (const [name, command] of [
    ["CSV: Scores", "scores"],
    ["CSV: Rankings", "rankings"],
  ]) {
    const { name: filename, content } = await saved(page, name);
    assert.equal(filename, `change-${command}.csv`);
    assert.equal(`${content}`, candor(command, plan, reports, ...byGroups, "--format", "csv"));
  }
  const json = JSON.parse(`${(await saved(page, "JSON")).content}`);
  assert.deepEqual([json.by, json.scores, json.rankings], ["sex", scores.scores, rankings.rankings]);
  assert.equal(json.tables.length, names.length + 1);
  const sheets = await readSheets((await saved(page, "XLSX")).content);
  const { data } = sheets.find(({ sheet }) => sheet === "Rankings");
  const [{ items, pairs }] = rankings.rankings;
  const numbers = ({ shown, standard_error: error, lower, upper }) => [shown, error, lower, upper];
  assert.equal(data.length, 1 + items.length * (2 * (1 + 2) + 2) + 2 * pairs.length);
  assert.deepEqual(data[1].slice(0, 6), ["What should change first?", "Pay first", ...numbers(items[0].first)]);
  assert.deepEqual(data[2].slice(1, 6), ["Pay first · a woman", ...numbers(items[0].groups[0].first)]);
  assert.deepEqual(data[10].slice(1, 6), ["Mean rank of Pay", ...numbers(items[0].mean_rank)]);
  assert.deepEqual(data[11].slice(1, 6), ["Mean rank of Pay · a woman", ...numbers(items[0].groups[0].mean_rank)]);
  assert.ok(sheets.some(({ sheet }) => sheet === "Scores"));
});

test("of counts, rankings are estimated from the tables that there are", async () => {
  const counted = reading.file("counts.json", candor("count", plan, reports, "--pairs", "--format", "json"));
  const page = await read([plan, counted]);
  const [ranking] = reading.program("rankings", "--counts", counted).rankings;
  const figure = section(page).locator(".card > figure").nth(1);
  await figure.locator("tbody tr").nth(2).waitFor({ state: "attached" });
  assert.deepEqual(await cells(figure), shown(ranking)[1]);
});

test("a collector's totals have rankings, which it estimates", async () => {
  const page = await reading.page();
  await page.getByRole("button", { name: "Read the totals" }).click();
  const figure = section(page).locator(".card > figure").nth(1);
  await figure.locator("tbody tr").nth(2).waitFor({ state: "attached" });
  const { rankings } = await collector.json("/rankings");
  assert.deepEqual(await cells(figure), shown(rankings[0])[1]);
  await finished(page);
  const response = await fetch(`${collector.origin}/rankings?format=csv`);
  assert.equal(`${(await saved(page, "CSV: Rankings")).content}`, await response.text());
  assert.deepEqual(faults(page), []);
});

for (const [locale, places, chosen] of every(
  [
    ["en-GB", ["Place 1", "Place 2", "Not in order"], ["Not chosen", "Chosen"]],
    ["es", ["Lugar 1", "Lugar 2", "Sin lugar"], ["No elegida", "Elegida"]],
    ["ja", ["1位", "2位", "順位なし"], ["選ばなかった", "選んだ"]],
    ["ar", ["المرتبة 1", "المرتبة 2", "بلا مرتبة"], ["لم يُختر", "اختير"]],
  ],
  [["ar", ["المرتبة 1", "المرتبة 2", "بلا مرتبة"], ["لم يُختر", "اختير"]]],
))
  test(`the places of a ranking and choices that were made have words, ${locale}`, async () => {
    const page = await read([plan, reports], { locale });
    const card = (name) => page.locator("section[aria-labelledby=questions-title] .card").nth(names.indexOf(name));
    const labels = async (name) => (await cells(card(name).locator("figure"))).map(([label]) => label);
    assert.deepEqual(await labels("first.hours"), places);
    assert.deepEqual(await labels("told.friends"), chosen);
    assert.deepEqual(await labels("climate.safe"), ["1", "2", "3"]);
    const sheets = await readSheets((await saved(page, "XLSX")).content);
    const rows = sheets.flatMap(({ data }) => data.filter(([name]) => name === "first.pay"));
    assert.deepEqual(
      rows.map((row) => [row[2], row[3]]),
      ["1", "2", "not ranked"].map((value, place) => [value, places[place]]),
    );
  });

for (const { colorScheme, width } of looks())
  test(`rankings are drawn in ${width} pixels, ${colorScheme}, and everybody can read them`, async () => {
    const page = await read([plan, reports], { colorScheme, width, fragment: "#by=sex" });
    await section(page).locator("svg circle").nth(8).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "nothing is wider than the page",
    );
    await section(page).scrollIntoViewIfNeeded();
    await picture(page, `read-rankings-${width}`);
  });

for (const locale of every(["es", "ja", "ar"], ["ar"]))
  test(`rankings in ${locale}`, async () => {
    const page = await read([plan, reports], { locale, fragment: "#by=sex" });
    await section(page).locator("svg circle").nth(8).waitFor();
    assert.doesNotMatch(await section(page).innerText(), /Everybody|Mean|before|against|Put first|Item/);
    assert.deepEqual(await violations(page), []);
    await picture(page, `read-rankings-${locale}`);
  });

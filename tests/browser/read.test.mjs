/** The reading page, as people use it: files that stay in the tab, a collector's totals, and what can be saved. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import readSheets from "read-excel-file/node";
import { inLanguages } from "../nightly.mjs";
import { candor, designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { Collector, utcDay } from "./collector.mjs";
import { looks } from "./looks.mjs";
import { shownDifferences, shownShare } from "./shown.mjs";
import { contents, faults, openBrowser, openPage, picture, traces } from "./stage.mjs";

const CASES = fileURLToPath(new URL("../cases/", import.meta.url));
const CATEGORIES = ["never", "sometimes", "often"];

/** Questions of which the first two are associated. */
const SURVEY = {
  survey: "habits",
  title: "Habits",
  attributes: [
    { name: "smokes", question: "Do you smoke?", categories: ["no", "yes"] },
    { name: "coughs", question: "Do you cough?", categories: ["no", "yes"] },
    { name: "sings", question: "How often do you sing?", categories: CATEGORIES },
  ],
  privacy: { record_epsilon: 5 },
};

const folder = mkdtempSync(join(tmpdir(), "candor-read-"));
const file = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** The shares of a question's answers. */
const shareOf = (question) =>
  CATEGORIES.map((value) => answers.filter((row) => row[question] === value).length / answers.length);
const plan = file("plan.json", designed(SURVEY));
const answers = Array.from({ length: 4000 }, (_, i) => {
  const smokes = i % 4 === 0;
  return [smokes ? "yes" : "no", (smokes ? i % 3 > 0 : i % 10 === 1) ? "yes" : "no", CATEGORIES[i % 7 < 4 ? 0 : i % 3]];
});
const truth = file("answers.csv", [["smokes", "coughs", "sings"], ...answers].map((row) => `${row.join()}\n`).join(""));
const reports = file("reports.ndjson", candor("perturb", plan, "--answers", truth, "--seed", "5"));
const [firstReport] = readFileSync(reports, "utf8").split("\n", 1);
const counts = file("counts.json", candor("count", plan, reports, "--pairs", "--format", "json"));

const collector = await Collector.open();
await collector.fill(60);
const browser = await openBrowser();
after(async () => {
  await browser.close();
  await collector.close();
  rmSync(folder, { recursive: true });
});

async function openReading(options = {}, fragment = "") {
  const page = await openPage(browser, {
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  await page.goto(`${collector.origin}/read.html${fragment}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

const choose = (page, ...files) => page.locator(".drop input").setInputFiles(files);
const finished = (page) => page.locator(".busy").waitFor({ state: "hidden" });

async function read(page, ...files) {
  await choose(page, ...files);
  await page.locator("#pair-title").waitFor();
  await page.locator(".ruled figure svg").first().waitFor();
  await finished(page);
}

async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return contents(download);
}

/** What the page shows by default: the best guess. Its files for programs are unbiased. */
const AUTO = ["--method", "auto"];
const OF_ALL = ["--tables", "smokes", "coughs", "sings", "smokes,coughs"];

test("files are read in the tab alone, and what is taken away is what the program writes", async () => {
  const page = await openReading();
  await finished(page);
  await page.waitForLoadState("networkidle");
  const asked = [];
  page.on("request", (request) => asked.push(request));
  await read(page, plan, reports);
  await page.getByText("Habits: 4,000 reports.").waitFor();
  assert.equal(await page.locator(".card figure svg").count(), 3);

  const json = JSON.parse(await saved(page, "JSON"));
  const expected = JSON.parse(candor("estimate", plan, reports, ...OF_ALL, "--format", "json"));
  assert.deepEqual(json, expected);
  assert.equal(String(await saved(page, "CSV")), candor("estimate", plan, reports, ...OF_ALL, "--format", "csv"));

  const sheets = await readSheets(await saved(page, "XLSX"));
  assert.equal(sheets.length, 5);
  assert.deepEqual(
    [sheets[4].sheet, ...sheets[4].data],
    [
      "Data dictionary",
      ["Name", "Question", "Value", "Answer", "Valid answer"],
      ...SURVEY.attributes.flatMap(({ name, question, categories }) =>
        categories.map((value) => [name, question, value, value, "yes"]),
      ),
    ],
  );
  const shown = JSON.parse(candor("estimate", plan, reports, ...OF_ALL, ...AUTO, "--format", "json"));
  await page.getByText("Shares are a best guess from all questions together").waitFor();
  for (const [place, { cells, attributes }] of shown.tables.entries()) {
    const [headings, ...rows] = sheets[place].data;
    assert.deepEqual(headings.slice(0, attributes.length + 4), [
      ...attributes.map((name) => SURVEY.attributes.find((each) => each.name === name).question),
      "Estimate",
      "Standard error",
      "From",
      "To",
    ]);
    const numbers = rows.map((row) => row.slice(attributes.length, attributes.length + 4));
    assert.deepEqual(
      numbers,
      cells.map((cell) => [shownShare(cell), cell.standard_error, cell.lower, cell.upper]),
    );
  }
  const own = asked.map((request) => request.url()).filter((url) => !/^(blob|data):/.test(url));
  assert.ok(
    own.every((url) => url.startsWith(`${collector.origin}/assets/`)),
    `${own}`,
  );
  assert.ok(asked.every((request) => request.method() === "GET"));
  assert.deepEqual(await traces(page), []);
  assert.deepEqual(faults(page), []);
});

test("a picture stands by itself, and its numbers are a table", async () => {
  const page = await openReading();
  await read(page, plan, counts);
  const svg = String(await saved(page, "Picture as SVG: Do you smoke?"));
  assert.ok(svg.includes("xmlns=") && !/var\(|color-mix|class=/.test(svg), svg.slice(0, 400));
  const png = await saved(page, "Picture as PNG: Do you smoke? × Do you cough?");
  assert.deepEqual(
    [...png.subarray(1, 4)],
    [..."PNG"].map((letter) => letter.charCodeAt(0)),
  );
  mkdirSync(new URL("../output", import.meta.url), { recursive: true });
  writeFileSync(new URL("../output/read-picture.png", import.meta.url), png);
  const estimated = JSON.parse(candor("estimate", plan, reports, "--tables", "smokes", ...AUTO, "--format", "json"))
    .tables[0];
  const cells = await page.locator(".card").first().locator("tbody tr td:nth-child(2)").allTextContents();
  assert.deepEqual(
    cells.map((text) => text.replace("\u00a0", " ")),
    estimated.cells.map((cell) => `${(100 * shownShare(cell)).toFixed(1)} %`),
  );
});

/** How many forged reports with the most influential label move a cell by half its interval. */
const forgeable = ({ fragility }) => fragility?.worst_label ?? Number.POSITIVE_INFINITY;

test("two questions: differences with errors, and the calibrated test of the program", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  const given = ["--tables", "smokes,coughs", "--given", "smokes", ...AUTO, "--format", "json"];
  const [table] = JSON.parse(candor("estimate", plan, reports, ...given)).tables;
  const shown = await page
    .locator("section[aria-labelledby=pair-title] .shown > .scroll tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.cells[2].textContent.replace("\u00a0", " ").replace("−", "-")));
  assert.deepEqual(
    shown,
    shownDifferences(table).map((difference) => (100 * difference).toFixed(1)),
  );
  await page.getByRole("columnheader", { name: "Difference, in percentage points" }).waitFor();
  await page.getByText("An association of this size or more would be chance in few surveys").waitFor();
  await page.getByLabel("Answers, across").selectOption("sings");
  const sung = JSON.parse(candor("test", plan, reports, "--tables", "smokes,sings", "--format", "json")).tables[0];
  const said = sung.rejected ? "An association" : "No association was found";
  await page.getByText(`p = ${sung.calibrated.p_value.toFixed(4)}`).waitFor();
  await page.getByText(said).waitFor();
  const { worst_label: worst } = sung.fragility;
  const many = worst === null ? "\u2066> 4,000\u2069" : worst.toLocaleString("en");
  await page.getByText(`About so many could turn this result (at 5 %): ${many} forged reports`).waitFor();
  const pair = page.locator("section[aria-labelledby=pair-title]");
  const joint = candor("estimate", plan, reports, "--tables", "smokes,sings", ...AUTO, "--format", "json");
  const least = Math.min(...JSON.parse(joint).tables[0].cells.map(forgeable));
  await pair.getByText(`by half its interval: ${least.toLocaleString("en")} forged reports`).waitFor();
  assert.match(page.url(), /#across=sings$/);
  await page.getByLabel("Groups, down").selectOption("sings");
  const across = page.getByLabel("Answers, across");
  await across.locator("option", { hasText: "How often do you sing?" }).waitFor({ state: "detached" });
  assert.deepEqual(await across.locator("option").allTextContents(), ["Do you smoke?", "Do you cough?"]);
});

/** Groups of which the last has few people, at a small ε: some of its estimates are not possible shares. */
const SMALL = {
  survey: "small-groups",
  title: "Small groups",
  attributes: [
    { name: "trade", question: "What is your trade?", categories: ["baker", "carpenter", "lacemaker"] },
    { name: "hurt", question: "Were you hurt at work?", categories: ["never", "once", "often"] },
    { name: "told", question: "Did you tell anybody?", categories: ["no", "yes"] },
  ],
  privacy: { record_epsilon: 1.5, method: "analysis" },
};

/** The plan with small groups, and reports of this many people who give all answers in turn. */
function ofSmallGroups(people) {
  const [trades, hurts] = SMALL.attributes.map(({ categories }) => categories);
  const rows = Array.from({ length: people }, (_, i) => {
    const trade = trades[i % 40 === 0 ? 2 : i % 2];
    return [trade, hurts[i % 9 === 0 ? 1 : i % 50 === 1 ? 2 : 0], i % 3 === 0 ? "yes" : "no"].join();
  });
  const small = file("small-plan.json", designed(SMALL));
  const told = file("small.csv", ["trade,hurt,told", ...rows, ""].join("\n"));
  return [small, file("small.ndjson", candor("perturb", small, "--answers", told, "--seed", "9"))];
}

/** Every percentage in a text as a share of 1, and every interval as two of them. */
const percentages = (text) =>
  [...text.matchAll(/([−-]?[\d.]+)\u00a0%/g)].map(([, digits]) => Number(digits.replace("−", "-")) / 100);

test("of small groups at a small ε nothing is shown that cannot be, on the page, in pictures and in XLSX", async () => {
  const [small, few] = ofSmallGroups(600);
  const page = await openReading();
  await read(page, small, few);
  const given = ["--tables", "trade,hurt", "--given", "trade", "--format", "json"];
  await page.getByLabel("Reconstruction").selectOption("inverse");
  await finished(page);
  const [grouped] = JSON.parse(candor("estimate", small, few, ...given)).tables;
  const apart = shownDifferences(grouped);
  assert.ok(grouped.differences.some(({ estimate }) => Math.abs(estimate) > 5) && apart.includes(null));
  const singles = JSON.parse(candor("estimate", small, few, "--tables", "hurt", "trade,hurt", "--format", "json"));
  assert.ok(singles.tables.some(({ cells }) => cells.some(({ estimate }) => estimate < 0)));

  const text = await page.locator("main").innerText();
  assert.ok(percentages(text).length > 20 && percentages(text).every((share) => 0 <= share && share <= 1), text);
  const differences = page.locator("section[aria-labelledby=pair-title] .shown > .scroll tbody tr");
  const shown = await differences.evaluateAll((rows) =>
    rows.map((row) => [row.cells[2], row.cells[3]].map((cell) => cell.textContent)),
  );
  const points = (difference) =>
    (100 * difference)
      .toFixed(1)
      .replace(/^-(?=.*[1-9])/, "−")
      .replace("-", "");
  assert.deepEqual(
    shown,
    grouped.differences.map(({ lower, upper }, place) =>
      apart[place] === null
        ? ["too few reports to tell", ""]
        : [points(apart[place]), `${points(lower)} – ${points(upper)}`],
    ),
  );
  for (const row of await page.locator("figure tbody tr").evaluateAll((rows) => rows.map((each) => each.textContent))) {
    if (row.includes("too few reports to tell")) continue;
    const [share, ...ends] = row
      .match(/[\d.]+/g)
      .slice(-3)
      .map(Number);
    assert.ok(ends[0] <= share && share <= ends[1], row);
  }
  for (const svg of [
    await saved(page, "Picture as SVG: Were you hurt at work?"),
    await saved(page, "Picture as SVG: What is your trade? × Were you hurt at work?"),
  ])
    assert.ok(
      percentages(String(svg)).length > 0 && percentages(String(svg)).every((share) => 0 <= share && share <= 1),
    );
  const sheets = await readSheets(await saved(page, "XLSX"));
  const document = JSON.parse(await saved(page, "JSON"));
  for (const [place, { cells, attributes }] of document.tables.entries()) {
    const rows = sheets[place].data.slice(1).map((row) => row.slice(attributes.length, attributes.length + 4));
    assert.deepEqual(
      rows,
      cells.map((cell) =>
        shownShare(cell) === null
          ? ["too few reports to tell", null, null, null]
          : [shownShare(cell), cell.standard_error, cell.lower, cell.upper],
      ),
    );
  }
  assert.ok(
    document.tables.some(({ cells }) => cells.some(({ estimate }) => estimate < 0)),
    "JSON has them unbiased",
  );
  await picture(page, "read-small-groups");
});

for (const [locale, few] of inLanguages([
  ["en-GB", "too few reports to tell"],
  ["es", "muy pocos informes para saberlo"],
  ["ja", "報告が少なすぎて不明"],
  ["ar", "التقارير أقل من أن تدل"],
])) {
  test(`a handful of reports tells nothing, which is said in ${locale}`, async () => {
    const [small, handful] = ofSmallGroups(6);
    const page = await openReading({ locale });
    await read(page, small, handful);
    const said = page.locator(".card figure tbody td", { hasText: few });
    assert.ok((await said.count()) >= 6, "in tables");
    assert.ok((await page.locator(".card figure svg text", { hasText: few.split(" ")[0] }).count()) > 0, "in charts");
    assert.equal(await page.locator(".card figure rect").count(), 0, "no bar is drawn");
    assert.deepEqual(await violations(page), []);
    await picture(page, `read-few-${locale}`);
  });
}

test("only questions that the plan can show together are offered, and no word is for engineers alone", async () => {
  const survey = {
    survey: "three",
    attributes: SURVEY.attributes,
    tables: [["smokes", "coughs"], ["sings"]],
    privacy: { record_epsilon: 0.5, method: "labelled" },
  };
  const three = file("three-plan.json", designed(survey));
  const page = await openReading({}, "#down=smokes&across=sings");
  await read(page, three, file("three.ndjson", candor("perturb", three, "--answers", truth, "--seed", "4")));
  const across = page.getByLabel("Answers, across");
  assert.deepEqual(await across.locator("option").allTextContents(), ["Do you cough?"]);
  await page.getByText("Only questions that the plan can show together are offered.").waitFor();
  await page.getByLabel("Groups, down").selectOption("sings");
  await page.getByText("The plan cannot show “How often do you sing?” together with another question.").waitFor();
  assert.ok(await across.isDisabled());
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page
    .getByText(
      "Left out, as the reports say too little about them, or one question decides the other’s answers: 2 pairs.",
    )
    .waitFor();
  const text = await page.locator("main").innerText();
  assert.doesNotMatch(text, /condition|\binf\b|pools|smokes|coughs|sings|attributes/);
});

test("the search finds the pair that goes together, with the program's corrected p-values", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/of 3 pairs are associated/).waitFor();
  const tables = JSON.parse(candor("test", plan, reports, "--screen", "--format", "json")).tables;
  const rows = await page
    .locator("section[aria-labelledby=search-title] tbody tr")
    .evaluateAll((each) => each.map((row) => Array.from(row.cells, (cell) => cell.textContent)));
  const p = (value) => (value < 0.0001 ? "< 0.0001" : value.toFixed(4));
  assert.deepEqual(
    rows.map((row) => row.slice(3, 6)),
    tables.map((t) => [p(t.calibrated.p_value), p(t.holm), p(t.benjamini_hochberg)]),
  );
  assert.equal(rows[0][0], "Do you smoke? × Do you cough?");
  assert.equal(rows[0][6], "association");
});

test("of waves of few reports is said how their p-values were found", async () => {
  const page = await openReading();
  const lines = readFileSync(reports, "utf8").trim().split("\n");
  const few = file("few.ndjson", `${lines.slice(0, 12).join("\n")}\n`);
  const wave = file("few-again.ndjson", `${lines.slice(12, 24).join("\n")}\n`);
  await read(page, plan, few);
  const section = page.locator("section[aria-labelledby=waves-title]");
  await page.locator("input.wave").setInputFiles([plan, wave]);
  const found = section.locator(".shown > .scroll tbody td");
  await found.first().waitFor();
  const equality = ["--test", "equality", "--other-reports", wave, "--format", "json"];
  const { tables } = JSON.parse(candor("test", plan, few, "--tables", "smokes", "coughs", "sings", ...equality));
  const sentences = {
    permutation: (draws) => `from ${draws} surveys in which the reports were shuffled between the two waves.`,
    bootstrap: (draws) => `from ${draws} simulated surveys in which the hypothesis holds.`,
    "chi-squared": () => "",
  };
  const notes = tables.map(({ null_distribution: { method, draws } }) => sentences[method](draws.toLocaleString("en")));
  assert.ok(notes.some((note) => note !== ""));
  const shown = await found.allTextContents();
  for (const [place, note] of notes.entries()) {
    assert.ok(shown[place].endsWith(note), shown[place]);
    assert.equal(shown[place].includes("There are few reports"), note !== "");
  }
  assert.equal(await found.count(), notes.length);
});

test("another wave stands beside this one, with the program's test of equality", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  const others = answers.map((row, i) => (i % 5 === 0 ? ["yes", ...row.slice(1)] : row));
  const changed = file(
    "changed.csv",
    [["smokes", "coughs", "sings"], ...others].map((row) => `${row.join()}\n`).join(""),
  );
  const other = {
    ...SURVEY,
    survey: "habits-again",
    attributes: SURVEY.attributes.slice(0, 2).toReversed(),
    privacy: { record_epsilon: 4 },
  };
  const otherPlan = file("other-plan.json", designed(other));
  const kept = file("two.csv", readFileSync(changed, "utf8").replaceAll(/,[a-z]+\n/g, "\n"));
  const wave = file("wave.ndjson", candor("perturb", otherPlan, "--answers", kept, "--seed", "6"));
  const section = page.locator("section[aria-labelledby=waves-title]");
  const add = (...files) => page.locator("input.wave").setInputFiles(files);
  await add(otherPlan, wave);
  const rows = section.locator(".shown > .scroll tbody tr");
  await rows.first().waitFor();
  const cells = (each) => each.map((row) => Array.from(row.cells, (cell) => cell.textContent));
  const equality = ["--test", "equality", "--other-reports", wave, "--other-plan", otherPlan, "--format", "json"];
  const { tables } = JSON.parse(candor("test", plan, reports, "--tables", "smokes", "coughs", ...equality));
  const p = (value) => (value < 0.0001 ? "< 0.0001" : value.toFixed(4));
  assert.deepEqual(await rows.evaluateAll(cells), [
    ["Do you smoke?", "wave.ndjson", p(tables[0].holm)],
    ["Do you cough?", "wave.ndjson", p(tables[1].holm)],
  ]);
  const shares = (asked, ...files) =>
    JSON.parse(candor("estimate", ...files, "--tables", asked, ...AUTO, "--format", "json")).tables[0].cells.map(
      ({ estimate }) => `${(100 * estimate).toFixed(1)} %`,
    );
  const [before, after] = [shares("smokes", plan, reports), shares("smokes", otherPlan, wave)];
  const svg = String(await saved(page, "Picture as SVG: Compare with other waves: Do you smoke?"));
  assert.ok(svg.includes("Estimated from 4,000 + 4,000 reports."), "how many reports each wave has");
  const drawn = async () => {
    const found = await section.locator(".card").first().locator("tbody tr").evaluateAll(cells);
    return found.map((row) => row.slice(0, 3).map((text) => text.replaceAll("\u00a0", " ")));
  };
  assert.deepEqual(await drawn(), [
    ["no", "1. This wave", before[0]],
    ["no", "2. wave.ndjson", after[0]],
    ["yes", "1. This wave", before[1]],
    ["yes", "2. wave.ndjson", after[1]],
  ]);
  await section.locator(".card figure svg").nth(1).waitFor();
  assert.equal(await section.locator(".card figure svg").count(), 2);

  const third = file("third.ndjson", candor("perturb", plan, "--answers", truth, "--seed", "9"));
  await add(third);
  await section.locator("ol li").nth(2).waitFor();
  assert.equal(await section.locator(".card").count(), 3, "a question that two of three waves ask is drawn");
  assert.equal(await rows.count(), 5);
  await page.getByRole("button", { name: "Earlier: third.ndjson" }).click();
  await section.locator("ol li").nth(1).getByText("third.ndjson").waitFor();
  assert.deepEqual((await drawn()).slice(0, 3), [
    ["no", "1. This wave", before[0]],
    ["no", "2. third.ndjson", shares("smokes", plan, third)[0]],
    ["no", "3. wave.ndjson", after[0]],
  ]);
  assert.equal((await section.locator(".card").last().locator("tbody tr").count()) / CATEGORIES.length, 2);
  await picture(page, "read-waves");
  await add(third);
  await page.getByRole("button", { name: "Leave out: third.ndjson (2)" }).click();
  await section.locator("ol li").nth(3).waitFor({ state: "detached" });
  await finished(page);
  assert.deepEqual(await violations(page), []);
  await page.getByText("Habits: 4,000 reports.").waitFor();
  await page.locator("input.wave").setInputFiles([file("no-wave.json", "{}")]);
  await page.getByRole("alert").getByText("is JSON, but no plan").waitFor();
  assert.equal(await section.locator("ol li").count(), 3);
});

test("known shares: the program's test of fit, and what adds up to 100 alone", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  const card = page.locator(".card").nth(2);
  await card.getByText("Compare with known shares").click();
  const form = card.getByRole("form");
  const compare = async (...shares) => {
    for (const [place, share] of shares.entries()) await form.locator("input").nth(place).fill(share);
    await form.getByRole("button", { name: "Compare" }).click();
  };
  await compare("70", "20", "20");
  await form.getByText("They add up to 110.0 %, and have to add up to 100 %.").waitFor();
  for (const [shares, verdict] of [
    [[0.2, 0.4, 0.4], "A difference of this size or more"],
    [shareOf(2), "No difference from these shares was found"],
  ]) {
    await compare(...shares.map((share) => `${100 * share}`));
    const wanted = ["--tables", "sings", "--test", "fit", "--shares", shares.join(), "--format", "json"];
    const { p_value } = JSON.parse(candor("test", plan, reports, ...wanted)).tables[0].calibrated;
    await form.getByText(`p ${p_value < 0.0001 ? "< 0.0001" : `= ${p_value.toFixed(4)}`}`).waitFor();
    await form.getByText(verdict).waitFor();
  }
  await picture(page, "read-known");
});

test("a mosaic has the numbers of the heat map, and the link says which it is", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  await page.getByLabel("Answers, across").selectOption("sings");
  const numbers = page.locator("section[aria-labelledby=pair-title] figure table").last();
  await numbers.getByText("sometimes").first().waitFor();
  const before = await numbers.textContent();
  await page.getByLabel("Drawn as").selectOption("mosaic");
  await page.getByText("Every band is a group").waitFor();
  await finished(page);
  assert.equal(await numbers.textContent(), before);
  assert.match(page.url(), /#as=mosaic&across=sings$|#across=sings&as=mosaic$/);
  await page.locator("section[aria-labelledby=pair-title] figure svg").last().waitFor();
  // Areas are the shares: of two tiles of one band, as their widths.
  const tiles = await page
    .locator("section[aria-labelledby=pair-title] figure svg")
    .last()
    .evaluate((chart) =>
      [...chart.querySelectorAll("rect:has(title)")].map((rect) => {
        const { width, height } = rect.getBBox();
        return { area: width * height, text: rect.querySelector("title").textContent };
      }),
    );
  const total = tiles.reduce((sum, { area }) => sum + area, 0);
  assert.equal(tiles.length, 6);
  for (const { area, text } of tiles) {
    const share = Number(/: (-?[\d.]+)/.exec(text.replace("−", "-"))[1]) / 100;
    assert.ok(Math.abs(area / total - share) < 0.02, `${text}: ${area / total}`);
  }
  await picture(page, "read-mosaic");
  assert.deepEqual(await violations(page), []);
});

test("reports in Parquet, as the program writes them, compressed otherwise, and one that is cut off", async () => {
  const page = await openReading();
  const parquet = join(folder, "reports.parquet");
  candor("perturb", plan, "--answers", truth, "--seed", "5", "-o", parquet);
  await read(page, plan, parquet);
  await page.getByText("Habits: 4,000 reports.").waitFor();
  const estimated = JSON.parse(candor("estimate", plan, parquet, ...OF_ALL, "--format", "json"));
  assert.deepEqual(JSON.parse(await saved(page, "JSON")), estimated);
  const two = {
    ...SURVEY,
    attributes: SURVEY.attributes.slice(0, 2),
    privacy: { record_epsilon: 5, method: "analysis" },
  };
  const [twoPlan, packed] = [file("two.json", designed(two)), join(CASES, "two-questions.zstd.parquet")];
  const other = await openReading();
  await read(other, twoPlan, packed);
  const wanted = ["--tables", "smokes", "coughs", "smokes,coughs", "--format", "json"];
  assert.deepEqual(JSON.parse(await saved(other, "JSON")), JSON.parse(candor("estimate", twoPlan, packed, ...wanted)));
  await choose(page, file("cut.parquet", readFileSync(parquet).subarray(0, -9)));
  await page.getByRole("alert").getByText("cut.parquet has no reports of the open plan").waitFor();
  await page.getByText("Habits: 4,000 reports.").waitFor();
});

test("a link holds names and settings; whoever opens it looks at the same", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  await page.getByLabel("Confidence of intervals").selectOption("0.99");
  await finished(page);
  await page.getByLabel("Answers, across").selectOption("sings");
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(new URL(link).hash, "#confidence=0.99&across=sings");
  const other = await openReading({}, new URL(link).hash);
  await read(other, plan, counts);
  assert.equal(await other.getByLabel("Confidence of intervals").inputValue(), "0.99");
  assert.equal(await other.getByLabel("Answers, across").inputValue(), "sings");
  const wanted = ["--tables", "smokes", "coughs", "sings", "smokes,sings", "--confidence", "0.99", "--format", "json"];
  assert.deepEqual(JSON.parse(await saved(other, "JSON")), JSON.parse(candor("estimate", plan, reports, ...wanted)));
  const strange = await openReading({}, "#confidence=7&method=%3Cscript%3E&across=nobody");
  await read(strange, plan, counts);
  assert.equal(await strange.getByLabel("Confidence of intervals").inputValue(), "0.95");
});

test("the totals of the collector, with the estimates it gives", async () => {
  const page = await openReading();
  await page.getByRole("button", { name: "Read the totals" }).click();
  await page.locator(".ruled figure svg").first().waitFor();
  await page.getByText(/: 60 reports\.$/).waitFor();
  const { survey, attributes } = await collector.plan();
  const [first] = attributes;
  const { tables } = JSON.parse(await saved(page, "JSON"));
  const asked = await collector.json(`/estimates?survey=${survey}&tables=${first.name}`);
  assert.deepEqual(tables[0].cells, asked.tables[0].cells);
  const [{ fingerprint, title, published }] = await collector.json("/surveys");
  assert.equal(new URL(page.url()).hash, `#${new URLSearchParams({ plan: fingerprint })}`);
  const day = new Date(published).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
  const named = `${title} · published ${day} · 60 reports · plan ${fingerprint.slice("sha256:".length).slice(0, 8)}`;
  assert.deepEqual(await page.locator(".panel select").locator("option").allTextContents(), [named]);
  const before = await openReading({}, `#survey=${survey}`);
  await before.getByRole("button", { name: "Read the totals" }).click();
  await before.getByText(/: 60 reports\.$/).waitFor();
  assert.equal(await page.getByText("Totals of a collector have no counts").count(), 2);
  await page.getByText("Who sees the totals alone can learn as much of one person as from the report").waitFor();
});

test("of a collector's totals only questions that can be estimated together are offered, of however many", async () => {
  const names = Array.from({ length: 30 }, (_, i) => `q${i + 1}`);
  const survey = {
    survey: "many",
    attributes: names.map((name) => ({ name, question: `Question ${name}?`, categories: ["no", "yes"] })),
    tables: [["q1", "q2"], ["q1", "q3"], ...names.slice(3).map((name) => [name])],
    privacy: { record_epsilon: 2, method: "labelled" },
  };
  const many = await Collector.open({ survey: file("many.json", JSON.stringify(survey)) });
  try {
    await many.fill(500);
    const page = await openPage(browser, { locale: "en-GB" });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).searchParams.getAll("tables").join(" ")));
    await page.goto(`${many.origin}/read.html`);
    await page.getByRole("button", { name: "Read the totals" }).click();
    const across = page.getByLabel("Answers, across").locator("option");
    await across.nth(1).waitFor({ state: "attached" });
    assert.deepEqual(await across.allTextContents(), ["Question q2?", "Question q3?"]);
    await page.getByLabel("Groups, down").selectOption("q2");
    await across.nth(1).waitFor({ state: "detached" });
    assert.deepEqual(await across.allTextContents(), ["Question q1?"]);
    assert.ok(!asked.some((tables) => tables.includes(",") && tables !== "q1,q2"), `no pair is tried: ${asked}`);
  } finally {
    await many.close();
  }
});

test("a survey that was published again: reports of its earlier plan are read by its fingerprint", async () => {
  const authors = join(folder, "authors.txt");
  const token = candor("database", "token", "an author", "--authors", authors).trim();
  const since = utcDay();
  const again = await Collector.open({ survey: file("habits.json", JSON.stringify(SURVEY)), authors });
  try {
    await again.fill(40);
    await again.transfer(SURVEY.survey, "an author");
    const period = { opens: "2026-01-02T12:00:00Z", closes: "2998-03-04T12:00:00Z" };
    const newer = file("newer.json", designed({ ...SURVEY, ...period, privacy: { record_epsilon: 4 } }));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const published = await fetch(`${again.origin}/plans`, { method: "POST", headers, body: readFileSync(newer) });
    assert.equal(published.status, 201);
    await again.fill(50, 2, newer);
    // West of Greenwich, where a day in UTC begins on the evening before.
    const page = await openPage(browser, { locale: "en-GB", timezoneId: "America/Los_Angeles" });
    const plans = await again.json("/surveys");
    for (const { published: day } of plans) assert.ok(since <= day && day <= utcDay(), day);
    // As if months had passed between the two.
    const days = ["2025-11-30", "2026-03-03"];
    await page.route("**/surveys", (route) =>
      route.fulfill({ json: plans.map((plan, place) => ({ ...plan, published: days[place] ?? null })) }),
    );
    await page.goto(`${again.origin}/read.html`);
    const choice = page.locator(".panel select");
    await choice.locator("option").nth(1).waitFor({ state: "attached" });
    const [earlierStart, newerStart] = plans.map(({ fingerprint }) => fingerprint.slice("sha256:".length).slice(0, 8));
    assert.deepEqual(await choice.locator("option").allTextContents(), [
      `Habits · published Mar 3, 2026 · Jan 2, 2026 to Mar 4, 2998 · 50 reports · plan ${newerStart}`,
      `Habits · published Nov 30, 2025 · 40 reports · plan ${earlierStart}`,
    ]);
    for (const { fingerprint, reports: told } of plans.toReversed()) {
      await choice.selectOption(fingerprint);
      await page.getByRole("button", { name: "Read the totals" }).click();
      await page.getByText(`Habits: ${told} reports.`).waitFor();
      await page.locator(".ruled figure svg").first().waitFor();
      assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("plan"), fingerprint);
    }
    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await choice.locator("option").nth(1).waitFor({ state: "attached" });
    assert.equal(await choice.inputValue(), plans[0].fingerprint, "the link opens the earlier plan");
    await picture(page, "read-plans");
  } finally {
    await again.close();
  }
});

test("a collector that asks for a token tells its totals to whoever has it, and the token stays in the tab's session", async () => {
  const readers = join(folder, "readers.txt");
  const token = candor("database", "token", "the office", "--readers", readers).trim();
  const guarded = await Collector.open({ readers });
  try {
    const page = await openPage(browser, { locale: "en-GB" });
    await page.goto(`${guarded.origin}/read.html`);
    const field = page.getByLabel("Reader’s token, where one is needed");
    await field.fill("no token");
    await page.getByRole("button", { name: "Read the totals" }).click();
    await page.getByRole("alert").getByText("The collector needs a token").waitFor();
    await field.fill(token);
    await page.getByRole("button", { name: "Read the totals" }).click();
    await page.getByRole("alert").getByText("there are too few reports").waitFor();
    await guarded.fill(50);
    await page.getByRole("button", { name: "Read the totals" }).click();
    await page.getByText(/: 50 reports\./).waitFor();
    await page.locator(".card figure svg").first().waitFor();
    assert.ok(!page.url().includes(token));
    const kept = await page.evaluate(() => [
      Object.values(localStorage),
      Object.values(sessionStorage),
      document.cookie,
    ]);
    assert.deepEqual(kept, [[], [token], ""]);
    await guarded.stop();
    await page.getByRole("button", { name: "Read the totals" }).click();
    await page.getByRole("alert").getByText("cannot be reached").waitFor();
    assert.ok((await page.locator(".card figure svg").count()) > 0);
    await guarded.start();
  } finally {
    await guarded.close();
  }
});

test("what cannot be read is said, and what is open stays", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  const said = async (text, ...files) => {
    await choose(page, ...files);
    await page.getByRole("alert").getByText(text).waitFor();
    await finished(page);
    assert.equal(await page.locator(".card figure svg").count(), 3, text);
    await page.getByText("Habits: 4,000 reports.").waitFor();
  };
  const written = JSON.parse(readFileSync(plan, "utf8"));
  await said("is JSON, but no plan", file("large.json", JSON.stringify({ rows: Array(1_000_000).fill("10 bytes") })));
  await said("begins like JSON but is not", file("half.json", readFileSync(plan).subarray(0, 400)));
  await said(
    "is not a plan that can be trusted",
    file("changed.json", JSON.stringify({ ...written, survey: "other" })),
  );
  await said(
    "is a database",
    file("half.db", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(5000, 7)])),
  );
  await said("has no reports", file("reports.parquet", "PAR1...."));
  await said("is neither JSON nor text", file("picture.png", Buffer.from([137, 80, 78, 71, 0, 1, 2])));
  await said("is neither JSON nor text", file("empty.json", ""));
  await said(
    "has no counts",
    file("others.json", JSON.stringify({ ...JSON.parse(readFileSync(counts)), plan: "sha256:00" })),
  );
  await said(/has no reports.*line 2/, file("cut.ndjson", `${firstReport}\n${firstReport.slice(0, 40)}`));
  await said("has no reports", file("strange \u202e<b>.csv", "a,b\n1,2\n"));
  assert.equal(await page.locator(".said b").count(), 0);
  await page.locator(".drop").evaluate((panel) => {
    const transfer = new DataTransfer();
    const dropped = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
    Object.defineProperty(dropped, "dataTransfer", {
      value: { files: [], items: [{ webkitGetAsEntry: () => ({ isDirectory: true, name: "my folder" }) }] },
    });
    panel.dispatchEvent(dropped);
  });
  await page.getByText("my folder is a folder").waitFor();
  await picture(page, "read-refused");
  assert.deepEqual(faults(page), []);
});

test("reports wait for their plan; the same file twice counts once; all can be closed", async () => {
  const page = await openReading();
  await choose(page, reports);
  await page.getByText("These reports are kept here until you add their plan.").waitFor();
  await read(page, plan);
  await choose(page, reports);
  await page.getByText("4,000 came again and counted once.").waitFor();
  await finished(page);
  await page.getByRole("button", { name: "Close all files" }).click();
  assert.equal(await page.locator(".card").count(), 0);
});

test("counting can be stopped, and what was open is still open", async () => {
  const page = await openReading();
  await read(page, plan, counts);
  const header = `perturbed\n`;
  const line = `${JSON.parse(firstReport).perturbed.join(" ")}\n`;
  const large = file("large.csv", header + line.repeat(3_000_000));
  await choose(page, large);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. What was open before is still open.").waitFor();
  assert.equal(await page.locator(".card figure svg").count(), 3);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/of 3 pairs are associated/).waitFor();
});

for (const [language, heading, direction] of inLanguages([
  ["es", "Leer una encuesta", "ltr"],
  ["ja", "調査結果を読む", "ltr"],
  ["ar", "قراءة استبيان", "rtl"],
])) {
  test(`in ${language}, without a violation of axe`, async () => {
    const page = await openReading({ locale: language });
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    assert.equal(await page.locator("html").getAttribute("dir"), direction);
    await read(page, plan, reports);
    assert.deepEqual(await violations(page), []);
    await picture(page, `read-${language}`);
  });
}

test("numbers are written as in the page's language, in charts, tables and sentences", async () => {
  const page = await openReading({ locale: "es" });
  await read(page, plan, reports);
  const card = page.locator(".card").first();
  for (const within of [card.locator("svg"), card.locator("tbody"), card.locator(".quotation > p")]) {
    const text = await within.textContent();
    assert.match(text, /\d,\d\s?%/);
    assert.doesNotMatch(text, /\d\.\d/);
  }
});

for (const { colorScheme, width } of looks([360, 768, 1280])) {
  test(`${colorScheme}, ${width}: no violation of axe, nothing cut off`, async () => {
    const page = await openReading({ fonts: true, colorScheme, viewport: { width, height: 800 } });
    await page.getByRole("button", { name: "Read the totals" }).waitFor();
    assert.deepEqual(await violations(page), [], "empty");
    await picture(page, `read-empty-${colorScheme}-${width}`);
    await read(page, plan, reports);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText(/of 3 pairs are associated/).waitFor();
    assert.deepEqual(await violations(page), [], "read");
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "the page scrolls sideways",
    );
    await picture(page, `read-${colorScheme}-${width}`);
  });
}

test("everything is reached by keyboard, from the head to the link, in the order it is seen", async () => {
  const page = await openReading();
  await read(page, plan, reports);
  await page.locator("h1").evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  const names = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.textContent?.slice(0, 40) ?? "");
    names.push(name);
    if (name.startsWith("Copy a link")) break;
  }
  const order = [
    "Choose files",
    "Read the totals",
    "Close all files",
    "SVG",
    "Search",
    "CSV",
    "Copy a link to this view",
  ];
  const places = order.map((name) => names.indexOf(name));
  assert.ok(
    places.every((place, i) => place >= 0 && (i === 0 || place > places[i - 1])),
    `${names}`,
  );
});

/** Weights on the reading page: the program's estimates of a population, from numbers that are typed or pasted; what is not weighted says so. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { CHROMIUM } from "./chromium.mjs";
import { cells, finished, kept, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";

const SURVEY = {
  survey: "wages",
  title: "Wages",
  attributes: [
    { name: "cheated", question: "Were you paid less than agreed?", categories: ["no", "yes"], optional: true },
    { name: "mood", question: "How do you feel?", categories: ["bad", "neither", "good"] },
    { name: "unpaid", question: "Do you work unpaid hours?", categories: ["no", "yes"] },
  ],
  plain: [
    {
      name: "region",
      question: "Where do you live?",
      categories: [
        { value: "n", label: "North" },
        { value: "s", label: "South" },
        { value: "w", label: "West" },
      ],
    },
    { name: "sex", question: "What are you?", categories: ["woman", "man"] },
  ],
  scores: [{ name: "strain", of: ["mood"], codes: [2, 1, 0] }],
  privacy: { record_epsilon: 4 },
};

// Chromium without windows does not lay out a fieldset in a fold that changed while the fold was closed.
const reading = await Reading.open(SURVEY, { browser: CHROMIUM });
const { plan } = reading;

/** Reports of which three of five are from the north, where fewer are paid less; a third is of women. */
const people = Array.from({ length: 4000 }, (_, i) => {
  const region = "nnnsw"[i % 5];
  const cheated = (i >> 3) % (region === "n" ? 6 : 2) === 0 ? "yes" : "no";
  return [
    cheated,
    ["bad", "neither", "good"][(i >> 2) % 3],
    i % 7 < 3 ? "yes" : "no",
    region,
    (i >> 4) % 3 === 0 ? "woman" : "man",
  ].join();
});
const names = ["cheated", "mood", "unpaid", "region", "sex"];
const reports = reading.reports(people, { names });
const REGION = { n: 0.3, s: 0.5, w: 0.2 };
const weigh = (margins, ...words) => {
  const file = reading.file("margins.json", JSON.stringify(margins));
  return reading.program("weigh", reports, "--margins", file, ...words);
};

/** The shares that the page shows: best guesses. */
const guessed = (margins, ...words) => weigh(margins, ...words, "--method", "loglinear");

const share = (number) => `${(100 * number).toFixed(1)} %`;
/** The rows of a table as the page shows them, after their labels. */
const rowsOf = (table) =>
  table.cells.map(({ shown, lower, upper }) => [share(shown), `${(100 * lower).toFixed(1)}–${share(upper)}`]);
const card = (page, place) => page.locator("section[aria-labelledby=questions-title] .card").nth(place);
const shownIn = async (within) => (await cells(within.locator("figure").first())).map((row) => row.slice(-2));

const FOLD = "Weigh to a known population";
const form = (page) => page.getByRole("form", { name: FOLD });
const margin = (page, name) => form(page).getByRole("group", { name, exact: true });

/** A page with the form unfolded and this column chosen. */
async function unfolded(options, column = "Where do you live?") {
  const page = await reading.read([plan, reports], options);
  await page.getByText(FOLD).click();
  if (column) {
    await form(page).getByRole("checkbox", { name: column }).check();
    await margin(page, column).waitFor();
  }
  return page;
}

const typed = async (page, name, numbers) => {
  for (const [label, number] of Object.entries(numbers))
    await margin(page, name).getByLabel(label).fill(String(number));
};
const PERCENT = { North: 30, South: 50, West: 20 };
const press = (page) => form(page).getByRole("button", { name: "Weigh", exact: true }).click();

/** Weighs to the regions and waits until all is shown anew. */
async function weighed(page) {
  await typed(page, "Where do you live?", PERCENT);
  await press(page);
  await page.getByRole("button", { name: "Remove the weights" }).waitFor();
  await card(page, 2).locator("figure svg").waitFor();
  await finished(page);
}

test("weighted shares are the program's, in charts, sentences, pictures and files, and one press takes the weights away", async () => {
  const page = await unfolded();
  const before = await shownIn(card(page, 0));
  assert.match(await margin(page, "Where do you live?").textContent(), /60.0\u00a0% of the reports/);
  await weighed(page);
  const remove = page.getByRole("button", { name: "Remove the weights" });
  assert.ok(await remove.evaluate((button) => button === document.activeElement), "the focus is where one undoes it");
  const singles = ["--tables", "cheated", "mood", "unpaid"];
  const { tables } = guessed({ region: REGION }, ...singles);
  for (const place of [0, 1, 2]) assert.deepEqual(await shownIn(card(page, place)), rowsOf(tables[place]));
  assert.notDeepEqual(await shownIn(card(page, 0)), before);
  await page.getByText("Shares are a best guess from all questions together").waitFor();
  const effective = Math.round(tables[0].effective).toLocaleString("en");
  const said = `Weighted to what is known (Where do you live?). 4,000 reports tell as much as ${effective} of equal weight; the design effect of the weights is ${(4000 / tables[0].effective).toFixed(2)}.`;
  await page.getByText(said).waitFor();
  const note = "Weighted to what is known of the population (Where do you live?).";
  assert.ok((await card(page, 0).locator(".quotation p").textContent()).endsWith(note));
  const methods = await page.getByLabel("Reconstruction").locator("option").allTextContents();
  assert.deepEqual(methods, ["Best guess", "Unbiased"], "there is no likelihood of weighted reports");

  const { content: svg } = await saved(page, "Picture as SVG: Were you paid less than agreed?");
  const texts = svg
    .toString()
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  assert.ok(texts.includes("Weighted to what is known"), texts);
  const margins = reading.file("margins.json", JSON.stringify({ region: REGION }));
  const pair = await page
    .locator("section[aria-labelledby=pair-title] select")
    .evaluateAll((all) => all.map(({ value }) => value));
  const asked = ["cheated", "mood", "unpaid", `${pair[0]},${pair[1]}`];
  const { name, content } = await saved(page, "CSV");
  assert.equal(name, "wages-weighted.csv");
  assert.equal(
    content.toString(),
    candor("weigh", plan, reports, "--margins", margins, "--tables", ...asked, "--format", "csv"),
  );
  const json = JSON.parse((await saved(page, "JSON")).content);
  const program = weigh({ region: REGION }, "--tables", ...asked);
  assert.deepEqual(json.margins, { region: REGION });
  assert.deepEqual(
    json.tables.map(({ method: _, ...table }) => table),
    program.tables,
  );
  assert.deepEqual(json.scores, reading.program("scores", reports, "--margins", margins).scores);
  await picture(page, "read-weights");
  assert.deepEqual(await violations(page), []);

  await page.getByLabel("Reconstruction").selectOption("Unbiased");
  await finished(page);
  const unbiased = weigh({ region: REGION }, ...singles);
  for (const place of [0, 1, 2]) assert.deepEqual(await shownIn(card(page, place)), rowsOf(unbiased.tables[place]));
  assert.equal(await page.getByText("Shares are a best guess").filter({ visible: true }).count(), 0);
  await page.getByLabel("Reconstruction").selectOption("Best guess");
  await finished(page);

  await remove.click();
  await remove.waitFor({ state: "detached" });
  await card(page, 2).locator("figure svg").waitFor();
  await finished(page);
  assert.deepEqual(await shownIn(card(page, 0)), before);
  assert.equal(await page.getByText("Weighted to").count(), 0);
  assert.ok(await page.getByText(FOLD).evaluate((fold) => fold === document.activeElement));
  await page.getByText(FOLD).click();
  assert.equal(await margin(page, "Where do you live?").getByLabel("South").inputValue(), "50", "numbers are kept");
  assert.deepEqual(faults(page), []);
});

test("shares within groups and their differences are weighted, with the program's numbers", async () => {
  const page = await unfolded();
  const within = page.locator("section[aria-labelledby=pair-title]");
  const before = (await cells(within.locator("figure").first())).map((row) => row[2]);
  await weighed(page);
  await within.getByText("Is there an association?").waitFor();
  const pair = await within.locator("select").evaluateAll((all) => all.map(({ value }) => value));
  const [groups] = pair;
  const asked = names.filter((name) => pair.slice(0, 2).includes(name));
  const program = guessed({ region: REGION }, "--tables", asked.join(), "--given", groups).tables[0];
  const order = [...new Set(program.cells.map(({ categories }) => categories[asked.indexOf(groups)]))];
  const group = ({ categories }) => order.indexOf(categories[asked.indexOf(groups)]);
  const wanted = program.cells.toSorted((one, other) => group(one) - group(other));
  const shown = (await cells(within.locator("figure").first())).map((row) => row[2]);
  assert.deepEqual(
    shown,
    wanted.map(({ shown: own }) => (own === null ? "too few reports to tell" : share(own))),
  );
  assert.notDeepEqual(shown, before);
  const points = ({ shown: apart }) => (100 * Math.abs(apart)).toFixed(1);
  const differences = await within.locator("table").filter({ hasText: "Difference" }).last().textContent();
  for (const own of program.differences.filter(({ shown: apart }) => apart !== null))
    assert.ok(differences.includes(points(own)), `${points(own)}: ${differences}`);
  const quotation = await within.locator(".quotation p").first().textContent();
  assert.ok(quotation.endsWith("Weighted to what is known of the population (Where do you live?)."), quotation);
  assert.deepEqual(faults(page), []);
});

test("scores are weighted, with the program's numbers, also by groups", async () => {
  const page = await unfolded();
  const scores = page.locator("section[aria-labelledby=scores-title]");
  const mean = async () => (await cells(scores.locator("figure").first())).map((row) => row.at(-2));
  const before = await mean();
  await weighed(page);
  const file = reading.file("margins.json", JSON.stringify({ region: REGION }));
  const program = (...words) => reading.program("scores", reports, "--margins", file, ...words).scores[0];
  const shown = ({ shown: own }) => own.toFixed(2);
  assert.deepEqual(await mean(), [shown(program().mean)]);
  assert.notDeepEqual(await mean(), before);
  await scores.getByLabel("Groups").selectOption("unpaid");
  await finished(page);
  const { mean: all, groups } = program("--by", "unpaid");
  assert.deepEqual(await mean(), [all, ...groups.map((group) => group.mean)].map(shown));
  assert.equal(await scores.locator(".unweighted").count(), 0);
  const { name, content } = await saved(page, "CSV: Scores");
  assert.equal(name, "wages-weighted-scores.csv");
  const asked = ["--margins", file, "--by", "unpaid", "--format", "csv"];
  assert.equal(content.toString(), candor("scores", plan, reports, ...asked));
  assert.deepEqual(faults(page), []);
});

test("what is not weighted says so: tests, and in files and reports", async () => {
  const page = await unfolded();
  const within = page.locator("section[aria-labelledby=pair-title]");
  assert.equal(await page.getByText("Not weighted").count(), 0);
  await weighed(page);
  await within.getByText("Is there an association?").waitFor();
  const NOTE = "Not weighted: this is of the people who took part.";
  assert.equal(await within.locator(".unweighted").count(), 1, "of the test of an association");
  assert.equal(await within.locator(".outcomes").count(), 0, "weighted estimates have no covariances");
  await page.locator("section[aria-labelledby=questions-title]").getByText("Compare with known shares").first().click();
  assert.equal(await card(page, 0).locator(".known .unweighted").textContent(), NOTE);
  assert.equal(await card(page, 0).locator(".outcomes").count(), 0, "weighted estimates have no covariances");
  assert.equal(await page.locator("section[aria-labelledby=regression-title] .unweighted").textContent(), NOTE);
  const { content } = await saved(page, "Report as HTML");
  const html = content.toString();
  kept("read-weights.html", content);
  for (const words of ["Weighted to what is known of the population (Where do you live?).", "Weights", NOTE])
    assert.ok(html.includes(words), words);
  for (const format of ["XLSX", "DTA", "SAV", "ZIP: CSV with descriptions"]) {
    const { name, content: file } = await saved(page, format);
    assert.ok(name.startsWith("wages-weighted."), name);
    assert.ok(file.length > 500, format);
  }
  assert.deepEqual(faults(page), []);
});

test("what is missing, not above 0 or does not add up is said beside its field, which gets the focus", async () => {
  const page = await unfolded({}, null);
  await press(page);
  await form(page).getByRole("alert").getByText("Choose what is known first.").waitFor();
  await form(page).getByRole("checkbox", { name: "Where do you live?" }).check();
  const regions = margin(page, "Where do you live?");
  await typed(page, "Where do you live?", { North: 30, South: 0 });
  await regions.getByText("A number is missing for: West. The number has to be above 0 for: South.").waitFor();
  await press(page);
  const west = regions.getByLabel("West");
  assert.ok(await west.evaluate((field) => field === document.activeElement));
  assert.equal(await west.getAttribute("aria-invalid"), "true");
  const described = await west.evaluate((field) =>
    field
      .getAttribute("aria-describedby")
      .split(" ")
      .map((id) => document.getElementById(id).textContent)
      .join(" "),
  );
  assert.match(described, /20.0\u00a0% of the reports A number is missing for: West/);
  await typed(page, "Where do you live?", { South: 50, West: 10 });
  await regions.getByText("They add up to 90.0\u00a0%, and have to add up to 100 %.").waitFor();
  await press(page);
  assert.ok(await regions.getByLabel("North").evaluate((field) => field === document.activeElement));
  assert.equal(await page.getByRole("button", { name: "Remove the weights" }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await picture(page, "read-weights-faults");
  await regions.getByLabel("Given as").selectOption("people");
  await regions.getByText("Together 90 people.").waitFor();
  await press(page);
  await page.getByRole("button", { name: "Remove the weights" }).waitFor();
  await finished(page);
  const { tables } = guessed({ region: { n: 30, s: 50, w: 10 } }, "--tables", "cheated");
  assert.deepEqual(await shownIn(card(page, 0)), rowsOf(tables[0]));
});

/** Pastes a table into the form, and returns what is said of it. */
async function paste(page, text) {
  const area = form(page).getByRole("textbox", { name: "Paste a table" });
  if (!(await area.isVisible())) await form(page).getByText("Paste a table").first().click();
  await area.fill(text);
  await form(page).getByRole("button", { name: "Fill in" }).click();
  return form(page).getByRole("status");
}

test("a table from a spreadsheet fills in one column or all combinations of two, by names or by what the page calls them", async () => {
  const page = await unfolded({}, null);
  const one = await paste(page, "region\tpeople\nWest\t2 000\nNorth\t3,000\ns\t5,000\n");
  await one.getByText("Filled in (Where do you live?).").waitFor();
  assert.equal(await margin(page, "Where do you live?").getByLabel("South").inputValue(), "5000");
  assert.equal(await margin(page, "Where do you live?").getByLabel("Given as").inputValue(), "people");
  await margin(page, "Where do you live?").getByText("Together 10,000 people.").waitFor();
  for (const [text, said] of [
    ["only", "A line of headings and lines with numbers are needed, in two columns or more."],
    ["town;n\nRome;3", "“town” is none of the columns above, or is there twice."],
    ["region;n\nEast;3", "“East” is no category of its column."],
    ["region;n\nWest;many", "“many” is not a number."],
    ["region;n\nWest;1\nw;2", "There are two numbers for: w."],
  ]) {
    const status = await paste(page, text);
    await status.getByText(said).waitFor();
  }
  const sexes = await paste(page, "What are you?;share\nwoman;0.51\nman;0.49");
  await sexes.getByText("Filled in (What are you?).").waitFor();
  assert.equal(await margin(page, "What are you?").getByLabel("woman", { exact: true }).inputValue(), "51");
  await press(page);
  await page.getByText("Weighted to what is known (Where do you live? and What are you?).").waitFor();
  await finished(page);
  const raked = guessed(
    { region: { n: 3000, s: 5000, w: 2000 }, sex: { woman: 0.51, man: 0.49 } },
    "--tables",
    "cheated",
  );
  assert.deepEqual(await shownIn(card(page, 0)), rowsOf(raked.tables[0]));

  await page.getByText(FOLD).click();
  const both = await paste(page, "sex;region;n\nwoman;n;120\nman;n;180\nwoman;s;260\nman;s;240\nwoman;w;90\nman;w;110");
  await both.getByText("Filled in (Where do you live? and What are you?).").waitFor();
  await picture(page, "read-weights-pasted");
  await press(page);
  await finished(page);
  await page.waitForFunction(() => document.activeElement?.textContent === "Remove the weights");
  const crossed = { "n,woman": 120, "n,man": 180, "s,woman": 260, "s,man": 240, "w,woman": 90, "w,man": 110 };
  const { tables } = guessed({ "region,sex": crossed }, "--tables", "cheated");
  assert.deepEqual(await shownIn(card(page, 0)), rowsOf(tables[0]));
});

test("the JSON of margins that the program takes fills in all its columns, and its faults are named", async () => {
  const page = await unfolded({}, null);
  const margins = { region: { n: 0.3, s: 0.5, w: 0.2 }, sex: { woman: 5100, man: 4900 } };
  const filled = await paste(page, JSON.stringify(margins, null, 2));
  await filled.getByText("Filled in (Where do you live? and What are you?).").waitFor();
  const [region, sex] = ["Where do you live?", "What are you?"].map((name) => margin(page, name));
  assert.equal(await region.getByLabel("South").inputValue(), "50");
  assert.equal(await sex.getByLabel("Given as").inputValue(), "people");
  await press(page);
  await page.getByText("Weighted to what is known (Where do you live? and What are you?).").waitFor();
  await finished(page);
  assert.deepEqual(await shownIn(card(page, 0)), rowsOf(guessed(margins, "--tables", "cheated").tables[0]));

  await page.getByText(FOLD).click();
  for (const [json, said] of [
    ['{"region": {"n": 0.3', "This is not the JSON that candor weigh takes"],
    ['{"region": [0.3, 0.7]}', "This is not the JSON that candor weigh takes"],
    ['{"town": {"Rome": 3}}', "“town” is none of the columns above, or is there twice."],
    ['{"region": {"East": 0.3}}', "“East” is no category of its column."],
    ['{"sex,region": {"woman": 3}}', "“woman” is no category of its column."],
    ['{"region": {"n": "many"}}', '“"many"” is not a number.'],
    ['{"region": {"n": -1}}', "“-1” is not a number."],
    ['{"region": {"n": 3}, "region,sex": {"n,woman": 3}}', "Columns by themselves and combinations of columns"],
    ['{"region": {"n": 3}, "Where do you live?": {"s": 3}}', "“Where do you live?” is none of the columns above"],
  ])
    await (await paste(page, json)).getByText(said).waitFor();
  const off = await paste(page, '{"region": {"n": 0.3, "s": 0.3, "w": 0.2}}');
  await off.getByText("Filled in (Where do you live?).").waitFor();
  await margin(page, "Where do you live?").getByText("80.0 %").waitFor();
  const both = await paste(
    page,
    '{"sex,region": {"woman,n": 1, "man,n": 2, "woman,s": 3, "man,s": 4, "woman,w": 5, "man,w": 6}}',
  );
  await both.getByText("Filled in (Where do you live? and What are you?).").waitFor();
  assert.equal(await margin(page, "Where do you live? × What are you?").getByLabel("South · man").inputValue(), "4");
  await picture(page, "read-weights-json");
  assert.deepEqual(faults(page), []);
});

test("of counts alone, what was counted with the columns is weighted, and of anything else that is said", async () => {
  const counts = reading.file("counts.json", candor("count", plan, reports, "--pairs", "--format", "json"));
  const page = await reading.read([plan, counts]);
  await page.getByText(FOLD).click();
  await form(page).getByRole("checkbox", { name: "Where do you live?" }).check();
  await weighed(page);
  const { tables } = weigh({ region: REGION }, "--tables", "cheated");
  assert.deepEqual(await shownIn(card(page, 0)), rowsOf(tables[0]));
  await page
    .locator("section[aria-labelledby=pair-title]")
    .getByText("This cannot be estimated: it was not counted.")
    .waitFor();
  await page.getByText(FOLD).click();
  await form(page).getByRole("checkbox", { name: "What are you?" }).check();
  await typed(page, "What are you?", { woman: 51 });
  await margin(page, "What are you?").getByLabel("man", { exact: true }).fill("49");
  await press(page);
  await form(page).getByRole("alert").getByText("This cannot be estimated: it was not counted.").waitFor();
});

test("all of it works with the keyboard alone", async () => {
  const page = await reading.read([plan, reports]);
  await page.getByText(FOLD).focus();
  for (const key of ["Enter", "Tab", "Space"]) await page.keyboard.press(key);
  await margin(page, "Where do you live?").waitFor();
  // Past the other column and the choice of a unit.
  for (const key of ["Tab", "Tab", "Tab"]) await page.keyboard.press(key);
  for (const number of ["30", "50", "20"]) {
    await page.keyboard.type(number);
    await page.keyboard.press("Tab");
  }
  for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.activeElement?.textContent === "Remove the weights");
  await finished(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction((fold) => document.activeElement?.textContent === fold, FOLD);
  assert.deepEqual(faults(page), []);
});

for (const [locale, fold, go] of inLanguages([
  ["es", "Ponderar según una población conocida", "Ponderar"],
  ["ja", "既知の母集団に合わせて重み付けする", "重み付けする"],
  ["ar", "الترجيح بحسب مجتمع معروف", "ترجيح"],
]))
  test(`in ${locale}, 360 wide: no violation of axe, nothing cut off`, async () => {
    const page = await reading.read([plan, reports], { fonts: true, locale, width: 360 });
    await page.getByText(fold).click();
    const own = page.getByRole("form", { name: fold });
    for (const place of [0, 1]) await own.getByRole("checkbox").nth(place).check();
    await own.locator(".numbers input").nth(4).waitFor();
    for (const [place, number] of [30, 50, 20, 51, 49].entries())
      await own.locator(".numbers input").nth(place).fill(String(number));
    await own.locator("details summary").click();
    const isWhole = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await isWhole(), "the page scrolls sideways");
    await picture(page, `read-weights-form-${locale}`);
    assert.deepEqual(await violations(page), []);
    await own.getByRole("button", { name: go, exact: true }).click();
    await page.locator(".weighed").waitFor();
    await finished(page);
    assert.deepEqual(await violations(page), []);
    assert.ok(await isWhole(), "the page scrolls sideways");
    await picture(page, `read-weights-${locale}`);
  });

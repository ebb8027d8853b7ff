/** Regressions on the reading page: the program's odds ratios, joined categories, and a penalised fit that is labelled as one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inLanguages } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { CHROMIUM } from "./chromium.mjs";
import { kept, p, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";

const SURVEY = {
  survey: "habits",
  title: "Habits",
  attributes: [
    { name: "smokes", question: "Do you smoke?", categories: ["no", "yes"] },
    { name: "age", question: "How old are you?", bins: [null, 30, 45, 60, null] },
    {
      name: "sings",
      question: "Do you sing?",
      categories: [
        { value: "n", label: "never" },
        { value: "o", label: "often" },
      ],
    },
  ],
  plain: [{ name: "arm", question: "Which arm?", categories: ["usual", "new"] }],
  privacy: { record_epsilon: 4, method: "independent" },
};

// Chromium without windows does not lay out a fieldset in a fold that changed while the fold was closed.
const reading = await Reading.open(SURVEY, { browser: CHROMIUM });
const { plan } = reading;

/** Reports of this many people; nobody aged 60 or more smokes. */
function reportsOf(people) {
  const ages = [20, 35, 50, 70];
  const rows = Array.from({ length: people }, (_, i) => {
    const [age, arm] = [ages[i % 4], i % 8 < 4 ? "usual" : "new"];
    const smokes = age < 60 && (i % 5 < 2 || (age > 40 && i % 3 === 0));
    return [smokes ? "yes" : "no", age, i % 7 < (smokes ? 4 : 2) ? "o" : "n", arm].join();
  });
  return reading.reports(rows, { names: ["smokes", "age", "sings", "arm"], seed: 5, name: `${people}` });
}
const [many, few] = [reportsOf(6000), reportsOf(120)];
const fitted = (reports, ...words) => reading.program("model", reports, ...words);

/** The regression section of a page that has read these files. */
async function regression(files, options) {
  const page = await reading.read(files, options);
  const section = page.locator("section[aria-labelledby=regression-title]");
  await section.waitFor();
  return { page, section };
}

const box = (section, name) => section.getByRole("checkbox", { name });
const fit = (section) => section.getByRole("button", { name: "Fit", exact: true }).click();
const rowsOf = (section) =>
  section
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.textContent)));

/** Three significant digits, as the page writes them. */
const ratio = (logarithm) =>
  new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }).format(Math.exp(logarithm));

/** The numbers of the program's coefficients, except for the constant, as the page writes them. */
const numbersOf = ({ coefficients }) =>
  coefficients
    .filter(({ term }) => term !== null)
    .map(({ estimate, interval, test }) => [ratio(estimate), interval.map(ratio).join(" – "), p(test.p_value)]);

/** Joins the older two ages. */
async function joinOlder(section) {
  await section.getByText("Join categories").click();
  const together = section.getByRole("button", { name: "Join" });
  assert.ok(await together.isDisabled());
  await box(section, "45 – < 60").check();
  assert.ok(await together.isDisabled(), "one category is no join");
  await box(section, "≥ 60").check();
  await together.click();
}

test("odds ratios are the program's, with categories joined and taken apart, of several questions and a plain column", async () => {
  const { page, section } = await regression([plan, many]);
  assert.deepEqual(await section.locator("select").first().locator("option").allTextContents(), [
    "Do you smoke?",
    "How old are you?",
    "Do you sing?",
  ]);
  for (const name of ["Do you sing?", "Which arm?"]) await box(section, name).check();
  assert.ok(await box(section, "Do you smoke?").isDisabled());
  await joinOlder(section);
  await fit(section);
  await section.locator("tbody tr").first().waitFor();
  const words = ["--outcome", "smokes", "--on", "age,sings,arm"];
  const joined = fitted(many, ...words, "--join", "age:[45,60)+≥60");
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(2)),
    numbersOf(joined),
  );
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(0, 2)),
    [
      ["yes, against no", "How old are you?: 30 – < 45, against < 30"],
      ["yes, against no", "How old are you?: 45 – < 60 + ≥ 60, against < 30"],
      ["yes, against no", "Do you sing?: often, against never"],
      ["yes, against no", "Which arm?: new, against usual"],
    ],
  );
  await section
    .getByText(
      `Hypothesis that none of this explains the answer: \u2066p ${joined.overall.p_value < 0.0001 ? "" : "= "}${p(joined.overall.p_value)}`,
    )
    .waitFor();
  await picture(page, "read-regression");
  assert.deepEqual(await violations(page), []);

  await section.getByRole("button", { name: "Separate: How old are you?: 45 – < 60 + ≥ 60" }).click();
  await box(section, "Penalise").check();
  await fit(section);
  await section.getByText("Penalised fit").waitFor();
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(2)),
    numbersOf(fitted(many, ...words, "--ridge")),
  );
  assert.equal(await section.getByText("none of this explains").count(), 0);
  assert.deepEqual(faults(page), []);
});

/** The middles of a chart's dots in pixels, and the texts of a saved picture. */
const dots = (section) =>
  section.locator("svg circle").evaluateAll((all) => all.map((dot) => Number(dot.getAttribute("cx"))));
const textsOf = (svg) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) => text.replace(/<[^>]*>/g, " ").trim()).join(" ");

test("a forest plot has the odds ratios on a logarithmic scale, under what they are against, and its picture stands by itself; what exceeds the scale ends in an arrow", async () => {
  const { page, section } = await regression([plan, many]);
  for (const name of ["Do you sing?", "Which arm?"]) await box(section, name).check();
  await fit(section);
  await section.locator("svg circle").nth(4).waitFor();
  const model = fitted(many, "--outcome", "smokes", "--on", "age,sings,arm", "--confidence", "0.95");
  const estimates = model.coefficients.filter(({ term }) => term !== null).map(({ estimate }) => estimate);
  assert.equal(estimates.length, 5);
  const places = await dots(section);
  const scale = (places[1] - places[0]) / (estimates[1] - estimates[0]);
  assert.ok(scale > 0);
  for (const [place, estimate] of estimates.entries())
    assert.ok(Math.abs(places[0] + scale * (estimate - estimates[0]) - places[place]) < 1, `${estimate}: ${places}`);

  const ends = model.coefficients.flatMap(({ term, interval }) => (term === null ? [] : interval.map(Math.exp)));
  const beyond = ends.filter((end) => end < 0.01 || end > 100).length;
  assert.ok(beyond > 0);
  assert.equal(await section.locator("svg path[transform*=rotate]").count(), beyond);

  const name = "Odds ratios of “Do you smoke?”: yes, against no";
  const svg = String((await saved(page, `Picture as SVG: ${name}`)).content);
  const said = textsOf(svg);
  const { fingerprint, privacy } = reading.document;
  for (const text of [
    name,
    "How old are you? (reference: &lt; 30)",
    "Do you sing? (reference: never)",
    "Which arm? (reference: usual)",
    "Odds ratios, estimated from 6,000 reports. Each was changed at random",
    `Source: Habits, plan ${fingerprint.slice(7, 15)}, record ε ${privacy.record}.`,
    ...model.coefficients
      .filter(({ term }) => term !== null)
      .map(({ estimate, interval }) => `${ratio(estimate)} [${interval.map(ratio).join(" – ")}]`),
  ])
    assert.ok(said.replace(/\s+/g, " ").includes(text), `${text} in ${said}`);
  assert.ok(!/var\(|color-mix|class=/.test(svg));
  kept("read-forest.png", (await saved(page, `Picture as PNG: ${name}`)).content);
  await picture(page, "read-forest");
});

test("of more than two answers every part of a forest plot says which answers it compares", async () => {
  const { page, section } = await regression([plan, few]);
  await section.getByLabel("What is explained").selectOption("age");
  await box(section, "Do you smoke?").check();
  await box(section, "Penalise").check();
  await fit(section);
  await section.locator("svg circle").nth(2).waitFor();
  const texts = (await section.locator("svg text").allTextContents()).join(" ");
  for (const answer of ["30 – < 45, against < 30", "45 – < 60, against < 30", "≥ 60, against < 30"])
    assert.ok(texts.includes(`${answer} · Do you smoke? (reference: no)`), `${answer} in ${texts}`);
  const svg = String((await saved(page, "Picture as SVG: Odds ratios of “How old are you?”")).content);
  assert.ok(textsOf(svg).includes("Penalised fit: these odds ratios are shrunk towards 1"));
});

test("the outcome's categories are joined as well, and what is no longer in the model is forgotten", async () => {
  const { section } = await regression([plan, many]);
  await section.getByLabel("What is explained").selectOption("age");
  await box(section, "Do you sing?").check();
  await joinOlder(section);
  await fit(section);
  await section.locator("tbody tr").first().waitFor();
  const joined = fitted(many, "--outcome", "age", "--on", "sings", "--join", "age:[45,60)+≥60");
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(2)),
    numbersOf(joined),
  );
  assert.equal((await rowsOf(section))[1][0], "45 – < 60 + ≥ 60, against < 30");
  await section.getByLabel("What is explained").selectOption("smokes");
  assert.ok(await section.getByText("Join categories").isHidden(), "no question has more than two answers");
  await box(section, "How old are you?").check();
  assert.equal(await section.locator(".joins li").count(), 0);
});

test("where there is no finite estimate that is said, and a penalised fit is one press away", async () => {
  assert.throws(() => fitted(few, "--outcome", "smokes", "--on", "age"), "the program has no finite estimate either");
  const { page, section } = await regression([plan, few]);
  await fit(section);
  await section.getByText("There is no finite estimate").waitFor();
  await section.getByRole("button", { name: "Fit penalised" }).click();
  await section.getByText("Penalised fit").waitFor();
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(2)),
    numbersOf(fitted(few, "--outcome", "smokes", "--on", "age", "--ridge")),
  );
  assert.ok(await box(section, "Penalise").isChecked());
  await picture(page, "read-regression-penalised");
});

test("of counts alone what was counted is fitted, and of anything else that is said", async () => {
  const counts = reading.file("counts.json", candor("count", plan, many, "--pairs", "--format", "json"));
  const { section } = await regression([plan, counts]);
  await section.getByText("With counts instead of reports, only a table that was counted can be fitted.").waitFor();
  await fit(section);
  await section.locator("tbody tr").first().waitFor();
  const counted = fitted(many, "--outcome", "smokes", "--on", "age");
  assert.deepEqual(
    (await rowsOf(section)).map((row) => row.slice(2)),
    numbersOf(counted),
  );
  await box(section, "Do you sing?").check();
  await fit(section);
  await section.getByText("This cannot be estimated: it was not counted.").waitFor();
});

for (const [locale, press] of inLanguages([
  ["es", "Ajustar"],
  ["ja", "当てはめる"],
  ["ar", "تقدير"],
]))
  test(`in ${locale}, 360 wide: no violation of axe, nothing cut off`, async () => {
    const { page, section } = await regression([plan, many], {
      fonts: true,
      locale,
      width: 360,
    });
    await section.locator("summary").first().click();
    await section.locator("details input[type=checkbox]").nth(0).check();
    await section.locator("details input[type=checkbox]").nth(1).check();
    await section.locator("details button").first().click();
    await section.getByRole("button", { name: press, exact: true }).click();
    await section.locator("tbody tr").first().waitFor();
    const places = await dots(section);
    const ratios = (await rowsOf(section)).map((row) => Number.parseFloat(row[2].replace(",", ".")));
    assert.equal(
      places[0] > places[1],
      ratios[0] > ratios[1] !== (locale === "ar"),
      "larger ratios are further where reading goes",
    );
    assert.deepEqual(await violations(page), []);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "the page scrolls sideways",
    );
    await picture(page, `read-regression-${locale}`);
  });

/** Scores, how many choices were made, and shares of valid answers on the reading page: from files and from a collector's totals, with the program's numbers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import readSheets from "read-excel-file/node";
import { every } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { looks } from "./looks.mjs";
import { cells, finished, p, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";

const CHOICES = ["words", "touch", "messages"];
const SURVEY = {
  survey: "work",
  title: "At work",
  attributes: [
    {
      name: "sex",
      question: "Are you a woman or a man?",
      categories: [
        { value: "f", label: "a woman" },
        { value: "m", label: "a man" },
      ],
    },
    { name: "how", question: "How were you harassed?", choose: "any", categories: CHOICES },
    {
      name: "climate",
      question: "At my workplace …",
      rows: [
        { name: "safe", question: "I feel safe" },
        { name: "heard", question: "I am heard" },
      ],
      categories: ["1", "2", "3", { value: "?", label: "I don’t know", role: "dont-know" }],
    },
    { name: "age", question: "How old are you?", bins: [18, 40, 65], optional: true },
  ],
  scores: [{ name: "Climate", of: ["climate"], codes: [-1, 0, 1] }],
  privacy: { record_epsilon: 6, method: "analysis" },
};

const reading = await Reading.open(SURVEY, { published: true });
const { plan, collector } = reading;
const people = Array.from({ length: 3000 }, (_, i) => {
  const woman = i % 5 < 2;
  const chosen = CHOICES.map((_, place) => ((i >> place) % (woman ? 2 : 5) === 0 ? "yes" : "no"));
  const rows = [i % 7, (i + (i % 3)) % 7].map((mood) =>
    mood === 6 ? "?" : `${1 + Math.floor(mood / (woman ? 3 : 2))}`,
  );
  return [woman ? "f" : "m", ...chosen, ...rows, i % 7 === 0 ? "" : 18 + (i % 47)].join();
});
const reports = reading.reports(people);
await collector.fill(80);

const section = (page) => page.locator("section[aria-labelledby=scores-title]");

/** A page that has read these files. */
async function read(files, options) {
  const page = await reading.read(files, options);
  await section(page).locator(".card table").nth(1).waitFor({ state: "attached" });
  await finished(page);
  return page;
}

const told = ({ shown, lower, upper }, digits = 2) => [
  shown.toFixed(digits),
  `${lower.toFixed(digits)} – ${upper.toFixed(digits)}`,
];

test("scores and the number chosen are the program's, also by groups", async () => {
  const page = await read([plan, reports]);
  const cards = section(page).locator(".card");
  assert.deepEqual(await cards.locator("h3").allTextContents(), [
    "Climate",
    "How many were chosen: How were you harassed?",
  ]);
  const check = async (by) => {
    const found = reading.program("scores", reports, ...(by ? ["--by", by] : []));
    for (const [place, score] of found.scores.entries()) {
      const card = cards.nth(place);
      const groups = (score.groups ?? []).map(({ group, mean }) => [
        group === "f" ? "a woman" : "a man",
        ...told(mean),
      ]);
      const figure = card.locator("> figure");
      await figure.locator("tbody tr").nth(groups.length).waitFor({ state: "attached" });
      assert.deepEqual(await cells(figure), [["Everybody", ...told(score.mean)], ...groups]);
      assert.equal(await figure.locator("svg circle").count(), 1 + groups.length);
      const statistics = await cells(card.locator("> .scroll"));
      const { quantiles, standard_deviation: deviation, alpha, differences = [] } = score;
      const expected = [
        ...quantiles.map((of) => [`${(100 * of.share).toFixed(0)} % have this or less`, ...told(of, 0)]),
        ["Standard deviation", ...told(deviation)],
        ...(alpha ? [["Cronbach’s alpha", ...told(alpha)]] : []),
        ...(score.groups ?? []).flatMap(({ group, standard_deviation: deviation, alpha }) => {
          const label = group === "f" ? "a woman" : "a man";
          return [
            ...(deviation ? [[`Standard deviation · ${label}`, ...told(deviation)]] : []),
            ...(alpha ? [[`Cronbach’s alpha · ${label}`, ...told(alpha)]] : []),
          ];
        }),
        ...differences.map(({ difference }) => ["Difference: a man, against a woman", ...told(difference)]),
      ];
      assert.deepEqual(
        statistics.map((row) => row.slice(0, 3)),
        expected,
      );
      if (by) assert.equal(statistics.at(-1)[3], p(differences[0].p_value));
    }
  };
  await check();
  await section(page).getByLabel("Groups").selectOption("sex");
  await check("sex");
  assert.match(page.url(), /#by=sex$/);
  assert.deepEqual(await section(page).getByLabel("Groups").locator("option").allTextContents(), [
    "Everybody",
    "Are you a woman or a man?",
    "How old are you?",
  ]);
  const values = section(page)
    .locator(".card")
    .nth(1)
    .locator("details", { hasText: "How often each value occurs" })
    .first();
  await values.locator("> summary").click();
  await values.locator("svg rect").nth(3).waitFor();
  const [, { distribution }] = reading.program("scores", reports).scores;
  assert.deepEqual(
    (await cells(values.locator("figure"))).map(([value, share]) => [value, share]),
    distribution.map(({ value, share }) => [`${value}`, `${(100 * share.shown).toFixed(1)} %`]),
  );
  assert.deepEqual(faults(page), []);
});

test("shares are of everybody or of those with a valid answer, in tables, sentences, files and links", async () => {
  const page = await read([plan, reports]);
  const card = page.locator(".totals").first().locator(".card").last();
  const shares = async (...words) => {
    const [table] = reading.program("estimate", reports, "--tables", "age", "--method", "auto", ...words).tables;
    return table.cells.map(({ shown }) => `${(100 * shown).toFixed(1)} %`);
  };
  const shown = async () => (await cells(card.locator("figure"))).map(([label, share]) => [label, share]);
  const labels = ["18 – < 40", "40 – < 65", "Prefer not to say"];
  const paired = (all) => all.map((share, place) => [labels[place], share]);
  assert.deepEqual(await shown(), paired(await shares()));
  await page.getByLabel("Shares are of").selectOption("those with a valid answer");
  await finished(page);
  await card.getByText("Shares are of those who were asked and gave a valid answer.").waitFor();
  const valid = await shares("--valid");
  assert.equal(valid.length, 2);
  assert.deepEqual(await shown(), paired(valid));
  assert.match(page.url(), /#valid=true$/);
  await section(page).locator(".card table").nth(1).waitFor({ state: "attached" });
  await finished(page);
  const sheets = await readSheets((await saved(page, "XLSX")).content);
  const ages = sheets.find(({ data: [[heading]] }) => heading === "How old are you?");
  assert.equal(ages.data.length, 3);
  assert.deepEqual(ages.data[1].slice(-1), ["those with a valid answer"]);
  const { data } = sheets.find(({ sheet }) => sheet === "Scores");
  const [climate, how] = reading.program("scores", reports).scores;
  const numbers = ({ shown, standard_error: error = null, lower, upper }) => [shown, error, lower, upper];
  assert.deepEqual(data[1].slice(0, 6), ["Climate", "Mean", ...numbers(climate.mean)]);
  const rows = (score) => 1 + score.quantiles.length + 1 + (score.alpha ? 1 : 0);
  assert.equal(data.length, 1 + rows(climate) + rows(how));
  const other = await read([plan, reports], { fragment: "#valid=true&by=sex" });
  assert.equal(await other.getByLabel("Shares are of").inputValue(), "true");
  assert.equal(await section(other).getByLabel("Groups").inputValue(), "sex");
});

test("counts without the tables of a score say so, and tell the others", async () => {
  const counts = reading.file("counts.json", candor("count", plan, reports, "--pairs", "--format", "json"));
  const page = await reading.page();
  await page.locator(".drop input").setInputFiles([plan, counts]);
  const cards = section(page).locator(".card");
  await cards.nth(1).getByText("This cannot be estimated: it was not counted.").waitFor();
  await cards.first().locator("svg circle").waitFor();
});

test("a collector's totals have scores, which it estimates", async () => {
  const page = await reading.page();
  await page.getByRole("button", { name: "Read the totals" }).click();
  const cards = section(page).locator(".card");
  await cards.nth(1).locator("svg").first().waitFor();
  const { scores } = await collector.json("/scores");
  for (const [place, { mean }] of scores.entries())
    assert.deepEqual((await cells(cards.nth(place).locator("> figure")))[0].slice(1), told(mean));
  assert.deepEqual(faults(page), []);
});

for (const { colorScheme, width } of looks())
  test(`scores are drawn in ${width} pixels, ${colorScheme}, and everybody can read them`, async () => {
    const page = await read([plan, reports], { colorScheme, width, fragment: "#by=age" });
    await section(page).locator("svg circle").nth(5).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "nothing is wider than the page",
    );
    for (const svg of await section(page).locator("svg").all()) {
      const outside = await svg.evaluate((chart) => {
        const { left, right } = chart.getBoundingClientRect();
        const texts = [...chart.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
        return texts.filter((box) => box.left < left - 1 || box.right > right + 1).length;
      });
      assert.equal(outside, 0, "no text is cut off");
    }
    await section(page).scrollIntoViewIfNeeded();
    await picture(page, `read-scores-${width}`);
  });

for (const locale of every(["es", "ja", "ar"], ["ja"]))
  test(`scores in ${locale}`, async () => {
    const page = await read([plan, reports], { locale, fragment: "#by=sex&valid=true" });
    await section(page).locator("svg circle").nth(5).waitFor();
    assert.doesNotMatch(await section(page).innerText(), /Everybody|Mean|deviation|this or less/);
    assert.deepEqual(await violations(page), []);
    await picture(page, `read-scores-${locale}`);
  });

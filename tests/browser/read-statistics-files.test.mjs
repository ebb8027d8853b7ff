/** Scores and rankings in files for statistics programs: the program's numbers, with the words of the page as labels, as these programs read them. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { inLanguages } from "../nightly.mjs";
import { candor } from "../program.mjs";
import { violations } from "./axe.mjs";
import { fits, parsed } from "./described.mjs";
import { finished, Reading, saved } from "./reading.mjs";
import { faults, picture } from "./stage.mjs";
import { byHaven, byPyreadstat, run, without } from "./statistics-files.mjs";

const label = (value, en, ar) => ({ value, label: { en, ar } });
const SURVEY = {
  survey: "change",
  title: { en: "What should change", ar: "ما الذي يجب أن يتغير" },
  attributes: [
    { name: "sex", question: "Sex", categories: [label("f", "a woman", "امرأة"), label("m", "a man", "رجل")] },
    {
      name: "first",
      question: { en: "What should change first?", ar: "ما الذي يتغير أولًا؟" },
      rank: [label("pay", "Pay", "الأجر"), label("hours", "Hours of work", "ساعات العمل"), "safety"],
      places: 2,
    },
    { name: "means", question: { en: "What helped?", ar: "ماذا نفع؟" }, choose: "any", categories: ["law", "union"] },
    { name: "climate", rows: [{ name: "safe" }, { name: "heard" }], categories: ["1", "2", "3"] },
  ],
  plain: [{ name: "region", categories: ["north", "south"] }],
  scores: [{ name: "Climate", of: ["climate"] }],
  privacy: { record_epsilon: 8, method: "analysis" },
};
const ITEMS = { "first.pay": "Pay", "first.hours": "Hours of work", "first.safety": "safety" };
const GROUPS = { f: "a woman", m: "a man" };
const RANKING = "What should change first?";
const CHOSEN = "How many were chosen: What helped?";

const reading = await Reading.open(SURVEY, { published: true });
const { plan } = reading;
const ORDERS = ["1,2,not ranked", "2,1,not ranked", "1,not ranked,2", "not ranked,1,2"];
const people = Array.from({ length: 2400 }, (_, i) => {
  const woman = i % 5 < 2;
  const chosen = [i % 3 === 0 ? "yes" : "no", i % (woman ? 2 : 7) === 0 ? "yes" : "no"];
  const region = i % 3 === 0 ? "north" : "south";
  return [woman ? "f" : "m", ORDERS[i % (woman ? 3 : 4)], ...chosen, 1 + (i % 3), 1 + ((i >> 2) % 3), region].join();
});
const names = [...reading.names, "region"];
const reports = reading.reports(people, { names });
const handful = reading.reports(people.slice(0, 4), { names, name: "handful" });

const folder = mkdtempSync(join(tmpdir(), "candor-statistics-"));
after(() => rmSync(folder, { recursive: true }));

const FILES = "Scores and rankings";
const COLUMNS = [
  "of",
  "statistic",
  "estimate",
  "standard_error",
  "lower",
  "upper",
  "p_value",
  "confidence",
  "n",
  "few",
];
const LABELS = [
  "Scores and rankings",
  "Statistic",
  "Estimate",
  "Standard error",
  "From",
  "To",
  "p",
  "Confidence of intervals",
  "Reports",
  "too few reports to tell",
];

/** A page that has read the files and estimated all scores and rankings. */
async function read(file, options) {
  const page = await reading.read([plan, file], options);
  await page.locator("section[aria-labelledby=rankings-title] figure").nth(1).waitFor({ state: "attached" });
  await finished(page);
  return page;
}

/** Saves what a button saves into the folder, and returns where it is. */
async function savedFile(page, button) {
  const { name, content } = await saved(page, button);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The numbers as they should be: what each is of, its name, and its columns; with more words for the program. */
function expected(file, by, ...more) {
  const words = [...(by ? ["--by", by] : []), ...more];
  const { confidence, scores } = reading.program("scores", file, ...words);
  const { rankings } = reading.program("rankings", file, ...words);
  const row = (of, what, n, number, p = null) => {
    const { estimate = null, standard_error: error = null, lower = null, upper = null, shown = null } = number ?? {};
    return [of, what, estimate, error, lower, upper, p, confidence, n, shown === null ? 1 : 0];
  };
  const ofScore = (score) => {
    const { name, n, mean, quantiles, standard_deviation: deviation, alpha, groups = [], differences = [] } = score;
    const own = (what, number, p) => row(name === "Climate" ? name : CHOSEN, what, n, number, p);
    const known = (what, number) => (number ? [own(what, number)] : []);
    return [
      own("Mean", mean),
      ...groups.map((each) => own(`Mean of ${GROUPS[each.group]}`, each.mean)),
      ...(quantiles ?? []).map((each) => own(`${100 * each.share} % have this or less`, each)),
      ...known("Standard deviation", deviation),
      ...known("Cronbach’s alpha", alpha),
      ...groups.flatMap((each) => [
        ...known(`Standard deviation · ${GROUPS[each.group]}`, each.standard_deviation),
        ...known(`Cronbach’s alpha · ${GROUPS[each.group]}`, each.alpha),
      ]),
      ...differences.map((each) => own("Difference: a man, against a woman", each.difference, each.p_value)),
    ];
  };
  const ofRanking = ({ n, items, pairs }) => {
    const own = (what, number, p) => row(RANKING, what, n, number, p);
    return [
      ...items.flatMap(({ item, first, groups = [] }) => [
        own(`${ITEMS[item]} first`, first),
        ...groups.map((each) => own(`${ITEMS[item]} first · ${GROUPS[each.group]}`, each.first)),
      ]),
      ...items.flatMap(({ item, mean_rank: mean, groups = [] }) => [
        own(`Mean rank of ${ITEMS[item]}`, mean),
        ...groups.map((each) => own(`Mean rank of ${ITEMS[item]} · ${GROUPS[each.group]}`, each.mean_rank)),
      ]),
      ...pairs.flatMap(({ item, other, before, after: behind, p_value: p }) => [
        own(`${ITEMS[item]} before ${ITEMS[other]}`, before, p),
        own(`${ITEMS[other]} before ${ITEMS[item]}`, behind),
      ]),
      ...items.flatMap(({ item, first_differences: differences = [] }) =>
        differences.map(({ difference, p_value: p }) =>
          own(`${ITEMS[item]} first: a man, against a woman`, difference, p),
        ),
      ),
      ...items.flatMap(({ item, differences = [] }) =>
        differences.map(({ difference, p_value: p }) =>
          own(`Mean rank of ${ITEMS[item]}: a man, against a woman`, difference, p),
        ),
      ),
    ];
  };
  return [...scores.flatMap(ofScore), ...rankings.flatMap(ofRanking)];
}

/** The rows of columns, with labels in place of codes. */
function rowsOf(columns, values) {
  const labels = Object.values(values).map((pairs) => new Map(pairs));
  return columns[0].map((_, place) =>
    columns.map((column, at) => (at < 2 ? labels[at].get(column[place]) : column[place])),
  );
}

for (const format of ["DTA", "SAV"]) {
  test(`Python reads the program's scores and rankings in ${format}, by groups or of a handful`, {
    skip: without.pyreadstat,
  }, async () => {
    for (const [file, by] of [
      [reports, "sex"],
      [handful, undefined],
    ]) {
      const page = await read(file, by ? { fragment: `#by=${by}` } : {});
      const path = await savedFile(page, `${format}: ${FILES}`);
      assert.ok(path.endsWith(`change-statistics.${format.toLowerCase()}`), path);
      const told = byPyreadstat(path);
      assert.deepEqual(told.names, COLUMNS);
      assert.deepEqual(told.labels, LABELS);
      assert.equal(told.label, "What should change");
      assert.match(told.notes.join(" "), /Each was changed at random on its device before it was sent/);
      assert.doesNotMatch(told.notes.join(" "), /[Ww]eighted/);
      const { of, statistic, few } = told.values;
      const columns = COLUMNS.map((name) => told.columns[name]);
      assert.deepEqual(rowsOf(columns, { of, statistic }), expected(file, by));
      assert.deepEqual(
        of.map(([, own]) => own),
        ["Climate", CHOSEN, RANKING],
      );
      assert.deepEqual(few, [
        [0, "no"],
        [1, "yes"],
      ]);
      assert.deepEqual(faults(page), []);
    }
    assert.ok(expected(handful).some((row) => row.at(-1) === 1));
  });

  test(`R reads the same in ${format}`, { skip: without.haven }, async () => {
    const page = await read(reports, { fragment: "#by=sex" });
    const rows = expected(reports, "sex");
    const columns = byHaven(await savedFile(page, `${format}: ${FILES}`), rows.length);
    assert.deepEqual(
      columns.map((column) => [column.name, column.label]),
      COLUMNS.map((name, place) => [name, LABELS[place]]),
    );
    const [of, statistic] = columns.map(({ values }) => values);
    assert.deepEqual(
      rowsOf(
        columns.map(({ numbers }) => numbers),
        { of, statistic },
      ),
      rows,
    );
  });
}

test("PSPP reads SAV without a warning", { skip: without.pspp }, async () => {
  const path = await savedFile(await read(reports), `SAV: ${FILES}`);
  const syntax = join(folder, "read.sps");
  writeFileSync(syntax, `GET FILE='${path}'.\nDISPLAY DICTIONARY.\nDESCRIPTIVES estimate.\n`);
  const output = run("pspp", "-o", "-", "-O", "format=txt", syntax);
  assert.doesNotMatch(output, /warning|error:/i);
  assert.match(output, /How many were chosen: What helped\?/);
});

test("the program's CSV of scores and of rankings come with descriptions beside that of the tables", async () => {
  const page = await read(reports, { fragment: "#by=sex" });
  const { name, content } = await saved(page, "ZIP: CSV with descriptions");
  assert.equal(name, "change.zip");
  const files = unzipSync(new Uint8Array(content));
  const kinds = ["change", "change-scores", "change-rankings"];
  const beside = (kind) => [`${kind}.csv`, `${kind}.csv-metadata.json`, `${kind}.ddi.xml`];
  assert.deepEqual(Object.keys(files), kinds.flatMap(beside));
  for (const [command, heading, values] of [
    ["scores", "score", { Climate: "Climate", means: CHOSEN }],
    ["rankings", "ranking", { first: RANKING }],
  ]) {
    const [csv, metadata, ddi] = beside(`change-${command}`).map((file) => strFromU8(files[file]));
    assert.equal(csv, candor(command, plan, reports, "--by", "sex", "--format", "csv"));
    const { tableSchema, url, "dc:description": description } = JSON.parse(metadata);
    assert.equal(url, `change-${command}.csv`);
    assert.match(description, /estimated from 2,400 reports/i);
    const [first, what, ...numbers] = tableSchema.columns;
    assert.deepEqual([first.titles, first.datatype.format], [heading, `^(${Object.keys(values).join("|")})$`]);
    assert.deepEqual([what.titles, what["dc:description"]], ["what", "Statistic"]);
    assert.deepEqual(
      numbers.map(({ titles }) => titles),
      ["estimate", "standard_error", "lower", "upper", "p_value", "n"],
    );
    fits(parsed(csv), tableSchema.columns);
    const categories = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "application/xml");
      return [...document.querySelectorAll("catgry")].map((category) =>
        ["catValu", "labl"].map((own) => category.querySelector(own).textContent),
      );
    }, ddi);
    assert.deepEqual(Object.fromEntries(categories), values);
  }
  assert.deepEqual(faults(page), []);
});

test("what cannot be estimated is left out, and the files are made without it", {
  skip: without.pyreadstat,
}, async () => {
  const counts = reading.file("counts.json", candor("count", plan, reports, "--pairs", "--format", "json"));
  const page = await reading.read([plan, counts]);
  await finished(page);
  const shown = reading.program("rankings", "--counts", counts).rankings;
  assert.equal(shown.length, 1);
  for (const format of ["DTA", "SAV"]) {
    const { values } = byPyreadstat(await savedFile(page, `${format}: ${FILES}`));
    assert.ok(values.of.some(([, of]) => of === RANKING));
  }
  const files = unzipSync(new Uint8Array((await saved(page, "ZIP: CSV with descriptions")).content));
  assert.ok("change-rankings.csv" in files);
  assert.deepEqual(faults(page), []);
});

test("weighted scores and rankings are the program's, and say what they are weighted to", {
  skip: without.pyreadstat,
}, async () => {
  const page = await read(reports);
  await page.getByText("Weigh to a known population").click();
  const form = page.getByRole("form", { name: "Weigh to a known population" });
  await form.getByRole("checkbox").check();
  for (const [place, number] of [50, 50].entries())
    await form.locator(".numbers input").nth(place).fill(String(number));
  await form.getByRole("button", { name: "Weigh", exact: true }).click();
  await page.locator(".weighed").waitFor();
  await page.locator("section[aria-labelledby=rankings-title] figure").nth(1).waitFor({ state: "attached" });
  await finished(page);
  const path = await savedFile(page, `DTA: ${FILES}`);
  const { notes, columns } = byPyreadstat(path);
  assert.ok(path.endsWith("change-weighted-statistics.dta"), path);
  assert.match(notes.join(" "), /Weighted to what is known/);
  const margins = reading.file("margins.json", JSON.stringify({ region: { north: 0.5, south: 0.5 } }));
  assert.deepEqual(
    columns.estimate,
    expected(reports, undefined, "--margins", margins).map(([, , estimate]) => estimate),
  );
  const files = unzipSync(new Uint8Array((await saved(page, "ZIP: CSV with descriptions")).content));
  assert.deepEqual(
    Object.keys(files).filter((name) => name.endsWith(".csv")),
    ["change-weighted.csv", "change-weighted-scores.csv", "change-weighted-rankings.csv"],
  );
  assert.match(strFromU8(files["change-weighted-scores.csv-metadata.json"]), /Weighted to what is known/);
  assert.match(strFromU8(files["change-weighted.csv-metadata.json"]), /Weighted to what is known/);
});

for (const [locale, files, of, statistic] of inLanguages([
  ["es", "Puntuaciones y ordenaciones", "ما الذي يتغير أولًا؟", "الأجر en primer lugar"],
  ["ja", "得点と順位", "ما الذي يتغير أولًا؟", "الأجرが1位"],
  ["ar", "الدرجات والترتيب", "ما الذي يتغير أولًا؟", "الأجر في المرتبة الأولى"],
]))
  test(`in ${locale}, on a narrow screen`, { skip: without.pyreadstat }, async () => {
    const page = await read(reports, { locale, width: 360, colorScheme: "dark", fragment: "#by=sex" });
    for (const format of ["DTA", "SAV"]) {
      const { labels, values } = byPyreadstat(await savedFile(page, `${format}: ${files}`));
      assert.equal(labels[0], files);
      const texts = [values.of, values.statistic].map((pairs) => pairs.map(([, own]) => own));
      assert.ok(texts[0].includes(of), `${texts[0]}`);
      assert.ok(texts[1].includes(statistic), `${texts[1]}`);
      assert.doesNotMatch(texts.flat().join(), /[\u2066-\u2069]/);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "scrolls sideways");
    assert.deepEqual(await violations(page), []);
    await page.locator("section[aria-labelledby=takeaway-title]").scrollIntoViewIfNeeded();
    await picture(page, `read-statistics-files-${locale}`);
    assert.deepEqual(faults(page), []);
  });

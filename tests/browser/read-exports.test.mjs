/** Files for statistics programs, descriptions of CSV, and perturbed reports, each read by the programs that they are for. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { inLanguages } from "../nightly.mjs";
import { candor, designed } from "../program.mjs";
import { violations } from "./axe.mjs";
import { fits, parsed } from "./described.mjs";
import { Reading, saved } from "./reading.mjs";
import { shownShare } from "./shown.mjs";
import { faults } from "./stage.mjs";
import { byHaven, byPyreadstat, candorPython, hasCandorR, run, runIn, without } from "./statistics-files.mjs";

const LONG = `Were you, in the twelve months before today, ${"ever, at any place, ".repeat(16)}paid less than agreed?`;
const SURVEY = {
  survey: "wages",
  title: { en: "Wages & hours", ar: "الأجور" },
  attributes: [
    {
      name: "if",
      question: { en: "What are you?", ar: "ما أنت؟" },
      categories: ["man", "woman"].map((value) => ({
        value,
        label: { en: `a ${value}`, ar: value === "man" ? "رجل" : "امرأة" },
      })),
    },
    {
      name: "cheated.how",
      question: { en: LONG, ar: "هل دُفع لك أقل من المتفق عليه؟" },
      categories: ["no", { value: "yes, <often>", label: { en: "It’s “often”", ar: "نعم" } }],
      optional: true,
    },
    { name: "cheated_how", question: { en: "How old?", ar: "كم عمرك؟" }, bins: [18, 30, 45] },
    { name: "賃金", categories: ["低", "高"] },
  ],
  plain: [{ name: "region", categories: ["north", "south"] }],
  privacy: { record_epsilon: 6, method: "analysis" },
};
const NAMES = ["q_if", "cheated_how", "cheated_how_2", "賃金"];
const LABEL = "These values were changed at random on each respondent’s device. Counting them gives wrong numbers.";

const reading = await Reading.open(SURVEY, { published: true });
const people = Array.from({ length: 900 }, (_, i) =>
  [
    i % 2 === 0 ? "man" : "woman",
    i % 20 === 7 ? "" : i % 3 === 1 ? '"yes, <often>"' : "no",
    18 + (i % 27),
    i % 4 === 0 ? "高" : "低",
    i % 5 === 0 ? "north" : "south",
  ].join(),
);
const names = [...reading.names, "region"];
const reports = reading.reports(people, { names });
const handful = reading.reports(people.slice(0, 2), { names, name: "handful" });
const TABLES = ["--tables", ...reading.names, "if,cheated.how"];

const folder = mkdtempSync(join(tmpdir(), "candor-exports-"));
after(() => rmSync(folder, { recursive: true }));

/** Saves what a button saves into the folder, and returns where it is. */
async function savedFile(page, button, name = button.toLowerCase()) {
  const { name: own, content } = await saved(page, button);
  const path = join(folder, `${name}-${own}`);
  writeFileSync(path, content);
  return path;
}

/** The files of a ZIP. */
const unpacked = (content) =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(content))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );

/** A row for each cell as it should be, with the columns of the files. */
function expected(file) {
  const unbiased = reading.program("estimate", file, ...TABLES);
  // What the page shows is a best guess of all that it has counted.
  const counts = reading.file("all.json", candor("count", reading.plan, file, "--pairs", "--format", "json"));
  const seen = reading.program("estimate", "--counts", counts, ...TABLES, "--method", "auto");
  const categories = reading.document.attributes.map((attribute) =>
    attribute.categories.map((category) => category.value ?? category),
  );
  return unbiased.tables.flatMap(({ attributes, cells }, place) =>
    cells.map((cell, row) => {
      const codes = reading.names.map((name, of) => {
        const axis = attributes.indexOf(name);
        return axis < 0 ? null : 1 + categories[of].indexOf(cell.categories[axis]);
      });
      const { estimate, standard_error: error, lower, upper } = cell;
      const shown = shownShare(seen.tables[place].cells[row]);
      const { n, confidence } = unbiased;
      return [place + 1, ...codes, estimate, error, lower, upper, confidence, n, shown === null ? 1 : 0, shown, 1, 0];
    }),
  );
}

const OWN = ["estimate", "standard_error", "lower", "upper", "confidence", "n", "few", "shown", "guess", "valid"];
const COLUMNS = ["table", ...NAMES, ...OWN];
const LABELS = [
  "Table",
  "What are you?",
  LONG,
  "How old?",
  "賃金",
  "Estimate",
  "Standard error",
  "From",
  "To",
  "Confidence of intervals",
  "Reports",
  "too few reports to tell",
  "Share that the page shows",
  "Whether the share that the page shows is a best guess",
  "Shares are of",
];

/** Whether a label is the whole text, or as much of it as fits. */
function assertLabel(label, whole, most) {
  if (whole.length <= most) return assert.equal(label, whole);
  assert.ok([...label].length <= most && label.endsWith("…") && whole.startsWith(label.slice(0, -1)), label);
  assert.ok(label.length > most - 20, label);
}

for (const [format, most] of [
  ["DTA", 80],
  ["SAV", 255],
]) {
  test(`Python reads the program's numbers, with labels, in ${format}`, { skip: without.pyreadstat }, async () => {
    for (const file of [reports, handful]) {
      const page = await reading.read([reading.plan, file]);
      const told = byPyreadstat(await savedFile(page, format));
      assert.deepEqual(told.names, COLUMNS);
      for (const [place, label] of told.labels.entries()) assertLabel(label, LABELS[place], most);
      const rows = expected(file);
      for (const [place, name] of COLUMNS.entries())
        assert.deepEqual(
          told.columns[name],
          rows.map((row) => row[place]),
          name,
        );
      assert.equal(told.label, "Wages & hours");
      assert.match(told.notes.join(" "), /Each was changed at random on its device before it was sent/);
      assert.match(told.notes.join(" "), /record ε 6/);
      const { table, ...values } = told.values;
      assert.deepEqual(values.q_if, [
        [1, "a man"],
        [2, "a woman"],
      ]);
      assert.deepEqual(values.cheated_how, [
        [1, "no"],
        [2, "It’s “often”"],
        [3, "Prefer not to say"],
      ]);
      assert.deepEqual(values.cheated_how_2, [
        [1, "18 – < 30"],
        [2, "30 – < 45"],
      ]);
      assert.deepEqual(values.few, [
        [0, "no"],
        [1, "yes"],
      ]);
      assert.equal(table.length, 5);
      assertLabel(table[4][1], `What are you? × ${LONG}`, format === "SAV" ? 119 : 32_000);
      assert.deepEqual(faults(page), []);
    }
    assert.ok(expected(handful).some((row) => row.includes(null) && row[11] === 1));
  });

  test(`R reads the same in ${format}`, { skip: without.haven }, async () => {
    const page = await reading.read([reading.plan, handful]);
    const rows = expected(handful);
    const columns = byHaven(await savedFile(page, format), rows.length);
    assert.deepEqual(
      columns.map(({ name }) => name),
      COLUMNS,
    );
    for (const [place, { label, numbers }] of columns.entries()) {
      assertLabel(label, LABELS[place], most);
      assert.deepEqual(
        numbers,
        rows.map((row) => row[place]),
      );
    }
    assert.deepEqual(columns[4].values, [
      [1, "低"],
      [2, "高"],
    ]);
  });
}

test("PSPP reads SAV without a warning", { skip: without.pspp }, async () => {
  const page = await reading.read([reading.plan, reports]);
  const path = await savedFile(page, "SAV", "pspp");
  const syntax = join(folder, "read.sps");
  writeFileSync(syntax, `GET FILE='${path}'.\nDISPLAY DICTIONARY.\nDESCRIPTIVES n.\n`);
  const output = run("pspp", "-o", "-", "-O", "format=txt", syntax);
  assert.doesNotMatch(output, /warning|error:/i);
  assert.match(output, /What are you\?/);
});

test("the program's CSV comes with a description in CSVW and one in DDI, which fit it", async () => {
  const page = await reading.read([reading.plan, reports]);
  const { name, content } = await saved(page, "ZIP: CSV with descriptions");
  assert.equal(name, "wages.zip");
  const files = unpacked(content);
  assert.deepEqual(Object.keys(files), ["wages.csv", "wages.csv-metadata.json", "wages.ddi.xml"]);
  assert.equal(files["wages.csv"], candor("estimate", reading.plan, reports, ...TABLES, "--format", "csv"));
  const metadata = JSON.parse(files["wages.csv-metadata.json"]);
  assert.equal(metadata.url, "wages.csv");
  assert.equal(metadata["dc:identifier"], reading.document.fingerprint);
  const rows = parsed(files["wages.csv"]);
  const { columns } = metadata.tableSchema;
  fits(rows, columns);
  assert.deepEqual(
    columns.slice(0, 6).map(({ name: own }) => own),
    ["table", "if", "cheated.how", "cheated_how", "%E8%B3%83%E9%87%91", "estimate"],
  );

  const codebook = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "application/xml");
    const all = (within, path) => [...within.querySelectorAll(path)];
    return {
      root: `${document.documentElement.namespaceURI} ${document.documentElement.localName}`,
      title: document.querySelector("titl").textContent,
      cases: document.querySelector("caseQnty").textContent,
      epsilon: document.querySelector("cleanOps").textContent,
      variables: all(document, "var").map((variable) => ({
        name: variable.getAttribute("name"),
        questions: all(variable, "qstnLit").map((text) => [text.getAttribute("xml:lang"), text.textContent]),
        categories: all(variable, "catgry").map((category) => [
          category.querySelector("catValu").textContent,
          category.querySelector("labl").textContent,
          category.getAttribute("missing"),
        ]),
      })),
    };
  }, files["wages.ddi.xml"]);
  assert.equal(codebook.root, "ddi:codebook:2_5 codeBook");
  assert.equal(codebook.title, "Wages & hours");
  assert.equal(codebook.cases, `${rows.length - 1}`);
  assert.match(codebook.epsilon, /^Record ε: 6 /);
  assert.deepEqual(
    codebook.variables.map(({ name: own }) => own),
    rows[0],
  );
  assert.deepEqual(codebook.variables[2], {
    name: "cheated.how",
    questions: [
      ["ar", "هل دُفع لك أقل من المتفق عليه؟"],
      ["en", LONG],
    ],
    categories: [
      ["no", "no", null],
      ["yes, <often>", "It’s “often”", null],
      ["no answer", "Prefer not to say", "Y"],
    ],
  });
});

/** A survey whose reports have labels: each device uses some of the questions. */
const LABELLED = {
  survey: "three",
  attributes: ["smokes", "coughs", "sings"].map((name) => ({ name, categories: ["no", "yes"] })),
  plain: [{ name: "region", categories: ["north", "south"] }],
  tables: [["smokes", "coughs"], ["sings"]],
  privacy: { record_epsilon: 0.5, method: "labelled" },
};

const PERTURBED = "Perturbed reports, not answers (ZIP)";
const NAME = "wages-perturbed-reports-not-answers";

test("perturbed reports are named and labelled as what they are, and scripts estimate from them", async () => {
  const page = await reading.read([reading.plan, reports]);
  await page.getByText(LABEL).waitFor();
  const { name, content } = await saved(page, PERTURBED);
  assert.equal(name, `${NAME}.zip`);
  const files = unpacked(content);
  const csv = `${NAME}.csv`;
  const scripts = ["estimate.py", "estimate.R", "labels.sps"];
  assert.deepEqual(Object.keys(files), [csv, `${csv}-metadata.json`, "plan.json", ...scripts]);
  const again = ["--answers", join(reading.plan, "../reports.csv"), "--seed", "3", "--format", "csv"];
  assert.equal(files[csv], candor("perturb", reading.plan, ...again));
  for (const script of scripts) assert.ok(files[script].includes(LABEL.replace(/\.$/, "")), script);
  const metadata = JSON.parse(files[`${csv}-metadata.json`]);
  assert.equal(metadata["dc:description"], LABEL);
  fits(parsed(files[csv]), metadata.tableSchema.columns);

  const own = mkdtempSync(join(folder, "perturbed-"));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(own, file), text);
  const table = candor("estimate", reading.plan, reports);
  assert.match(table, /a woman|woman/);
  const estimates = (output) => {
    for (const line of table.split("\n")) assert.ok(output.includes(line.trimEnd()), `${line}\n${output}`);
  };
  if (candorPython) estimates(run(candorPython, join(own, "estimate.py")));
  if (hasCandorR) estimates(run("Rscript", join(own, "estimate.R")));
  if (!without.pspp && !without.pyreadstat) {
    const syntax = `${files["labels.sps"]}SAVE OUTFILE='read.sav'.\n`;
    writeFileSync(join(own, "read.sps"), syntax);
    assert.doesNotMatch(runIn(own, "pspp", "-o", "-", "-O", "format=txt", "read.sps"), /warning|error:/i);
    const told = byPyreadstat(join(own, "read.sav"));
    assert.deepEqual(told.names, [...reading.names.map(perturbedName), "perturbed_region"]);
    assert.ok(LABEL.startsWith(told.label.replace("…", "")) && told.label.length > 40, told.label);
    assert.ok(told.notes.join(" ").includes("SPSS cannot take the noise out of them"), `${told.notes}`);
    assert.equal(told.labels[0], "Perturbed, not an answer: What are you?");
    const [, ...rows] = parsed(files[csv]);
    assert.deepEqual(
      told.columns.perturbed_if,
      rows.map(([value]) => value),
    );
    assert.deepEqual(told.values.perturbed_if, [
      ["man", "a man"],
      ["woman", "a woman"],
    ]);
  }
});

/** The name of a question's perturbed values in SPSS. */
const perturbedName = (name, place) => `perturbed_${name.replace(".", "_")}${place === 2 ? "_2" : ""}`;

test("reports with labels, repeated and of several formats leave each once", async () => {
  const plan = reading.file("labelled.json", designed(LABELLED));
  const people = "yes,no,no,south\nno,no,yes,north\n".repeat(40);
  const answers = reading.file("labelled.csv", `smokes,coughs,sings,region\n${people}`);
  const perturb = (seed, format) => candor("perturb", plan, "--answers", answers, "--seed", seed, "--format", format);
  const lines = reading.file("labelled.ndjson", perturb("1", "json"));
  const copy = reading.file("copy.ndjson", perturb("1", "json"));
  const rows = reading.file("rows.csv", perturb("2", "csv"));
  const parquet = reading.file("rows.parquet", "");
  candor("perturb", plan, "--answers", answers, "--seed", "3", "-o", parquet);
  const page = await reading.read([plan, lines, copy, rows, parquet]);
  const files = unpacked((await saved(page, PERTURBED)).content);
  const { n } = JSON.parse((await saved(page, "JSON")).content);
  assert.equal(n, 240);
  const [first, ...others] = ["1", "2", "3"].map((seed) => perturb(seed, "csv"));
  assert.match(first, /^perturbed,region\n/);
  const all = first + others.map((each) => each.slice(each.indexOf("\n") + 1)).join("");
  assert.equal(files["three-perturbed-reports-not-answers.csv"], all);
  assert.equal(JSON.parse(files["plan.json"]).fingerprint, JSON.parse(designed(LABELLED)).fingerprint);
});

test("of counts and of a collector's totals there are no perturbed reports", async () => {
  const counts = reading.file("counts.json", candor("count", reading.plan, reports, "--pairs", "--format", "json"));
  const page = await reading.read([reading.plan, counts]);
  assert.equal(await page.getByText(LABEL).count(), 0);
  await page.getByRole("button", { name: "SAV", exact: true }).waitFor();
});

for (const [locale, save, question, few] of inLanguages([
  ["es", "Informes alterados, no respuestas (ZIP)", undefined, "muy pocos informes para saberlo"],
  ["ja", "撹乱された報告（回答ではありません、ZIP）", undefined, "報告が少なすぎて不明"],
  ["ar", "تقارير مشوّشة لا إجابات (ZIP)", "ما أنت؟", "التقارير أقل من أن تدل"],
])) {
  test(`in ${locale}, on a narrow screen`, { skip: without.pyreadstat }, async () => {
    const page = await reading.read([reading.plan, reports], { locale, width: 360 });
    assert.ok((await saved(page, save)).content.length > 0);
    for (const format of ["DTA", "SAV"]) {
      const told = byPyreadstat(await savedFile(page, format, locale));
      if (question) assert.equal(told.labels[1], question);
      assert.equal(told.labels[COLUMNS.indexOf("few")], few);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "scrolls sideways");
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(faults(page), []);
  });
}

/** The writers of DTA and SAV at the limits of both formats: names, lengths of labels, missing and extreme numbers, many rows. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { byHaven, byPyreadstat, without } from "./statistics-files.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { buildSync } = createRequire(`${ROOT}pkg/package.json`)("esbuild");

/** A module of the reading page's exports, without its types. */
function source(name) {
  const entryPoints = [`${ROOT}www/src/read/exports/${name}.ts`];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const [{ Names, cut }, { stata }, { spss, linesOf }, { Bytes }] = await Promise.all(
  ["names", "stata", "spss", "bytes"].map(source),
);

const folder = mkdtempSync(join(tmpdir(), "candor-formats-"));
after(() => rmSync(folder, { recursive: true }));

const bytesIn = (text) => Buffer.byteLength(text);

test("names are those that Stata and SPSS take, and differ", () => {
  const names = new Names(["estimate"]);
  const of = (name) => names.of(name);
  assert.deepEqual(
    ["age", "Age", "AGE", "estimate", "a.b", "a-b", "2nd", "_x", "if", "WITH", "str9", "", "🙂"].map(of),
    ["age", "Age_2", "AGE_3", "estimate_2", "a_b", "a_b_2", "q_2nd", "q__x", "q_if", "q_WITH", "q_str9", "q_", "q__"],
  );
  const long = [of("n".repeat(40)), of("n".repeat(41)), of("賃".repeat(30)), of("賃".repeat(30))];
  assert.deepEqual(long, ["n".repeat(32), `${"n".repeat(30)}_2`, "賃".repeat(21), `${"賃".repeat(20)}_2`]);
});

test("texts are cut between characters as people see them, and lines between words", () => {
  assert.equal(cut("short", 5), "short");
  assert.equal(cut(" two\n lines ", 20), "two lines");
  assert.equal(cut("abcdefgh", 6), "abc…");
  assert.equal(cut("a👩‍👩‍👧b", 12), "a…");
  assert.equal(cut("e\u0301e\u0301e\u0301", 8), "e\u0301…");
  assert.equal(cut("abcdefgh", 100, 4), "abc…");
  assert.deepEqual(linesOf("one two three", 8), ["one two", "three"]);
  assert.deepEqual(linesOf("賃".repeat(5), 6), ["賃賃", "賃賃", "賃"]);
  assert.throws(() => new Bytes().text("abc", 2), RangeError);
});

const LONG = "賃金 ".repeat(400).trim();
const ROWS = 9000;
const DATASET = {
  label: LONG,
  notes: [LONG, "The second."],
  variables: [
    {
      name: "賃",
      label: LONG,
      kind: "codes",
      labels: new Map([
        [0, LONG],
        [70_000, "x"],
      ]),
    },
    { name: "n", label: "A count", kind: "whole", labels: new Map() },
    { name: "estimate", label: "مقدّر", kind: "real" },
  ],
  rows: [
    [0, 3_000_000_000, -0.1],
    [null, null, null],
    [70_000, 0, Number.MIN_VALUE],
    [1, 1, 1e300],
    ...Array.from({ length: ROWS - 4 }, (_, i) => [i % 2, i, i / 7]),
  ],
};

for (const [format, write, most] of [
  ["dta", stata, { file: [320, 80], variable: [320, 80], value: 32_000 }],
  ["sav", spss, { file: [64], variable: [255], value: 120 }],
]) {
  test(`${format} at its limits`, { skip: without.pyreadstat }, async () => {
    const path = join(folder, `limits.${format}`);
    writeFileSync(path, Buffer.from(await write(DATASET).arrayBuffer()));
    const told = byPyreadstat(path);
    const names = DATASET.variables.map(({ name }) => name);
    assert.deepEqual(told.names, names);
    for (const [place, name] of names.entries())
      assert.deepEqual(
        told.columns[name],
        DATASET.rows.map((row) => row[place]),
      );
    assert.equal(told.label, cut(LONG, ...most.file));
    assert.deepEqual(told.labels, [cut(LONG, ...most.variable), "A count", "مقدّر"]);
    assert.ok(bytesIn(told.labels[0]) <= most.variable[0]);
    assert.deepEqual(told.values, {
      賃: [
        [0, cut(LONG, most.value)],
        [70_000, "x"],
      ],
    });
    const note = told.notes.join(" ");
    assert.ok(note.includes("賃金 賃金 賃金") && note.includes("The second."), note);
  });

  test(`${format} at its limits, read by R`, { skip: without.haven }, async () => {
    const path = join(folder, `r.${format}`);
    writeFileSync(path, Buffer.from(await write(DATASET).arrayBuffer()));
    const columns = byHaven(path, ROWS);
    for (const [place, { numbers }] of columns.entries())
      assert.deepEqual(
        numbers,
        DATASET.rows.map((row) => row[place]),
      );
    assert.deepEqual(columns[0].values[1], [70_000, "x"]);
  });
}

test("an SAV says when it was made", async () => {
  const bytes = Buffer.from(await spss(DATASET, new Date(Date.UTC(2026, 2, 1, 9, 5, 7))).arrayBuffer());
  assert.equal(bytes.toString("latin1", 92, 109), "01 Mar 2609:05:07");
});

/** CSV files that are described by metadata of “CSV on the Web”. */

import assert from "node:assert/strict";

/** The cells of a CSV without line breaks in cells. */
export const parsed = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );

/** That the rows of a CSV are what its columns are said to be. */
export function fits([headings, ...rows], columns) {
  assert.deepEqual(
    columns.map(({ titles }) => titles),
    headings,
  );
  assert.equal(new Set(columns.map(({ name }) => name)).size, columns.length);
  assert.ok(rows.length > 0);
  for (const row of rows) {
    assert.equal(row.length, columns.length);
    for (const [place, { datatype, null: empty, required }] of columns.entries()) {
      const cell = row[place];
      if (cell === empty) continue;
      assert.ok(!required || cell !== "", `${headings[place]}: ${row}`);
      if (datatype === "double") assert.ok(Number.isFinite(Number(cell)), cell);
      else if (datatype === "integer") assert.match(cell, /^\d+$/);
      else if (datatype.format) assert.match(cell, new RegExp(datatype.format, "u"));
    }
  }
}

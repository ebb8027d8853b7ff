/**
 * Three XLSForms as workbooks: a form with everything that is imported, whose sheets stand in another order and of which one says nothing; one in two
 * languages; and one of which hardly anything can be imported. Their cells are in xlsforms.json.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { default: writeWorkbook } = await import(createRequire(import.meta.url).resolve("write-excel-file/node"));

/** The sheets of each form: rows of cells by the names of the sheets. */
export const FORMS = JSON.parse(readFileSync(new URL("xlsforms.json", import.meta.url), "utf8"));

/** Writes sheets into a workbook. */
export async function writeSheets(file, sheets) {
  const pages = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) => row.map((value) => (value === "" ? null : { value }))),
  }));
  await writeWorkbook(pages).toFile(file);
}

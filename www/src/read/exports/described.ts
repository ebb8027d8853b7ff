/** A CSV of estimates with its descriptions, as one ZIP. */

import csv from "papaparse";
import type { Source } from "../source";
import type { Words } from "../words";
import { columnsOf } from "./columns";
import { csvw, nameOf } from "./csvw";
import { ddi } from "./ddi";
import { zip } from "./zip";

/** Packs the CSV as it is with a description in CSVW and one in DDI; `name` is that of the files. */
export function described(
  name: string,
  content: string,
  { plan }: Pick<Source, "plan">,
  notes: readonly string[],
  words: Words,
): Promise<Blob> {
  const file = `${name}.csv`;
  const [headings = [], ...rows] = csv.parse<string[]>(content, { delimiter: ",", skipEmptyLines: true }).data;
  const columns = columnsOf(headings, plan.attributes, words);
  return zip([
    [file, content],
    [nameOf(file), csvw(file, columns, plan, notes, words)],
    [`${name}.ddi.xml`, ddi({ csv: file, rows: rows.length, plan, notes }, columns, words)],
  ]);
}

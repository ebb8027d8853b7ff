/** CSV of estimates with its descriptions, as one ZIP. */

import type { PlanDocument } from "candor";
import csv from "papaparse";
import type { Statistics } from "../cards";
import type { Words } from "../words";
import { columnsOf, statisticsColumns } from "./columns";
import { csvw, nameOf } from "./csvw";
import { ddi } from "./ddi";
import { type Entry, zip } from "./zip";

/** A CSV of tables, or `of` scores or rankings: its name without an ending, and how its numbers were made. */
interface Described {
  readonly of?: Statistics;
  readonly name: string;
  readonly content: string;
  readonly notes: readonly string[];
}

/** Packs each CSV as it is with a description in CSVW and one in DDI. */
export function described(all: readonly Described[], plan: PlanDocument, words: Words): Promise<Blob> {
  return zip(all.flatMap((each) => entriesOf(each, plan, words)));
}

function entriesOf({ of, name, content, notes }: Described, plan: PlanDocument, words: Words): Entry[] {
  const file = `${name}.csv`;
  const [headings = [], ...rows] = csv.parse<string[]>(content, { delimiter: ",", skipEmptyLines: true }).data;
  const columns = of ? statisticsColumns(of, plan, headings, words) : columnsOf(headings, plan, words);
  return [
    [file, content],
    [nameOf(file), csvw(file, columns, plan, notes, words)],
    [`${name}.ddi.xml`, ddi({ csv: file, rows: rows.length, plan, notes }, columns, words)],
  ];
}

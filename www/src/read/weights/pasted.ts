/** Reads a small table that was copied from a spreadsheet or is CSV: columns of categories under their headings, and last one of numbers. */

import type { PlanDocument } from "candor";
import csv from "papaparse";
import { labelsOf, type Question, titleOf, valuesOf } from "../labels";
import type { Words } from "../words";
import { combinations, type Known, sumOf, type Unit } from "./known";

/** Why a table cannot be read: a key of the words, and what it is about. */
export interface Unread {
  readonly why: "empty" | "column" | "category" | "number" | "twice";
  readonly about: string;
}

/** The sums of shares, and by how much rounded ones may differ from it. */
const [SHARES, ROUNDED] = [1, 0.01];

/** Reads the known numbers of the columns that the table names; categories may be named by their values or as the page does. */
export function pasted(text: string, plan: PlanDocument, words: Words): Known | Unread {
  const { plain = [] } = plan;
  const { data } = csv.parse<string[]>(text.trim(), { skipEmptyLines: "greedy" });
  const [headings = [], ...rows] = data.map((row) => row.map((cell) => cell.trim()));
  const named = headings.slice(0, -1);
  if (named.length === 0 || rows.length === 0) return { why: "empty", about: "" };
  const headed: Question[] = [];
  for (const heading of named) {
    const column = plain.find((each) => same(heading, [each.name, titleOf(each, words)]));
    if (!column || headed.includes(column)) return { why: "column", about: heading };
    headed.push(column);
  }
  const columns = plain.filter((column) => headed.includes(column));
  const keys = combinations(columns).map((values) => values.join("\n"));
  const numbers: (number | undefined)[] = keys.map(() => undefined);
  for (const row of rows) {
    const values: string[] = [];
    for (const column of columns) {
      const cell = row[headed.indexOf(column)] ?? "";
      const [own, labels] = [valuesOf(column), labelsOf(column, plan, words)];
      const place = own.findIndex((value, at) => same(cell, [value, labels[at] ?? value]));
      if (place < 0) return { why: "category", about: cell };
      values.push(own[place] ?? "");
    }
    const cell = row[columns.length] ?? "";
    const number = numberOf(cell);
    if (number === undefined) return { why: "number", about: cell };
    const key = keys.indexOf(values.join("\n"));
    if (numbers[key] !== undefined) return { why: "twice", about: row.slice(0, columns.length).join(" · ") };
    numbers[key] = number;
  }
  const sum = sumOf(numbers);
  const areShares = Math.abs(sum - SHARES) <= ROUNDED;
  const unit: Unit = areShares || Math.abs(sum / 100 - SHARES) <= ROUNDED ? "percent" : "people";
  // The last digits of 100 times a share are noise.
  const shown = areShares ? numbers.map((number) => number && Number((100 * number).toPrecision(12))) : numbers;
  return { columns, unit, numbers: shown };
}

function same(cell: string, names: readonly string[]): boolean {
  return names.some((name) => name.toLowerCase() === cell.toLowerCase());
}

/** Reads a number with a point or a comma before its decimals, groups of thousands, or a percent sign. */
export function numberOf(cell: string): number | undefined {
  const bare = cell.replace(/[\s%\u066A'’]/gu, "");
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  const mark = bare[last] ?? "";
  const isGrouped = bare.split(mark).length > 2 || (mark === "," && /^\d{1,3},\d{3}$/.test(bare));
  const [whole, decimals] = last < 0 || isGrouped ? [bare, ""] : [bare.slice(0, last), bare.slice(last + 1)];
  const digits = whole.replace(/[.,]/g, "");
  return /^\d+$/.test(`${digits}${decimals}`) ? Number(`${digits}.${decimals}`) : undefined;
}

/**
 * Reads what is known of a population and was pasted: a small table that was copied from a spreadsheet or is CSV, with columns of categories under
 * their headings and last one of numbers; or the JSON of margins that `candor weigh` takes.
 */

import type { PlanDocument } from "candor";
import csv from "papaparse";
import { labelsOf, type Question, titleOf, valuesOf } from "../labels";
import type { Words } from "../words";
import { combinations, type Known, ROUNDED, sumOf } from "./known";

/** Why this cannot be read: a key of the words, and what it is about. */
export interface Unread {
  readonly why: "empty" | "column" | "category" | "number" | "twice" | "json" | "mixed";
  readonly about: string;
}

/** Headings of columns, and lines with a category of each and a number. */
interface Table {
  readonly headings: readonly string[];
  readonly lines: readonly { readonly cells: readonly string[]; readonly number: string }[];
}

/** Writes numbers with all their digits. */
const WRITTEN = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 });

/** Reads the known numbers of the columns that are named; categories may be named by their values or as the page does. */
export function pasted(text: string, plan: PlanDocument, words: Words): readonly Known[] | Unread {
  const tables = text.trim().startsWith("{") ? tablesOf(text) : [tableOf(text)];
  if (!tables) return { why: "json", about: "" };
  const all: Known[] = [];
  for (const table of tables) {
    const known = knownOf(table, plan, words);
    if ("why" in known) return known;
    all.push(known);
  }
  const columns = all.flatMap((known) => known.columns);
  if (all.length > 1 && columns.length > all.length) return { why: "mixed", about: "" };
  const twice = columns.find((column, place) => columns.indexOf(column) < place);
  return twice ? { why: "column", about: titleOf(twice, words) } : all;
}

/** The table of a spreadsheet or of CSV. */
function tableOf(text: string): Table {
  const { data } = csv.parse<string[]>(text.trim(), { skipEmptyLines: "greedy" });
  const [headings = [], ...rows] = data.map((row) => row.map((cell) => cell.trim()));
  const width = Math.max(headings.length - 1, 0);
  const lines = rows.map((row) => ({ cells: row.slice(0, width), number: row[width] ?? "" }));
  return { headings: headings.slice(0, width), lines };
}

/** The margins of a JSON document as tables; undefined where it is none. */
function tablesOf(text: string): Table[] | undefined {
  try {
    const margins = Object.entries<object>(JSON.parse(text));
    if (margins.length === 0 || !margins.every(([, numbers]) => isObject(numbers))) return undefined;
    return margins.map(([names, numbers]) => {
      const headings = names.split(",");
      const lines = Object.entries(numbers).map(([values, number]) => ({
        cells: headings.length > 1 ? values.split(",") : [values],
        number: typeof number === "number" ? WRITTEN.format(number) : JSON.stringify(number),
      }));
      return { headings, lines };
    });
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The known numbers of a table. */
function knownOf({ headings, lines }: Table, plan: PlanDocument, words: Words): Known | Unread {
  const { plain = [] } = plan;
  if (headings.length === 0 || lines.length === 0) return { why: "empty", about: "" };
  const headed: Question[] = [];
  for (const heading of headings) {
    const column = plain.find((each) => same(heading, [each.name, titleOf(each, words)]));
    if (!column || headed.includes(column)) return { why: "column", about: heading };
    headed.push(column);
  }
  const columns = plain.filter((column) => headed.includes(column));
  const keys = combinations(columns).map((values) => values.join("\n"));
  const numbers: (number | undefined)[] = keys.map(() => undefined);
  for (const { cells, number: written } of lines) {
    if (cells.length > headings.length) return { why: "category", about: cells.join() };
    const values: string[] = [];
    for (const column of columns) {
      const cell = cells[headed.indexOf(column)] ?? "";
      const [own, labels] = [valuesOf(column), labelsOf(column, plan, words)];
      const place = own.findIndex((value, at) => same(cell, [value, labels[at] ?? value]));
      if (place < 0) return { why: "category", about: cell || cells.join() };
      values.push(own[place] ?? "");
    }
    const number = numberOf(written);
    if (number === undefined) return { why: "number", about: written };
    const key = keys.indexOf(values.join("\n"));
    if (numbers[key] !== undefined) return { why: "twice", about: cells.join(" · ") };
    numbers[key] = number;
  }
  return { columns, ...shownOf(numbers) };
}

/** How numbers are given, and as percentages if they are shares: as `candor weigh` has it, numbers that are all at most 1. */
function shownOf(numbers: readonly (number | undefined)[]): Pick<Known, "unit" | "numbers"> {
  if (numbers.every((number = 0) => number <= 1)) {
    // The last digits of 100 times a share are noise.
    return { unit: "percent", numbers: numbers.map((number) => number && Number((100 * number).toPrecision(12))) };
  }
  return { unit: Math.abs(sumOf(numbers) - 100) <= ROUNDED ? "percent" : "people", numbers };
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

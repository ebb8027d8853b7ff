/** What is known of a population: the numbers of people, or their shares, in the categories of plain columns or of several together. */

import type { PlanDocument } from "candor";
import type { Margins } from "candor/analysis";
import { labelsOf, type Question, valuesOf } from "../labels";
import type { Words } from "../words";

/** How numbers are given. */
export type Unit = "percent" | "people";

/** By how much the sum of rounded percentages may differ from 100. */
export const ROUNDED = 1;

/** Known numbers of one column, or of all combinations of several. */
export interface Known {
  readonly columns: readonly Question[];
  readonly unit: Unit;
  /** A number for every combination of categories, the last column fastest; missing where none is given yet. */
  readonly numbers: readonly (number | undefined)[];
}

/** The values of the columns' categories in all combinations, the last column fastest. */
export function combinations(columns: readonly Question[]): string[][] {
  return crossed(columns.map(valuesOf));
}

/** The labels of these combinations. */
export function combinationLabels(columns: readonly Question[], plan: PlanDocument, words: Words): string[] {
  return crossed(columns.map((column) => labelsOf(column, plan, words))).map((labels) => labels.join(" · "));
}

function crossed(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((all, list) => all.flatMap((head) => list.map((each) => [...head, each])), [[]]);
}

/** What is wrong with known numbers: the places of those that are missing or not above 0, or percentages that do not add up to 100. */
export interface Fault {
  readonly missing: readonly number[];
  readonly low: readonly number[];
  readonly sum: number | undefined;
}

/** Finds what is wrong; `reported` says of each place whether any report is there, as others have no weight and need no number. */
export function faultOf({ numbers, unit }: Known, reported: readonly boolean[]): Fault | undefined {
  const places = numbers.flatMap((_, place) => (reported[place] ? [place] : []));
  const missing = places.filter((place) => numbers[place] === undefined);
  const low = places.filter((place) => (numbers[place] ?? 1) <= 0);
  const sum = sumOf(places.map((place) => numbers[place]));
  const isOff = missing.length === 0 && unit === "percent" && Math.abs(sum - 100) > ROUNDED;
  if (missing.length === 0 && low.length === 0 && !isOff) return undefined;
  return { missing, low, sum: isOff ? sum : undefined };
}

/** The sum of the numbers that are given. */
export function sumOf(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** The margins that weights are to have, of numbers without faults. */
export function marginsOf(known: readonly Known[], reported: readonly (readonly boolean[])[]): Margins {
  return Object.fromEntries(
    known.map(({ columns, numbers }, margin) => {
      const given = numbers.map((number, place) => (reported[margin]?.[place] ? number : undefined));
      const sum = sumOf(given);
      const shares = combinations(columns).flatMap((values, place) => {
        const number = given[place];
        return number === undefined ? [] : [[values.join(), number / sum] as const];
      });
      return [columns.map(({ name }) => name).join(), Object.fromEntries(shares)];
    }),
  );
}

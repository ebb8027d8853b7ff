/** Estimates as one table for statistics programs: a row for each cell, with codes for the categories of every question. */

import type { PlanDocument } from "candor";
import type { CellDocument } from "candor/analysis";
import { bare } from "../figures";
import { inWords, labelsOf, titleOf, valuesOf } from "../labels";
import type { Estimated, Source } from "../source";
import type { Words } from "../words";
import { Names } from "./names";

/** A variable of whole numbers, which may be codes with labels, or of real numbers. */
export interface Variable {
  readonly name: string;
  readonly label: string;
  readonly kind: "codes" | "whole" | "real";
  /** The labels of the codes 1, 2, … or of 0, 1. */
  readonly labels?: ReadonlyMap<number, string>;
}

/** A table with what describes it; `null` is a missing value. */
export interface Dataset {
  readonly label: string;
  /** How the numbers were made. */
  readonly notes: readonly string[];
  readonly variables: readonly Variable[];
  readonly rows: readonly (readonly (number | null)[])[];
}

/** The names of the variables beside those of questions. */
const OWN = [
  "table",
  "estimate",
  "standard_error",
  "lower",
  "upper",
  "confidence",
  "n",
  "few",
  "shown",
  "guess",
  "valid",
] as const;

/**
 * Makes one table of all tables. Estimates, errors and intervals are those of `unbiased`; the column `shown` is what the page shows, which may
 * be a best guess.
 */
export function datasetOf(
  unbiased: Estimated,
  seen: Estimated,
  { plan }: Pick<Source, "plan">,
  notes: readonly string[],
  words: Words,
): Dataset {
  const { n, confidence, tables } = unbiased;
  const used = new Set(tables.flatMap(({ attributes }) => attributes));
  const questions = plan.attributes.filter(({ name }) => used.has(name));
  const titles = new Map(questions.map((question) => [question.name, titleOf(question, words)]));
  const names = new Names(OWN);
  const values = questions.map((question) => new Map(valuesOf(question).map((value, place) => [value, place + 1])));
  const asked = questions.map(
    (question): Variable => ({
      name: names.of(question.name),
      label: titles.get(question.name) ?? question.name,
      kind: "codes",
      labels: coded(labelsOf(question, plan, words), 1),
    }),
  );
  const rows = tables.flatMap(({ attributes, cells, valid }, place) => {
    const axes = questions.map(({ name }) => attributes.indexOf(name));
    const table = seen.tables[place];
    return cells.map((cell, row) => {
      const codes = axes.map((axis, of) => values[of]?.get(cell.categories[axis] ?? "") ?? null);
      const shown = table?.cells[row]?.shown ?? null;
      return [place + 1, ...codes, ...numbersOf(cell), confidence, n, shown === null ? 1 : 0, shown].concat(
        table?.method === "loglinear" ? 1 : 0,
        valid ? 1 : 0,
      );
    });
  });
  const { exports } = words;
  const crossed = tables.map(({ attributes }) => attributes.map((name) => titles.get(name) ?? name).join(" × "));
  const of = numberVariables(words);
  return {
    ...described(plan, notes, words),
    variables: [
      { name: "table", label: exports.table, kind: "codes", labels: coded(crossed, 1) },
      ...asked,
      of.estimate,
      of.standard_error,
      of.lower,
      of.upper,
      of.confidence,
      of.n,
      of.few,
      { name: "shown", label: exports.shown, kind: "real" },
      { name: "guess", label: exports.guess, kind: "codes", labels: yesOrNo(words) },
      { name: "valid", label: words.among, kind: "codes", labels: coded(Object.values(words.amongs), 0) },
    ],
    rows,
  };
}

/** The label of a dataset and its notes. */
export function described(
  plan: PlanDocument,
  notes: readonly string[],
  words: Words,
): Pick<Dataset, "label" | "notes"> {
  return { label: inWords(plan.title ?? plan.survey, words), notes: notes.map(bare) };
}

/** The variables that say of each number how sure it is. */
export function numberVariables(words: Words) {
  return {
    estimate: { name: "estimate", label: words.chart.estimate, kind: "real" },
    standard_error: { name: "standard_error", label: words.standardError, kind: "real" },
    lower: { name: "lower", label: words.from, kind: "real" },
    upper: { name: "upper", label: words.to, kind: "real" },
    confidence: { name: "confidence", label: words.confidence, kind: "real" },
    n: { name: "n", label: words.numberOfReports, kind: "whole" },
    few: { name: "few", label: words.chart.few, kind: "codes", labels: yesOrNo(words) },
  } as const satisfies Record<string, Variable>;
}

function yesOrNo({ exports: { no, yes } }: Words): ReadonlyMap<number, string> {
  return coded([no, yes], 0);
}

function numbersOf({ estimate, standard_error, lower, upper }: CellDocument): (number | null)[] {
  return [estimate, standard_error, lower, upper];
}

/** Labels of codes that begin with the first. */
export function coded(labels: readonly string[], first: number): ReadonlyMap<number, string> {
  return new Map(labels.map((label, place) => [first + place, label]));
}

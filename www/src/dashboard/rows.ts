/** The rows of charts and tables: a cell's labels, its estimate and, if known, the simulated truth. */

import type { Attribute } from "candor";
import { categoryLabel } from "../page/categories";
import { percent } from "../page/numbers";
import type { TableEstimate } from "./estimates";
import type { SimulatedTruth } from "./truth";

/** One cell, ready to be shown. */
export interface Row {
  /** Its category of each attribute, in words. */
  readonly labels: readonly string[];
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** The share among the simulated people. */
  readonly truth: number | undefined;
}

/** The cells of `table` over `attributes`, given in the table's order. */
export function rowsOf(table: TableEstimate, attributes: readonly Attribute[], truth: SimulatedTruth): Row[] {
  const shares = truth.shares(table);
  return table.cells.map(({ estimate, lower, upper }, cell) => ({
    labels: labelsOf(cell, attributes),
    estimate,
    lower,
    upper,
    truth: shares?.[cell],
  }));
}

function labelsOf(cell: number, attributes: readonly Attribute[]): string[] {
  const labels: string[] = [];
  let rest = cell;
  for (const attribute of attributes.toReversed()) {
    const size = attribute.categories.length;
    labels.unshift(categoryLabel(attribute, rest % size));
    rest = Math.floor(rest / size);
  }
  return labels;
}

/** The interval in figures, "20.3–26.6 %". It lies within 0 and 100 %, which the estimate need not. */
export function intervalOf({ lower, upper }: Row): string {
  return `${(100 * lower).toFixed(1)}–${percent(upper)}`;
}

/** Makes the rows of charts and tables: a cell's labels, its share and, if known, the simulated truth. */

import type { Attribute } from "candor";
import type { Row } from "../charts/row";
import { categoryLabel } from "../page/categories";
import type { TableEstimate } from "./estimates";
import type { SimulatedTruth } from "./truth";
import type { Words } from "./words";

/** Converts the cells of `table` to rows; `attributes` are in the table's order. */
export function rowsOf(
  table: TableEstimate,
  attributes: readonly Attribute[],
  truth: SimulatedTruth,
  words: Words,
): Row[] {
  const shares = truth.shares(table);
  return table.cells.map(({ shown, lower, upper }, cell) => ({
    labels: labelsOf(cell, attributes, words),
    shown,
    lower,
    upper,
    truth: shares?.[cell],
  }));
}

function labelsOf(cell: number, attributes: readonly Attribute[], words: Words): string[] {
  const labels: string[] = [];
  let rest = cell;
  for (const attribute of attributes.toReversed()) {
    const size = attribute.categories.length;
    labels.unshift(categoryLabel(attribute, rest % size, words));
    rest = Math.floor(rest / size);
  }
  return labels;
}

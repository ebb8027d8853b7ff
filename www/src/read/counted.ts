/** Finds tables among those that were counted, each once or twice: with the questions that hang on its own, too, where there are any. */

import type { CountedTable, CountsDocument } from "candor/analysis";

/** The questions that a table was counted for. */
export function askedOf({ asked, attributes }: CountedTable): readonly string[] {
  return attributes.slice(0, asked);
}

/** Keeps only these tables of the counts, with attributes in the counted order. */
export function only(counts: CountsDocument, tables: readonly (readonly string[])[]): CountsDocument {
  const wanted = new Set(tables.map((table) => table.join()));
  return { ...counts, tables: counts.tables.filter((table) => wanted.has(askedOf(table).join())) };
}

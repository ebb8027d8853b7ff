/** Counts tables from the reports that the counts lack. */

import type { PlanDocument } from "candor";
import { type CountsDocument, countReports } from "candor/analysis";
import { askedOf, only } from "./counted";
import { textOf } from "./open";

/** The counts of these tables alone; those that are in neither counts nor reports are left out. */
export async function withTables(
  { plan, counts, reports }: { plan: PlanDocument; counts: CountsDocument; reports: readonly File[] },
  tables: readonly (readonly string[])[],
  progress: (read: number, of: number) => void,
): Promise<CountsDocument> {
  const { tables: known } = only(counts, tables);
  const missing = tables.filter((table) => !known.some((counted) => askedOf(counted).join() === table.join()));
  if (missing.length === 0 || reports.length === 0) return { ...counts, tables: known };
  const size = reports.reduce((sum, file) => sum + file.size, 0);
  const streams = reports.map((file) => textOf(file));
  const { counts: counted } = await countReports(plan, streams, {
    tables: missing,
    progress: (read) => progress(read, size),
  });
  return { ...counts, tables: [...known, ...counted.tables] };
}

/** A regression in the worker: its table is counted from the reports where the counts have not got it. */

import { type CountsDocument, countReports, type ModelDocument, model } from "candor/analysis";
import type { Order } from "./messages";
import { textOf } from "./open";

type Modelling = Extract<Order, { task: "model" }>;

/** The regression; `progress` is told bytes of reports that were read, and of how many. */
export async function fitted(order: Modelling, progress: (read: number, of: number) => void): Promise<ModelDocument> {
  const { plan, options } = order;
  return model(plan, await counted(order, [options.outcome, ...options.on.split(",")], progress), options);
}

async function counted(
  { plan, counts, reports }: Modelling,
  table: readonly string[],
  progress: (read: number, of: number) => void,
): Promise<CountsDocument> {
  const tables = counts.tables.filter(({ attributes }) => attributes.join() === table.join());
  if (tables.length > 0 || reports.length === 0) return { ...counts, tables };
  const size = reports.reduce((sum, file) => sum + file.size, 0);
  const streams = reports.map((file) => textOf(file));
  return (await countReports(plan, streams, { tables: [table], progress: (read) => progress(read, size) })).counts;
}

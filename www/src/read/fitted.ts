/** Fits a regression in the worker. Its table is counted from the reports if the counts lack it. */

import { type CountsDocument, countReports, type ModelDocument, model } from "candor/analysis";
import type { Order } from "./messages";
import { textOf } from "./open";

type Modelling = Extract<Order, { task: "model" }>;

/** Fits the regression; `progress` is called with the bytes of reports read and their total. */
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

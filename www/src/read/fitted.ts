/** Fits a regression in the worker. Its table is counted from the reports if the counts lack it. */

import { type ModelDocument, model } from "candor/analysis";
import { withTables } from "./lacking";
import type { Order } from "./messages";

type Modelling = Extract<Order, { task: "model" }>;

/** Fits the regression; `progress` is called with the bytes of reports read and their total. */
export async function fitted(order: Modelling, progress: (read: number, of: number) => void): Promise<ModelDocument> {
  const { plan, options } = order;
  const table = [options.outcome, ...options.on.split(",")];
  return model(plan, await withTables(order, [table], progress), options);
}

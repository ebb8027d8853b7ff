/** The collector's estimates: the document it answers with, and asking for it. */

import { authorization, Unauthorized } from "./reader";

/** One cell of a table: shares of all respondents, with the ends of its confidence interval. */
export interface Cell {
  readonly categories: readonly string[];
  readonly estimate: number;
  readonly standard_error: number;
  readonly lower: number;
  readonly upper: number;
}

/** An estimated contingency table; cells in row-major order, the last attribute fastest. */
export interface TableEstimate {
  readonly attributes: readonly string[];
  readonly cells: readonly Cell[];
}

/** Tables estimated from `n` reports. */
export interface Estimates {
  readonly n: number;
  readonly confidence: number;
  readonly tables: readonly TableEstimate[];
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
}

/**
 * Estimates of the tables named, each a list of attributes; undefined while there are too few reports.
 * Fails with a sentence for the reader.
 */
export async function fetchEstimates(survey: string, tables: readonly string[][]): Promise<Estimates | undefined> {
  const query = new URLSearchParams([["survey", survey], ...tables.map((table) => ["tables", table.join(",")])]);
  const headers = authorization();
  const response = await fetch(`/estimates?${query}`, { cache: "no-store", headers }).catch((cause: unknown) => {
    throw new Error("The collector cannot be reached.", { cause });
  });
  if (response.ok) return (await response.json()) as Estimates;
  const problem = (await response.json().catch(() => ({}))) as Problem;
  if (problem.code === "too-few-reports") return undefined;
  if (problem.code === "unauthorized") throw new Unauthorized(problem.detail);
  if (problem.code === "unidentifiable-table")
    throw new Error("This cannot be estimated: the reports so far do not say enough of these questions.");
  throw new Error(problem.detail ?? `The collector answered with status ${response.status}.`);
}

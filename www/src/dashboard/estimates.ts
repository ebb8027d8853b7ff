/** The collector's estimates: the document, and how to fetch it. */

import { Refused } from "../page/refused";
import { authorization } from "./reader";

/** One cell of a table: its share of all respondents, with its confidence interval. */
export interface Cell {
  readonly categories: readonly string[];
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** The value to display: the estimate, clipped to its interval; null where there are too few reports. */
  readonly shown: number | null;
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

/**
 * Fetches estimates of tables, each a list of attributes; undefined while there are too few reports. Rejects with the code of the
 * refusal.
 */
export async function fetchEstimates(survey: string, tables: readonly string[][]): Promise<Estimates | undefined> {
  const asked = tables.map((table) => ["tables", table.join(",")]);
  const query = new URLSearchParams([["survey", survey], ["method", "auto"], ...asked]);
  const headers = authorization();
  const response = await fetch(`/estimates?${query}`, { cache: "no-store", headers }).catch((cause: unknown) => {
    throw new Refused("unreachable", { cause });
  });
  if (response.ok) return (await response.json()) as Estimates;
  const { code = `status ${response.status}` } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === "too-few-reports") return undefined;
  throw new Refused(code);
}

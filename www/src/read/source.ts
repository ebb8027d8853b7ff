/** Where a reading comes from: counts in this tab, or the totals of the collector that this page comes from. */

import type { PlanDocument } from "candor";
import type { CountsDocument, EstimatesDocument } from "candor/analysis";
import { type Analyst, Refused } from "./analyst";
import type { View } from "./view";

type Settings = Pick<View, "confidence" | "method">;

/** What can be read. */
export interface Source {
  readonly plan: PlanDocument;
  /** Counts, where there are any: totals of a collector hold none. */
  readonly counts: CountsDocument | undefined;
  /** Estimates of tables, and of differences between the groups that `given` forms where counts are there. */
  estimates(tables: readonly string[][], settings: Settings, given?: string): Promise<EstimatesDocument>;
  /** The same as CSV, as `candor estimate` writes it. */
  csv(tables: readonly string[][], settings: Settings): Promise<string>;
}

/** Counts that were read of files. */
export function counted(analyst: Analyst, plan: PlanDocument, counts: CountsDocument): Source {
  const order = (tables: readonly string[][], { confidence, method }: Settings) =>
    ({ task: "estimates", plan, counts: only(counts, tables), options: { tables, confidence, method } }) as const;
  return {
    plan,
    counts,
    estimates(tables, settings, given) {
      const { options, ...rest } = order(tables, settings);
      const grouped = given === undefined ? options : { ...options, given: [given] };
      return analyst.ask<EstimatesDocument>({ ...rest, options: grouped });
    },
    csv: (tables, settings) => analyst.ask<string>({ ...order(tables, settings), csv: true }),
  };
}

/** Counts of these tables alone, each in the order that was counted. */
export function only(counts: CountsDocument, tables: readonly (readonly string[])[]): CountsDocument {
  const wanted = new Set(tables.map((table) => table.join()));
  return { ...counts, tables: counts.tables.filter(({ attributes }) => wanted.has(attributes.join())) };
}

/** The totals of a collector at this page's address. */
export function collected(plan: PlanDocument, token: string): Source {
  const address = (tables: readonly string[][], { confidence, method }: Settings, format: string): string => {
    const query = new URLSearchParams([
      ["plan", plan.fingerprint],
      ...tables.map((table) => ["tables", table.join()]),
      ["confidence", String(confidence)],
      ["method", method],
      ["format", format],
    ]);
    return `/estimates?${query}`;
  };
  return {
    plan,
    counts: undefined,
    estimates: (tables, settings) => asked<EstimatesDocument>(address(tables, settings, "json"), token),
    csv: async (tables, settings) => (await answered(address(tables, settings, "csv"), token)).text(),
  };
}

/** A survey as the collector lists it. */
export interface ListedSurvey {
  readonly survey: string;
  readonly fingerprint: string;
}

/** The surveys of a collector at this page's address; none where there is no collector. */
export async function listed(): Promise<readonly ListedSurvey[]> {
  const surveys = await asked<readonly ListedSurvey[]>("/surveys", "").catch(() => []);
  return Array.isArray(surveys) ? surveys : [];
}

/** The plan of a survey of that collector; `Analyst` verifies it. */
export function planOf(survey: string): Promise<unknown> {
  return asked<unknown>(`/surveys/${encodeURIComponent(survey)}`, "");
}

async function asked<Answer>(address: string, token: string): Promise<Answer> {
  const response = await answered(address, token);
  return response.json() as Promise<Answer>;
}

async function answered(address: string, token: string): Promise<Response> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(address, { cache: "no-store", headers }).catch(() => {
    throw new Refused("", "unreachable");
  });
  if (response.ok) return response;
  const { code = "unreachable", detail = "" } = await response.json().catch(() => ({}));
  throw new Refused(detail, code);
}

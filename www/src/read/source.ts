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
}

/** Counts that were read of files. */
export function counted(analyst: Analyst, plan: PlanDocument, counts: CountsDocument): Source {
  return {
    plan,
    counts,
    estimates: (tables, { confidence, method }, given) =>
      analyst.ask<EstimatesDocument>({
        task: "estimates",
        plan,
        counts: only(counts, tables),
        options: { tables, confidence, method, ...(given === undefined ? {} : { given: [given] }) },
      }),
  };
}

/** Counts of these tables alone, each in the order that was counted. */
export function only(counts: CountsDocument, tables: readonly (readonly string[])[]): CountsDocument {
  const wanted = new Set(tables.map((table) => table.join()));
  return { ...counts, tables: counts.tables.filter(({ attributes }) => wanted.has(attributes.join())) };
}

/** The totals of a collector at this page's address. */
export function collected(plan: PlanDocument, token: string): Source {
  return {
    plan,
    counts: undefined,
    async estimates(tables, { confidence, method }) {
      const query = new URLSearchParams([
        ["plan", plan.fingerprint],
        ...tables.map((table) => ["tables", table.join()]),
        ["confidence", String(confidence)],
        ["method", method],
      ]);
      return asked<EstimatesDocument>(`/estimates?${query}`, token);
    },
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
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(address, { cache: "no-store", headers }).catch(() => {
    throw new Refused("", "unreachable");
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  const { code = "unreachable", detail = "" } = answer as { code?: string; detail?: string };
  throw new Refused(detail, code);
}

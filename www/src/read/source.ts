/** The sources of results: counts in this tab, or the totals of the collector that serves this page. */

import type { PlanDocument } from "candor";
import type { CountsDocument, EstimatesDocument, Margins, TableDocument } from "candor/analysis";
import type { Told } from "../page/told";
import { type Analyst, Refused } from "./analyst";
import { type Cards, cardsOf, type Statistics } from "./cards";
import { only } from "./counted";
import type { Question } from "./labels";
import type { Chosen, View } from "./view";
import type { Known } from "./weights/known";

/** An estimated table. */
export type Estimates = Pick<
  TableDocument,
  "attributes" | "method" | "cells" | "covariance" | "differences" | "given" | "misfit" | "valid"
>;

/** Estimates: where they are a collector's with what its totals tell of one person, and where they are weighted with the margins. */
export interface Estimated extends Pick<EstimatesDocument, "n" | "confidence"> {
  readonly tables: readonly Estimates[];
  readonly totals?: Told;
  readonly margins?: Margins;
}

type Settings = Pick<View, "confidence" | "method" | "valid">;

/** What the weights of a source match, and what comes of them. */
export interface Weights {
  readonly known: readonly Known[];
  readonly margins: Margins;
  /** The columns that are known, each once. */
  readonly columns: readonly Question[];
  readonly n: number;
  /** The number of reports of equal weight that would tell as much. */
  readonly effective: number;
  /** The source of what weights do not apply to. */
  readonly unweighted: Source;
}

/** A source of results for one plan. */
export interface Source extends Cards {
  readonly plan: PlanDocument;
  /** The counts; undefined for a collector, whose totals contain none. */
  readonly counts: CountsDocument | undefined;
  /** The files of reports that were counted; empty where counts or totals were opened. */
  readonly reports: readonly File[];
  /** Where its estimates are weighted, how; tests, regressions and waves are not. */
  readonly weights?: Weights;
  /** Whether it is to be said that its estimates are not weighted, as others on the page are. */
  readonly isUnweighted?: boolean;
  /** Returns the questions that can be shown together with this one. */
  partners(question: Question): Promise<readonly Question[]>;
  /** Estimates tables; with `given`, shares within the groups that it forms and differences between these. */
  estimates(tables: readonly string[][], settings: Settings, given?: string): Promise<Estimated>;
  /** Estimates a table with the covariances of its cells, which a best guess lacks. */
  covariances(table: readonly string[], method: View["method"]): Promise<Estimates>;
  /** Estimates tables and returns CSV, in the format of `candor estimate`. */
  csv(tables: readonly string[][], settings: Settings): Promise<string>;
}

/** The source of what weights do not apply to. */
export function unweighted(source: Source): Source {
  return source.weights?.unweighted ?? source;
}

/** Of more questions than this, the best guess takes many seconds. */
const MANY = 60;

/** Whether a plan has so many questions that shares are unbiased until a reader chooses the best guess. */
export function isLong({ attributes }: PlanDocument): boolean {
  return attributes.length > MANY;
}

/** What a reader chose for a source's estimates, with the reconstruction that goes with it; there is no likelihood of weighted reports. */
export function viewOf({ plan, weights }: Source, chosen: Chosen): View {
  const usual = isLong(plan) ? "inverse" : "auto";
  const { method = usual } = chosen;
  return { ...chosen, method: weights && method === "likelihood" ? "inverse" : method };
}

/** Makes a source of counts that were read from files. */
export function counted(
  analyst: Analyst,
  plan: PlanDocument,
  counts: CountsDocument,
  reports: readonly File[],
): Source {
  // A best guess is made of all that was counted.
  const needed = (tables: readonly string[][], method: View["method"]): CountsDocument =>
    method === "auto" ? counts : only(counts, tables);
  const order = (tables: readonly string[][], { confidence, method, valid }: Settings) => {
    const options = { tables, confidence, method, valid };
    return { task: "estimates", plan, counts: needed(tables, method), options } as const;
  };
  return {
    plan,
    counts,
    reports,
    async partners(question) {
      const pairs = pairsOf(plan, question);
      const own = only(counts, [...pairs.values()]);
      if (own.tables.length === 0) return [];
      // Without a list of tables, those that cannot be estimated are left out.
      const { tables } = await analyst.ask<EstimatesDocument>({ task: "estimates", plan, counts: own, options: {} });
      const estimated = new Set(tables.map(({ attributes }) => attributes.join()));
      return [...pairs].filter(([, table]) => estimated.has(table.join())).map(([other]) => other);
    },
    estimates(tables, settings, given) {
      const { options, ...rest } = order(tables, settings);
      const grouped = given === undefined ? options : { ...options, given: [given] };
      return analyst.ask<EstimatesDocument>({ ...rest, options: grouped });
    },
    async covariances(table, method) {
      const options = { tables: [table], method, covariance: true };
      return one(
        await analyst.ask<EstimatesDocument>({ task: "estimates", plan, counts: only(counts, [table]), options }),
      );
    },
    csv: (tables, settings) => analyst.ask<string>({ ...order(tables, settings), csv: true }),
    ...cardsOf(analyst, { plan, counts, reports }),
  };
}

/** Maps every other question to its table with this one. */
function pairsOf(plan: PlanDocument, question: Question): Map<Question, string[]> {
  const others = plan.attributes.filter((other) => other !== question);
  const table = (other: Question) => plan.attributes.filter((each) => each === question || each === other);
  return new Map(others.map((other) => [other, table(other).map(({ name }) => name)]));
}

/** The only table of these estimates. */
function one({ tables: [table] }: Pick<Estimated, "tables">): Estimates {
  return table as Estimates;
}

/** Makes a source of the totals of the collector at this page's address. */
export function collected(analyst: Analyst, plan: PlanDocument, token: string): Source {
  const address = (tables: readonly (readonly string[])[], options: Record<string, unknown>): string => {
    const query = new URLSearchParams([
      ["plan", plan.fingerprint],
      ...tables.map((table) => ["tables", table.join()]),
      ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ]);
    return `/estimates?${query}`;
  };
  const told = (
    of: Statistics,
    names: readonly string[],
    confidence: number,
    by: string | undefined,
    format: string,
  ): string => {
    const query = new URLSearchParams([
      ["plan", plan.fingerprint],
      ...names.map((name) => ["of", name]),
      ["confidence", String(confidence)],
      ...(by === undefined ? [] : [["by", by]]),
      ["format", format],
    ]);
    return `/${of}?${query}`;
  };
  return {
    plan,
    counts: undefined,
    reports: [],
    async partners(question) {
      const pairs = pairsOf(plan, question);
      const shown = await analyst.ask<readonly boolean[]>({ task: "estimable", plan, tables: [...pairs.values()] });
      return [...pairs.keys()].filter((_, place) => shown[place]);
    },
    estimates: (tables, { confidence, method, valid }, given) =>
      asked<Estimated>(address(tables, { confidence, method, valid, given }), token),
    covariances: async (table, method) =>
      one(await asked<Estimated>(address([table], { method, covariance: true }), token)),
    csv: async (tables, { confidence, method, valid }) =>
      (await answered(address(tables, { confidence, method, valid, format: "csv" }), token)).text(),
    score: (name, confidence, by) => asked(told("scores", [name], confidence, by, "json"), token),
    ranking: (name, confidence, by) => asked(told("rankings", [name], confidence, by, "json"), token),
    statisticsCsv: async (of, names, confidence, by) =>
      (await answered(told(of, names, confidence, by, "csv"), token)).text(),
  };
}

/** A plan in the collector's list; a survey that was published again has several. */
export interface ListedPlan {
  readonly survey: string;
  readonly title: string | null;
  readonly fingerprint: string;
  /** The number of reports in its totals. */
  readonly reports: number;
  /** The day in UTC; null where the collector did not record it yet. */
  readonly published: string | null;
  /** A moment in the format of RFC 3339. */
  readonly opens: string | null;
  readonly closes: string | null;
}

/** Fetches the plans of the collector at this page's address, the newest first; empty where there is no collector. */
export async function listed(): Promise<readonly ListedPlan[]> {
  const plans = await asked<readonly ListedPlan[]>("/surveys", "").catch(() => []);
  return Array.isArray(plans) ? plans.toReversed() : [];
}

/** Fetches the plan with a fingerprint from that collector; `Analyst` verifies it. */
export function planOf(fingerprint: string): Promise<unknown> {
  return asked<unknown>(`/plans/${encodeURIComponent(fingerprint)}`, "");
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
  if (response.status === 408) throw new Refused("", "timeout");
  const { code = "unreachable", detail = "" } = await response.json().catch(() => ({}));
  throw new Refused(detail, code);
}

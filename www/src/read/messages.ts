/** The messages between the page and its worker. */

import type { PlanDocument } from "candor";
import type {
  CountsDocument,
  EstimatesOptions,
  ModelOptions,
  RankingsOptions,
  TableDocument,
  TestOptions,
  WeightedOptions,
} from "candor/analysis";

/** The kinds of files that can be opened. */
export type Kind = "plan" | "counts" | "reports";

/** Why a file is of none of these kinds: a key of the words, and the message of the refusal. */
export interface Misfit {
  readonly file: string;
  readonly why: "large" | "database" | "binary" | "json" | "unlike" | "plan" | "counts" | "reports" | "unread";
  readonly detail?: string;
}

/** The contents of opened files, merged with what was open before. */
export interface Opened {
  readonly plan?: PlanDocument;
  readonly counts?: CountsDocument;
  /** The files of reports, which were counted or wait for a plan. */
  readonly reports: readonly File[];
  readonly repeated: number;
  readonly otherPlan: number;
  readonly misfits: readonly Misfit[];
}

/** One task of the worker. */
export type Order =
  | { readonly task: "open"; readonly files: readonly File[]; readonly before: Opened }
  | { readonly task: "plan"; readonly plan: unknown }
  | { readonly task: "estimable"; readonly plan: PlanDocument; readonly tables: readonly (readonly string[])[] }
  | {
      readonly task: "estimates";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly options: EstimatesOptions;
      readonly csv?: boolean;
    }
  | {
      /** Draws hypothetical outcomes of a table that was estimated with covariances. */
      readonly task: "outcomes";
      readonly table: Pick<TableDocument, "attributes" | "cells" | "covariance">;
      readonly many: number;
    }
  | {
      /** Counts the tables that scores or rankings take, as far as the counts lack them. */
      readonly task: "countsFor";
      readonly of: "scores" | "rankings";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly reports: readonly File[];
      readonly options: Pick<RankingsOptions, "by" | "margins">;
    }
  | {
      /** Counts the tables that weighted estimates take, as far as the counts lack them. */
      readonly task: "countsFor";
      readonly of: "weighted";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly reports: readonly File[];
      readonly options: WeightedOptions;
    }
  | {
      /** Counts these tables, as far as the counts lack them. */
      readonly task: "tables";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly reports: readonly File[];
      readonly tables: readonly (readonly string[])[];
    }
  | {
      readonly task: "weighted";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly options: WeightedOptions;
      readonly csv: boolean;
    }
  | {
      readonly task: "scores" | "rankings";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly options: RankingsOptions;
      readonly csv: boolean;
    }
  | {
      readonly task: "tests";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly options: TestOptions;
    }
  | {
      readonly task: "model";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      /** The files from which a table is counted that the counts lack. */
      readonly reports: readonly File[];
      readonly options: ModelOptions;
    };

/** A task with its number, which its answers carry. */
export type Numbered = Order & { readonly number: number };

/** A message about a task: its progress, its result, or why it was refused. */
export type News =
  | { readonly number: number; readonly read: number; readonly of: number }
  | { readonly number: number; readonly found: unknown }
  | { readonly number: number; readonly refused: string; readonly code: string };

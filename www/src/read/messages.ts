/** What the page asks of its worker, and what it is told. */

import type { PlanDocument } from "candor";
import type { CountsDocument, EstimatesOptions, ModelOptions, TestOptions } from "candor/analysis";

/** What a dropped file is. */
export type Kind = "plan" | "counts" | "reports";

/** Why a file is none of these: a key of the words, and what the refusal said. */
export interface Misfit {
  readonly file: string;
  readonly why: "large" | "database" | "binary" | "json" | "unlike" | "plan" | "counts" | "reports" | "unread";
  readonly detail?: string;
}

/** What was read of files, together with what was open before. */
export interface Opened {
  readonly plan?: PlanDocument;
  readonly counts?: CountsDocument;
  /** Reports by file, which wait for a plan, or were counted. */
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
      readonly task: "tests";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      readonly options: TestOptions;
    }
  | {
      readonly task: "model";
      readonly plan: PlanDocument;
      readonly counts: CountsDocument;
      /** Of which a table is counted that the counts have not got. */
      readonly reports: readonly File[];
      readonly options: ModelOptions;
    };

/** A task with its number. */
export type Numbered = Order & { readonly number: number };

/** What the worker says of a task: how far it is, what it found, or why it was refused. */
export type News =
  | { readonly number: number; readonly read: number; readonly of: number }
  | { readonly number: number; readonly found: unknown }
  | { readonly number: number; readonly refused: string; readonly code: string };

/** Counts reports in pieces, as they arrive. */
import { Counter } from "../../dist/wasm/analysis.js";
import { CandorError } from "../common/errors.js";
import { isTables } from "../common/kinds.js";
import { chosen, isBoolean, isFunction, isText, type Kinds } from "../common/options.js";
import { attempt } from "../common/refusal.js";
import { utf8 } from "../common/runtime.js";
import type { PlanDocument } from "../common/types.js";
import { begun, call } from "./module.js";

/** A cell of a table and the number of reports in it. */
export interface CountedCell {
  readonly categories: readonly string[];
  readonly count: number;
}

/** The counts of one form of a labelled plan, over the questions in the form's units. */
export interface FormCounts {
  readonly form: number;
  readonly units: readonly (readonly string[])[];
  readonly positions: readonly number[];
  readonly n: number;
  readonly cells: readonly CountedCell[];
}

/** A table of counts: `cells`, or `forms` for a labelled plan. */
export interface CountedTable {
  readonly attributes: readonly string[];
  /**
   * How many of the attributes, the first ones, were asked for, if not all: the others hang on these, or these on them, and take noise
   * from the estimate.
   */
  readonly asked?: number;
  readonly cells?: readonly CountedCell[];
  readonly forms?: readonly FormCounts[];
}

/** Counts of perturbed reports, all that estimation needs: the document of `candor count --format json`. */
export interface CountsDocument {
  readonly plan: string;
  readonly survey: string;
  readonly n: number;
  readonly tables: readonly CountedTable[];
}

/** The result of counting. */
export interface CountedReports {
  readonly counts: CountsDocument;
  /** The number of reports that were counted. */
  readonly counted: number;
  /** Repetitions of reports under the same id; each report counts once. */
  readonly repeated: number;
  /** The number of reports of other plans, which are left out. */
  readonly otherPlan: number;
}

/** Reports as NDJSON or CSV: a text, its bytes, or bytes that come in pieces, such as `file.stream()`. */
export type ReportSource = string | Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** Which tables are counted, and a callback for progress. */
export interface CountOptions {
  /** Tables, each a list of attributes; every single attribute unless given. */
  readonly tables?: readonly (readonly string[])[];
  /** Every pair of attributes as well. */
  readonly pairs?: boolean;
  /** Called after every piece with the number of bytes read. */
  readonly progress?: (bytes: number) => void;
}

const COUNT: Kinds<CountOptions> = { tables: isTables, pairs: isBoolean, progress: isFunction };

/** How many characters of a text are counted at once. */
const PIECE = 1 << 20;

/**
 * Counts reports of one or several sources into tables. Memory holds the tables and the ids of the reports, however many these
 * are. Rejects with `CandorError`: `invalid-report`, `invalid-csv`, `id-conflict`, each with the line or row…
 */
export async function countReports(
  plan: PlanDocument,
  sources: ReportSource | readonly ReportSource[],
  options: CountOptions = {},
): Promise<CountedReports> {
  const { tables = [], pairs = false, progress = () => {} } = chosen(options, COUNT);
  const counter = await call(() => new Counter(plan, tables, pairs));
  const run = begun();
  let bytes = 0;
  try {
    for (const source of Array.isArray(sources) ? sources : [sources as ReportSource]) {
      for await (const piece of pieces(source)) {
        run(() => counter.push(piece));
        bytes += piece.length;
        progress(bytes);
      }
      run(() => counter.end());
    }
  } catch (thrown) {
    discard(counter, run);
    throw thrown instanceof CandorError ? thrown : new CandorError("io", "reports cannot be read", { cause: thrown });
  }
  return run(() => counter.finish());
}

/** Frees a counter's memory, unless the module was restarted meanwhile. */
function discard(counter: Counter, run: (free: () => void) => void): void {
  try {
    run(() => counter.free());
  } catch {
    // The memory was freed with the module.
  }
}

async function* pieces(source: ReportSource): AsyncIterable<Uint8Array> {
  if (isText(source) || source instanceof Uint8Array) {
    const bytes = typeof source === "string" ? utf8(source) : (source as Uint8Array);
    for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
  } else if (isFunction((source as ReadableStream | null)?.getReader)) {
    // Safari cannot iterate over streams.
    const reader = (source as ReadableStream<Uint8Array>).getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield checked(next.value);
    } finally {
      await reader.cancel();
    }
  } else {
    for await (const piece of source as AsyncIterable<Uint8Array>) yield checked(piece);
  }
}

function checked(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new CandorError("invalid-report", "reports come as text, as bytes or as a stream of bytes");
}

/** Options with their tables as the command line has them: attributes joined by commas. */
export function requested<T extends { readonly tables?: readonly (readonly string[])[] }>(options: T) {
  const { tables } = options;
  return tables ? { ...options, tables: tables.map((names) => names.join(",")) } : options;
}

/** Writes counts as JSON. */
export function written(counts: CountsDocument): string {
  return attempt(() => JSON.stringify(counts) ?? "", "invalid-counts", "counts are not valid JSON");
}

/** Reports become counts, in pieces as they come. */
import { Counter } from "../../dist/wasm/analysis.js";
import { attempt } from "../attempt.js";
import { CandorError } from "../errors.js";
import { isTables } from "../kinds.js";
import { chosen, isBoolean, isFunction, isText, type Kinds } from "../options.js";
import { utf8 } from "../runtime.js";
import type { PlanDocument } from "../types.js";
import { begun, call } from "./module.js";

/** A cell of a table and how many reports hold it. */
export interface CountedCell {
  readonly categories: readonly string[];
  readonly count: number;
}

/** The counts of one form of a labelled plan, of the questions that its units hold. */
export interface FormCounts {
  readonly form: number;
  readonly units: readonly (readonly string[])[];
  readonly positions: readonly number[];
  readonly n: number;
  readonly cells: readonly CountedCell[];
}

/** A table of counts: `cells`, or of a labelled plan `forms`. */
export interface CountedTable {
  readonly attributes: readonly string[];
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

/** What was counted. */
export interface CountedReports {
  readonly counts: CountsDocument;
  /** Reports that were counted. */
  readonly counted: number;
  /** Reports that came again under their id, and counted once. */
  readonly repeated: number;
  /** Reports of another plan, which are left out. */
  readonly otherPlan: number;
}

/** Reports as NDJSON or CSV: a text, its bytes, or bytes that come in pieces, such as `file.stream()`. */
export type ReportSource = string | Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** What is counted, and who is told of it. */
export interface CountOptions {
  /** Tables, each a list of attributes; every single attribute unless given. */
  readonly tables?: readonly (readonly string[])[];
  /** Every pair of attributes as well. */
  readonly pairs?: boolean;
  /** Told the bytes that were read, after every piece. */
  readonly progress?: (bytes: number) => void;
}

const COUNT: Kinds<CountOptions> = { tables: isTables, pairs: isBoolean, progress: isFunction };

/** How much of a text is counted at once. */
const PIECE = 1 << 20;

/**
 * Counts reports of one source or of several into tables, whatever their number in the memory of the tables and of the
 * reports' ids. Rejects with `CandorError`: `invalid-report`, `invalid-csv`, `id-conflict`, each with the line or row…
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

/** Gives its memory back, where the module was not started anew meanwhile. */
function discard(counter: Counter, run: (free: () => void) => void): void {
  try {
    run(() => counter.free());
  } catch {
    // Its memory went with the module.
  }
}

async function* pieces(source: ReportSource): AsyncIterable<Uint8Array> {
  if (isText(source) || source instanceof Uint8Array) {
    const bytes = typeof source === "string" ? utf8(source) : (source as Uint8Array);
    for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
  } else if (isFunction((source as ReadableStream | null)?.getReader)) {
    // Safari iterates no streams.
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

/** Counts as JSON. */
export function written(counts: CountsDocument): string {
  return attempt(() => JSON.stringify(counts) ?? "", "invalid-counts", "counts are no document of JSON");
}

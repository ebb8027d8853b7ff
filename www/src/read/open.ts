/**
 * Opens files and detects from their contents whether they are a plan, counts or reports. The contents are merged with what was
 * open before; a file of another kind is reported with a reason, and everything else stays open.
 */

import { loadPlan, type PlanDocument } from "candor";
import { type CountsDocument, countReports, estimates } from "candor/analysis";
import type { Misfit, Opened } from "./messages";
import { rowsOf } from "./parquet";

/** The maximum size in bytes of a plan or of counts, which are parsed as a whole. */
const MOST_PARSED = 64e6;

/** How many bytes of a file are read to detect its kind. */
const START = 1 << 16;

/** How a Parquet file begins. */
const PARQUET = "PAR1";

/** The maximum number of questions for which every pair is counted. */
const MOST_PAIRED = 60;

/** Opens files and merges them with what was open; `progress` is called with the bytes of reports read and their total. */
export async function open(
  files: readonly File[],
  before: Opened,
  progress: (read: number, of: number) => void,
): Promise<Opened> {
  const misfits: Misfit[] = [];
  let { plan, counts, repeated, otherPlan } = before;
  const documents: [File, CountsDocument][] = [];
  const reports: File[] = [];
  for (const file of files) {
    const found = await kindOf(file).catch((): Found => ({ why: "unread" }));
    if ("why" in found) misfits.push({ file: file.name, ...found });
    else if (found.kind === "counts") documents.push([file, found.document as CountsDocument]);
    else if (found.kind === "reports") reports.push(file);
    else {
      try {
        await loadPlan(found.document as PlanDocument);
        const other = found.document as PlanDocument;
        if (other.fingerprint !== plan?.fingerprint) counts = undefined;
        plan = other;
      } catch (failure) {
        misfits.push({ file: file.name, why: "plan", detail: said(failure) });
      }
    }
  }
  let kept: readonly File[] = plan?.fingerprint === before.plan?.fingerprint || !before.plan ? before.reports : [];
  for (const [file, document] of documents) {
    try {
      if (plan) await estimates(plan, { ...document, tables: document.tables.slice(0, 1) });
      counts = document;
      [kept, repeated, otherPlan] = [[], 0, 0];
    } catch (failure) {
      misfits.push({ file: file.name, why: "counts", detail: said(failure) });
    }
  }
  if (plan && (reports.length > 0 || (kept.length > 0 && !counts))) {
    const counted = await countedTogether(plan, [...kept, ...reports], progress, misfits);
    if (counted) ({ counts, repeated, otherPlan, kept } = counted);
  } else kept = [...kept, ...reports];
  return {
    ...(plan ? { plan } : {}),
    ...(counts ? { counts } : {}),
    reports: kept,
    repeated,
    otherPlan,
    misfits,
  };
}

/** Counts all files together, so that a report in two of them counts once; leaves out files that are refused. */
async function countedTogether(
  plan: PlanDocument,
  files: readonly File[],
  progress: (read: number, of: number) => void,
  misfits: Misfit[],
) {
  const good: File[] = [...files];
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const pairs = plan.attributes.length <= MOST_PAIRED;
  while (good.length > 0) {
    let reading = 0;
    const streams = good.map((file, place) => textOf(file, () => (reading = place)));
    try {
      const { counts, repeated, otherPlan } = await countReports(plan, streams, {
        pairs,
        progress: (read) => progress(read, size),
      });
      if (counts.n > 0) return { counts, repeated, otherPlan, kept: good };
      for (const { name } of good) misfits.push({ file: name, why: "reports" });
      return undefined;
    } catch (failure) {
      const [bad] = good.splice(reading, 1);
      misfits.push({ file: bad?.name ?? "", why: "reports", detail: said(failure) });
    }
  }
  return undefined;
}

/** Streams a file's bytes; `begins` is called when the first piece is read. */
export async function* textOf(file: File, begins: () => void = () => {}): AsyncIterable<Uint8Array> {
  begins();
  if ((await file.slice(0, PARQUET.length).text()) === PARQUET) return yield* rowsOf(file);
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

type Found =
  | { readonly kind: "plan" | "counts" | "reports"; readonly document?: unknown }
  | { readonly why: Misfit["why"]; readonly detail?: string };

async function kindOf(file: File): Promise<Found> {
  const start = new Uint8Array(await file.slice(0, START).arrayBuffer());
  const text = new TextDecoder().decode(start);
  if (text.startsWith("SQLite format 3\0")) return { why: "database" };
  if (text.startsWith(PARQUET)) return { kind: "reports" };
  if (start.includes(0) || text.trim() === "") return { why: "binary" };
  if (!/^\s*[[{]/.test(text)) return { kind: "reports" };
  if (isReport(text.trimStart().split("\n", 1)[0] ?? "")) return { kind: "reports" };
  if (file.size > MOST_PARSED) return { why: "large" };
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch {
    return { why: "json" };
  }
  const has = (...members: string[]): boolean =>
    typeof document === "object" && document !== null && members.every((member) => member in (document as object));
  if (has("fingerprint", "forms", "attributes")) return { kind: "plan", document };
  if (has("plan", "n", "tables")) return { kind: "counts", document };
  return { why: "unlike" };
}

function isReport(line: string): boolean {
  try {
    const report: unknown = JSON.parse(line);
    return typeof report === "object" && report !== null && "perturbed" in report;
  } catch {
    return false;
  }
}

function said(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

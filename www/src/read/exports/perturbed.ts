/** Reports as they came, under a name that says what they are, with what is needed to estimate from them. */

import type { PlanDocument } from "candor";
import csv from "papaparse";
import { inWords, titleOf, valuesOf } from "../labels";
import { textOf } from "../open";
import type { Words } from "../words";
import { type Column, ofQuestion } from "./columns";
import { csvw, nameOf } from "./csvw";
import { python, r, spssSyntax } from "./scripts";
import { type Entry, zip } from "./zip";

/** The column of a plan with labels: the numbers of each report. */
const PERTURBED = "perturbed";

/** How many rows are written at once. */
const AT_ONCE = 10_000;

/** How many bytes tell whether a file is of JSON. */
const START = 64;

/** Packs the reports of these files as CSV with the plan, a description and scripts. */
export function perturbed(name: string, plan: PlanDocument, files: readonly File[], words: Words): Promise<Blob> {
  const file = `${name}.csv`;
  const columns = columnsOf(plan, words);
  const { label } = words.exports.perturbed;
  const entries: Entry[] = [
    [file, (write) => rowsOf(plan, files, write)],
    [nameOf(file), csvw(file, columns, plan, [label], words)],
    ["plan.json", `${JSON.stringify(plan)}\n`],
    ["estimate.py", python(file, words)],
    ["estimate.R", r(file, words)],
    ["labels.sps", spssSyntax(file, columns, inWords(plan.title ?? plan.survey, words), words)],
  ];
  return zip(entries);
}

/** Whether the reports of a plan have a category of every question and nothing else. */
function isUnlabelled({ forms }: PlanDocument): boolean {
  const [form] = forms;
  return forms.length === 1 && form?.units === undefined && form?.exchange === undefined;
}

function columnsOf(plan: PlanDocument, words: Words): Column[] {
  const { of, label } = words.exports.perturbed;
  const all = { datatype: "string", empty: false } as const;
  const questions = isUnlabelled(plan)
    ? plan.attributes.map((question) => ({
        ...all,
        ...ofQuestion(question, plan, words),
        heading: question.name,
        text: of(titleOf(question, words)),
      }))
    : [{ ...all, heading: PERTURBED, text: label }];
  const plain = (plan.plain ?? []).map((column) => ({
    ...all,
    ...ofQuestion(column, plan, words),
    heading: column.name,
  }));
  return [...questions, ...plain];
}

/** Writes the reports of the plan as CSV, each once, like `candor database export`. */
async function rowsOf(plan: PlanDocument, files: readonly File[], write: (piece: string) => void): Promise<void> {
  const attributes = [...(isUnlabelled(plan) ? plan.attributes : []), ...(plan.plain ?? [])];
  const headings = [...(isUnlabelled(plan) ? [] : [PERTURBED]), ...attributes.map(({ name }) => name)];
  const values = attributes.map(valuesOf);
  const seen = new Set<string>();
  let rows: string[][] = [headings];
  const flush = (): void => {
    if (rows.length > 0) write(`${csv.unparse(rows, { newline: "\n" })}\n`);
    rows = [];
  };
  const take = (row: string[]): void => {
    rows.push(row);
    if (rows.length >= AT_ONCE) flush();
  };
  for (const file of files) {
    await eachReport(
      file,
      (report) => {
        if (report.plan !== plan.fingerprint || (report.id !== undefined && seen.has(report.id))) return;
        if (report.id !== undefined) seen.add(report.id);
        const numbers = isUnlabelled(plan) ? report.perturbed : [];
        const told = isUnlabelled(plan) ? [] : [report.perturbed.join(" ")];
        const cells = [...numbers, ...(report.plain ?? [])];
        take([...told, ...cells.map((category, place) => values[place]?.[category] ?? "")]);
      },
      (row) => take(headings.map((heading) => row[heading] ?? "")),
    );
  }
  flush();
}

/** A report as devices send it. */
interface Report {
  readonly id?: string;
  readonly plan: string;
  readonly perturbed: readonly number[];
  readonly plain?: readonly number[];
}

/** Reads the reports of a file: lines of JSON, or rows by their headings. */
async function eachReport(
  file: File,
  report: (report: Report) => void,
  row: (cells: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const pieces = textOf(file)[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const later = { [Symbol.asyncIterator]: () => pieces };
  if (decoder.decode(first.value.subarray(0, START)).trimStart().startsWith("{")) {
    let rest = decoder.decode(first.value, { stream: true });
    const take = (): void => {
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") report(JSON.parse(line));
    };
    take();
    for await (const piece of later) {
      rest += decoder.decode(piece, { stream: true });
      take();
    }
    if (rest.trim() !== "") report(JSON.parse(rest));
    return;
  }
  const bytes = [first.value];
  for await (const piece of later) bytes.push(piece);
  const rows = new File(bytes as Uint8Array<ArrayBuffer>[], file.name);
  await new Promise<void>((complete, error) => {
    csv.parse<Record<string, string>>(rows, {
      header: true,
      delimiter: ",",
      skipEmptyLines: true,
      chunk: ({ data }) => data.forEach(row),
      complete: () => complete(),
      error,
    });
  });
}

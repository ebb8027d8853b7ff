/** Results as a workbook (XLSX). */

import type { CellDocument } from "candor/analysis";
import { dictionarySheet } from "./exports/dictionary";
import { weighting } from "./figures";
import { cellLabels, titleOf } from "./labels";
import type { Estimated, Estimates, Source } from "./source";
import { statisticsSheet, type Told } from "./statistics";
import type { Words } from "./words";

/**
 * Writes a workbook with a sheet for every table, with the shares and labels that people see, one for the scores and for the rankings if there are any, and
 * one that lists all questions and answers; the library is loaded on demand.
 */
export async function workbook(
  estimates: Estimated,
  statistics: readonly { readonly title: string; readonly told: readonly Told[] }[],
  source: Source,
  words: Words,
): Promise<Blob> {
  const { default: write } = await import("write-excel-file/universal");
  const { plan } = source;
  const sheets = estimates.tables.map((table, place) => sheetOf(table, place, estimates, source, words));
  const said = weighting(source, words);
  const more = statistics.map(({ title, told }) => statisticsSheet(title, told, said, words));
  return write([...sheets, ...more, dictionarySheet(plan, words)]).toBlob();
}

function sheetOf(
  { attributes, method, valid, cells }: Estimates,
  place: number,
  { n, confidence }: Estimated,
  source: Source,
  words: Words,
) {
  const questions = attributes.flatMap((name) => source.plan.attributes.filter((question) => question.name === name));
  const titles = questions.map((question) => titleOf(question, words));
  const labels = cellLabels(cells, questions, source.plan, words);
  const said = weighting(source, words);
  const methods: Readonly<Record<string, string>> = { ...words.methods, loglinear: words.methods.auto };
  const headings = [
    ...titles,
    words.chart.estimate,
    words.standardError,
    words.from,
    words.to,
    words.confidence,
    words.numberOfReports,
    words.method,
    ...(valid ? [words.among] : []),
    ...said.map(() => words.weights.weights),
  ];
  return {
    sheet: sheetName(titles, place),
    data: [
      headings.map((value) => ({ value, fontWeight: "bold" as const })),
      ...cells.map((cell, row) => [
        ...(labels[row] ?? []).map((value) => ({ value })),
        ...sharesOf(cell, words),
        share(confidence),
        { value: n },
        { value: methods[method] ?? method },
        ...(valid ? [{ value: words.amongs.true }] : []),
        ...said.map((value) => ({ value })),
      ]),
    ],
  };
}

/** The cells for a share, its standard error and its interval, or for the note that there are too few reports. */
function sharesOf({ shown, standard_error: error, lower, upper }: CellDocument, words: Words) {
  return shown === null
    ? [{ value: words.chart.few }, null, null, null]
    : [shown, error, lower, upper].map((value) => (value === null ? null : share(value)));
}

function share(value: number) {
  return { value, format: "0.0%" };
}

/** A unique sheet name of at most 31 characters, without those that are not allowed. */
function sheetName(titles: readonly string[], place: number): string {
  return `${place + 1} ${titles.join(" × ")}`.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);
}

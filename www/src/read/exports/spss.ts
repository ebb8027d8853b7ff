/** Writes SPSS's system files, `.sav`, in UTF-8 and without compression. The developers' guide of PSPP describes the format. */

import { Bytes, utf8 } from "./bytes";
import type { Dataset, Variable } from "./dataset";
import { cut } from "./names";

const BLANK = 0x20;

/** The missing value, and the lowest number above it. */
const MISSING = -Number.MAX_VALUE;
const LOWEST = -Number.MAX_VALUE * (1 - Number.EPSILON / 2);

/** The longest labels in bytes: of a file, a variable, and a value; and a line of what documents the file. */
const LONGEST = { file: 64, variable: 255, value: 120, line: 80 };

/** The first number of each record. */
const RECORD = { variable: 2, labels: 3, labelled: 4, documents: 6, extension: 7, end: 999 };

/** The kinds of extension records. */
const EXTENSION = { integers: 3, floats: 4, display: 11, names: 13, encoding: 20 };

/** How variables are displayed: F, with a width and decimals, and whether their values are categories (1) or measured (3). */
const DISPLAY = {
  codes: { width: 8, decimals: 0, measure: 1 },
  whole: { width: 12, decimals: 0, measure: 3 },
  real: { width: 12, decimals: 6, measure: 3 },
};

/** The format F in the third byte of a format. */
const F = 5 << 16;

/** Writes a file that was made at a time. */
export function spss({ label, notes, variables, rows }: Dataset, made = new Date()): Blob {
  const file = new Bytes();
  header(file, label, variables.length, rows.length, made);
  for (const [place, variable] of variables.entries()) described(file, variable, place);
  for (const [place, { labels }] of variables.entries()) if (labels?.size) valueLabels(file, labels, place);
  const lines = notes.flatMap((note) => linesOf(note));
  if (lines.length > 0) file.int(RECORD.documents, lines.length);
  for (const line of lines) file.text(line, LONGEST.line, BLANK);
  file.int(RECORD.extension, EXTENSION.integers, 4, 8);
  // The version of the program, its machine, IEEE 754, no compression, the lowest byte first, UTF-8.
  file.int(1, 0, 0, -1, 1, 1, 2, 65_001);
  file.int(RECORD.extension, EXTENSION.floats, 8, 3).double(MISSING).double(Number.MAX_VALUE).double(LOWEST);
  file.int(RECORD.extension, EXTENSION.display, 4, 3 * variables.length);
  for (const { kind } of variables) file.int(DISPLAY[kind].measure, DISPLAY[kind].width, 1);
  extension(file, EXTENSION.names, variables.map(({ name }, place) => `${shortName(place)}=${name}`).join("\t"));
  extension(file, EXTENSION.encoding, "UTF-8");
  file.int(RECORD.end, 0);
  for (const row of rows) for (const value of row) file.double(value ?? MISSING);
  return new Blob([file.all], { type: "application/x-spss-sav" });
}

function header(file: Bytes, label: string, variables: number, cases: number, made: Date): void {
  file.text("$FL2").text("@(#) SPSS DATA FILE Candor", 60, BLANK);
  // The byte order, the numbers of a case, no compression, no weights.
  file.int(2, variables, 0, 0, cases).double(100);
  const [, day, month, year] = made.toUTCString().split(" ");
  file.text(`${day} ${month} ${year?.slice(-2)}`, 9, BLANK).text(made.toISOString().slice(11, 19), 8);
  file.text(cut(label, LONGEST.file), 64, BLANK).text("", 3);
}

/** A number with a label, without missing values of its own. */
function described(file: Bytes, { label, kind }: Variable, place: number): void {
  const { width, decimals } = DISPLAY[kind];
  const format = F | (width << 8) | decimals;
  file.int(RECORD.variable, 0, 1, 0, format, format).text(shortName(place), 8, BLANK);
  const text = cut(label, LONGEST.variable);
  const size = utf8(text).length;
  file.int(size).text(text, Math.ceil(size / 4) * 4, BLANK);
}

/** The name of at most eight capitals that every variable has beside its own. */
function shortName(place: number): string {
  return `V${place + 1}`;
}

function valueLabels(file: Bytes, labels: ReadonlyMap<number, string>, place: number): void {
  file.int(RECORD.labels, labels.size);
  for (const [value, label] of labels) {
    const text = cut(label, LONGEST.value);
    const size = utf8(text).length;
    file
      .double(value)
      .byte(size)
      .text(text, Math.ceil((1 + size) / 8) * 8 - 1, BLANK);
  }
  file.int(RECORD.labelled, 1, place + 1);
}

function extension(file: Bytes, kind: number, text: string): void {
  file.int(RECORD.extension, kind, 1, utf8(text).length).text(text);
}

/** A text in lines that are not too long; words are not divided unless a single one is too long. */
export function linesOf(text: string, longest = LONGEST.line): string[] {
  const lines: string[] = [];
  let line = "";
  const pieces = Array.from(
    new Intl.Segmenter(undefined, { granularity: "word" }).segment(text),
    ({ segment }) => segment,
  );
  for (const piece of pieces.flatMap((each) => (utf8(each).length > longest ? [...each] : [each]))) {
    if (utf8(line + piece).length > longest) {
      lines.push(line.trim());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trim()].filter((each) => each !== "");
}

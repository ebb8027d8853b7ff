/** Writes Stata's `.dta`, format 118 (Stata 14 and newer), which is in UTF-8. `help dta` describes the format. */

import { Bytes, utf8 } from "./bytes";
import type { Dataset, Variable } from "./dataset";
import { cut } from "./names";

/** The types of variables: what a number takes, its type's code, its display format and how a missing value is written. */
const LONG = { code: 65528, format: "%12.0g" };
const DOUBLE = { code: 65526, format: "%10.0g" };
const MISSING_LONG = 2_147_483_621;
const MISSING_DOUBLE = 2 ** 1023;

/** Sizes of texts in bytes, each with its final zero. */
const SIZES = { name: 129, label: 321, format: 57 };

/** The longest labels: of a file or a variable in characters, of a value in bytes. */
const LONGEST = { label: { bytes: 320, characters: 80 }, value: 32_000, note: 67_000 };

/** The positions that the map lists, in order. */
const PARTS = [
  "variable_types",
  "varnames",
  "sortlist",
  "formats",
  "value_label_names",
  "variable_labels",
  "characteristics",
  "data",
  "strls",
  "value_labels",
] as const;

/** Writes a file. */
export function stata({ label, notes, variables, rows }: Dataset): Blob {
  const file = new Bytes();
  const typeOf = ({ kind }: Variable) => (kind === "codes" ? LONG : DOUBLE);
  const labelsNamed = new Map(
    variables.flatMap(({ name, labels }, place) => (labels?.size ? [[name, `labels${place}`]] : [])),
  );
  const short = (text: string): string => cut(text, LONGEST.label.bytes, LONGEST.label.characters);
  const title = short(label);
  file
    .text("<stata_dta><header><release>118</release><byteorder>LSF</byteorder>")
    .text("<K>")
    .short(variables.length)
    .text("</K><N>")
    .long(rows.length)
    .text("</N><label>")
    .short(utf8(title).length)
    .text(title)
    .text("</label><timestamp>")
    .byte(0)
    .text("</timestamp></header>");
  // The file itself, the map, the parts, the end of the data and the end of the file.
  const positions: number[] = [0, file.length];
  file.text("<map>");
  const map = file.length;
  for (let place = 0; place < PARTS.length + 4; place += 1) file.long(0);
  file.text("</map>");
  const write: Record<(typeof PARTS)[number], () => void> = {
    variable_types: () => {
      for (const variable of variables) file.short(typeOf(variable).code);
    },
    varnames: () => {
      for (const { name } of variables) file.text(name, SIZES.name);
    },
    sortlist: () => {
      file.text("", 2 * (variables.length + 1));
    },
    formats: () => {
      for (const variable of variables) file.text(typeOf(variable).format, SIZES.format);
    },
    value_label_names: () => {
      for (const { name } of variables) file.text(labelsNamed.get(name) ?? "", SIZES.name);
    },
    variable_labels: () => {
      for (const { label: own } of variables) file.text(short(own), SIZES.label);
    },
    characteristics: () => {
      const lines = [["note0", `${notes.length}`], ...notes.map((note, place) => [`note${place + 1}`, note])];
      for (const [name = "", value = ""] of lines) {
        const content = cut(value, LONGEST.note);
        file.text("<ch>").int(2 * SIZES.name + utf8(content).length + 1);
        file.text("_dta", SIZES.name).text(name, SIZES.name).text(content).byte(0).text("</ch>");
      }
    },
    data: () => {
      const codes = variables.map(({ kind }) => kind === "codes");
      for (const row of rows)
        for (const [place, value] of row.entries()) {
          if (codes[place]) file.int(value ?? MISSING_LONG);
          else file.double(value ?? MISSING_DOUBLE);
        }
    },
    strls: () => {},
    value_labels: () => {
      for (const { name, labels } of variables)
        if (labels?.size) valueLabels(file, labelsNamed.get(name) ?? "", labels);
    },
  };
  for (const part of PARTS) {
    positions.push(file.length);
    file.text(`<${part}>`);
    write[part]();
    file.text(`</${part}>`);
  }
  positions.push(file.length);
  file.text("</stata_dta>");
  positions.push(file.length);
  for (const [place, position] of positions.entries()) file.replaceLong(map + 8 * place, position);
  return new Blob([file.all], { type: "application/x-stata-dta" });
}

/** The labels of one variable's codes: where each begins, the codes, and then all texts, each with a final zero. */
function valueLabels(file: Bytes, name: string, labels: ReadonlyMap<number, string>): void {
  const texts = [...labels.values()].map((label) => utf8(cut(label, LONGEST.value)).length + 1);
  const size = texts.reduce((sum, length) => sum + length, 0);
  file.text("<lbl>").int(8 + 8 * labels.size + size);
  file.text(name, SIZES.name + 3).int(labels.size, size);
  let begins = 0;
  for (const length of texts) {
    file.int(begins);
    begins += length;
  }
  for (const code of labels.keys()) file.int(code);
  for (const label of labels.values()) file.text(cut(label, LONGEST.value)).byte(0);
  file.text("</lbl>");
}

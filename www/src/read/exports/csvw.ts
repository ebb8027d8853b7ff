/** Describes a CSV by the metadata of W3C's “CSV on the Web”, which are read from a file beside it. */

import type { PlanDocument } from "candor";
import { inWords, valuesOf } from "../labels";
import type { Words } from "../words";
import type { Column } from "./columns";

/** The name of the description of a CSV, by which programs find it. */
export function nameOf(csv: string): string {
  return `${csv}-metadata.json`;
}

/** Writes the description; `notes` say how the numbers were made. */
export function csvw(
  csv: string,
  columns: readonly Column[],
  plan: PlanDocument,
  notes: readonly string[],
  words: Words,
): string {
  const { language } = words;
  const document = {
    "@context": ["http://www.w3.org/ns/csvw", { "@language": language }],
    url: csv,
    "dc:title": inWords(plan.title ?? plan.survey, words),
    "dc:description": notes.join(" "),
    "dc:identifier": plan.fingerprint,
    "dc:language": language,
    "dc:source": plan.survey,
    dialect: { encoding: "utf-8", delimiter: ",", header: true, lineTerminators: ["\n"], quoteChar: '"' },
    tableSchema: {
      columns: columns.map(({ heading, text, datatype, empty, question }, place) => ({
        name: `column_${place + 1}`,
        titles: { und: heading },
        "dc:description": text,
        datatype: question ? { base: "string", format: oneOf(valuesOf(question)) } : datatype,
        ...(empty ? { null: "" } : { required: true }),
      })),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A regular expression for these values and nothing else. */
function oneOf(values: readonly string[]): string {
  return `^(${values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|")})$`;
}

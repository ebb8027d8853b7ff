/** Describes a CSV by the metadata of W3C's “CSV on the Web”, which are read from a file beside it. */

import type { PlanDocument } from "candor";
import { inWords } from "../labels";
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
  const names = namesOf(columns);
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
      columns: columns.map(({ heading, text, datatype, empty, values }, place) => ({
        name: names[place],
        titles: heading,
        "dc:description": text,
        datatype: values ? { base: "string", format: oneOf(values.map(([value]) => value)) } : datatype,
        ...(empty ? { null: "" } : { required: true }),
      })),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A name for each column, as URI templates have them: its heading, as far as that is one and another column does not have it. */
function namesOf(columns: readonly Column[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ heading }, place) => {
    const encoded = encodeURIComponent(heading).replace(
      /[-!~*'()]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    const isName = /^[A-Za-z0-9%]/.test(encoded) && !/\.\.|\.$/.test(encoded) && !taken.has(encoded);
    const name = isName ? encoded : `column.${place + 1}`;
    taken.add(name);
    return name;
  });
}

/** A regular expression for these values and nothing else. */
function oneOf(values: readonly string[]): string {
  return `^(${values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})$`;
}

/** Scripts that come with perturbed reports: two that estimate from them, and one that labels them in SPSS, which cannot. */

import type { Words } from "../words";
import { utf8 } from "./bytes";
import type { Column } from "./columns";
import { cut, Names } from "./names";
import { linesOf } from "./spss";

/** The bytes that a column takes whose values are not listed. */
const UNLISTED = 255;

/** The longest texts in bytes: labels of a file, a variable and a value, and a line of what documents the file. */
const LONGEST = { file: 64, variable: 200, value: 120, line: 80 };

/** A script for the package `candor-ldp`. */
export function python(csv: string, words: Words): string {
  return `${comments(words, words.exports.perturbed.estimates("candor-ldp"))}
from pathlib import Path

import candor as cd

folder = Path(__file__).resolve().parent
reports = cd.read(cd.Plan(folder / "plan.json"), folder / "${csv}")
for table in reports.tables():
    print(table)
`;
}

/** A script for the package `candor`. */
export function r(csv: string, words: Words): string {
  return `${comments(words, words.exports.perturbed.estimates("candor"))}
library(candor)

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
folder <- if (length(script) == 1) dirname(script) else getwd()
plan <- read_plan(file.path(folder, "plan.json"))
reports <- candor_design(plan, file.path(folder, "${csv}"))
for (table in candor_tables(reports)) print(table)
`;
}

function comments({ exports: { perturbed } }: Words, estimates: string): string {
  return `# ${perturbed.label}\n# ${estimates}\n`;
}

/** Syntax that reads the CSV, names every variable as perturbed and labels it. */
export function spssSyntax(csv: string, columns: readonly Column[], title: string, words: Words): string {
  const { label, instead } = words.exports.perturbed;
  const names = new Names();
  const named = columns.map((column) => ({ ...column, name: names.of(`perturbed_${column.heading}`) }));
  const widthOf = ({ values }: Column): number =>
    values ? Math.max(1, ...values.map(([value]) => utf8(value).length)) : UNLISTED;
  return [
    ...[label, instead].map((line) => `* ${line.replace(/[.。]$/u, "")}.`),
    "GET DATA /TYPE=TXT",
    `  /FILE=${quoted(csv)}`,
    "  /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /DELIMITERS=',' /QUALIFIER='\"' /FIRSTCASE=2",
    "  /VARIABLES=",
    ...named.map((column, place) => `  ${column.name} A${widthOf(column)}${place === named.length - 1 ? "." : ""}`),
    `FILE LABEL ${quoted(cut(label, LONGEST.file))}.`,
    "ADD DOCUMENT",
    ...ended([title, label, instead].flatMap((text) => linesOf(text, LONGEST.line)).map(quoted)),
    "VARIABLE LABELS",
    ...ended(named.map(({ name, text }) => `${name} ${quoted(cut(text, LONGEST.variable))}`)),
    ...named.flatMap(({ name, values }) =>
      values
        ? [
            `VALUE LABELS ${name}`,
            ...ended(values.map(([value, own]) => `${quoted(value)} ${quoted(cut(own, LONGEST.value))}`)),
          ]
        : [],
    ),
    "EXECUTE.",
    "",
  ].join("\n");
}

/** Lines of a command, the last with its full stop. */
function ended(lines: readonly string[]): string[] {
  return lines.map((line, place) => `  ${line}${place === lines.length - 1 ? "." : ""}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Describes a CSV by the Codebook 2.5 of the Data Documentation Initiative (DDI), in XML. */

import type { PlanDocument } from "candor";
import { inWords, noneOf } from "../labels";
import type { Words } from "../words";
import { type Column, inAll } from "./columns";

/** Characters that XML cannot have at all. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Where the numbers come from. */
interface Study {
  readonly csv: string;
  readonly rows: number;
  readonly plan: PlanDocument;
  readonly notes: readonly string[];
}

/** Writes the codebook. */
export function ddi({ csv, rows, plan, notes }: Study, columns: readonly Column[], words: Words): string {
  const { report } = words;
  const title = inWords(plan.title ?? plan.survey, words);
  const study = tag(
    "stdyDscr",
    {},
    tag(
      "citation",
      {},
      tag("titlStmt", {}, tag("titl", {}, text(title)), tag("IDNo", { agency: "Candor" }, text(plan.fingerprint))),
    ),
    tag("stdyInfo", {}, tag("abstract", {}, text(notes.join(" ")))),
    tag(
      "method",
      {},
      tag(
        "dataColl",
        {},
        tag("collMode", {}, text(report.making)),
        tag("cleanOps", {}, text(`${report.epsilon}: ${plan.privacy.record} (${report.epsilonNote})`)),
      ),
      tag("anlyInfo", {}, ...report.limited.map((limit) => tag("EstSmpErr", {}, text(limit)))),
    ),
  );
  const file = tag(
    "fileDscr",
    { ID: "F1" },
    tag(
      "fileTxt",
      {},
      tag("fileName", {}, text(csv)),
      tag("dimensns", {}, tag("caseQnty", {}, text(`${rows}`)), tag("varQnty", {}, text(`${columns.length}`))),
      tag("fileType", { charset: "UTF-8" }, text("CSV")),
    ),
  );
  const variables = columns.map((column, place) => variable(column, place, words));
  const root = { xmlns: "ddi:codebook:2_5", version: "2.5", "xml:lang": words.language };
  const all = tag("codeBook", root, study, file, tag("dataDscr", {}, ...variables));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`;
}

function variable(
  { heading, text: label, datatype, values = [], question }: Column,
  place: number,
  words: Words,
): string {
  const none = question ? noneOf(question) : new Set<string>();
  return tag(
    "var",
    { ID: `V${place + 1}`, name: heading, files: "F1", intrvl: datatype === "string" ? "discrete" : "contin" },
    tag("labl", { level: "variable" }, text(label)),
    ...(question
      ? [
          tag(
            "qstn",
            {},
            ...inAll(question, words).map(([language, own]) => tag("qstnLit", { "xml:lang": language }, text(own))),
          ),
        ]
      : []),
    ...values.map(([value, own]) =>
      tag(
        "catgry",
        none.has(value) ? { missing: "Y" } : {},
        tag("catValu", {}, text(value)),
        tag("labl", { level: "category" }, text(own)),
      ),
    ),
    tag("varFormat", { type: datatype === "string" ? "character" : "numeric" }),
  );
}

function tag(name: string, attributes: Readonly<Record<string, string>>, ...contents: readonly string[]): string {
  const own = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`);
  return contents.length === 0 ? `<${name}${own.join("")}/>` : `<${name}${own.join("")}>${contents.join("")}</${name}>`;
}

function text(of: string): string {
  return of.replaceAll(IMPOSSIBLE, "").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

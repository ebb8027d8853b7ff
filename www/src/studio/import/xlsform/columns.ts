/** The sheets of an XLSForm by their columns, and its texts, which can be in several languages. */

import type { Written } from "../../document/types";
import { tagOf } from "../language";
import type { Sheet } from "../sheet";

/** A row by its columns. */
export type Cells = Readonly<Record<string, string>>;

/** A sheet whose first row names its columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Cells[];
}

/** What some columns are also called. */
const ALSO: Readonly<Record<string, string>> = { relevance: "relevant", caption: "label", list: "list_name" };

/** The first sheet with these columns; a column in several languages counts for each of them. */
export function tableIn(sheets: readonly Sheet[], needed: readonly string[]): Table | undefined {
  return sheets.map(tableOf).find(({ columns }) => needed.every((each) => columns.some((own) => baseOf(own) === each)));
}

function tableOf({ rows }: Sheet): Table {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  const [head = [], ...body] = filled;
  const columns = head.map(columnOf);
  const cells = (row: readonly string[]) =>
    Object.fromEntries(columns.map((column, place) => [column, (row[place] ?? "").trim()]));
  return { columns: columns.filter((column) => column !== ""), rows: body.map(cells) };
}

/** A column as its name is written here: in lower case, with what is behind "::" as it is. */
function columnOf(cell: string): string {
  const [, base = "", language] = /^([^:]*)(?:::?(.*))?$/s.exec(cell.trim()) ?? [];
  const name = base.trim().toLowerCase().replace(/\s+/g, "_");
  const known = ALSO[name] ?? name;
  return language === undefined ? known : `${known}::${language.trim()}`;
}

function baseOf(column: string): string {
  return column.split("::")[0] ?? "";
}

/** The languages of labels: the tag of each column, undefined where all labels are in one language. */
export interface Languages {
  readonly tags: ReadonlyMap<string, string> | undefined;
  /** The names of languages whose tag is not known. */
  readonly unknown: readonly string[];
}

/** Finds the languages of the labels in some tables; a column without one is in the form's own. */
export function languagesIn(tables: readonly Table[], own: string): Languages {
  const labels = new Set(tables.flatMap(({ columns }) => columns.filter((column) => baseOf(column) === "label")));
  const tagged = [...labels].map((column) => [column, column === "label" ? own : tagOf(column.slice(7))] as const);
  const tags = new Map(tagged.flatMap(([column, tag]) => (tag === undefined ? [] : [[column, tag] as const])));
  const isOne = new Set(tags.values()).size < 2 && tags.size === labels.size;
  const unknown = tagged.flatMap(([column, tag]) => (tag === undefined ? [column.slice(7)] : []));
  return labels.size < 2 || isOne ? { tags: undefined, unknown: [] } : { tags, unknown };
}

/** The label of a row; where it is missing in a language, it is that in another, or else the name. */
export function labelOf(row: Cells, { tags }: Languages): Written {
  const written = Object.entries(row).filter(([column, cell]) => baseOf(column) === "label" && cell !== "");
  const otherwise = written[0]?.[1] ?? row.name ?? "";
  if (tags === undefined) return otherwise;
  const texts = [...tags].map(([column, tag]) => [tag, row[column] || otherwise] as const);
  return Object.fromEntries(texts);
}

/** The label of a row, if it has one: of groups and notes, names are not shown. */
export function shownIn({ name: _, ...row }: Cells, languages: Languages): Written {
  return labelOf(row, languages);
}

/** Writes and reads texts as a sheet: comma-separated values, one text a row, with its key and a column for each language. */

import { tagged } from "../document/tags";
import { textsOf } from "../document/texts";
import type { Draft } from "../draft";
import type { Translations } from "./take";

/** The name of the first column. */
const KEY = "key";

/** What a spreadsheet would compute instead of showing it, and what is written before it so that it is shown. */
const [COMPUTED, SHOWN] = [/^['=+\-@\t\r]/, "'"];

/** Writes the texts of a draft, with a byte-order mark, by which spreadsheets know that it is UTF-8. */
export async function sheetOf(draft: Draft): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  const cell = (text: string) => (COMPUTED.test(text) ? SHOWN + text : text);
  const rows = textsOf(draft).map(({ key, text }) =>
    [key, ...draft.languages.map((tag) => (text[tag] ?? "").trim())].map(cell),
  );
  return `\uFEFF${unparse([[KEY, ...draft.languages], ...rows])}\r\n`;
}

/** Reads a sheet whose first column is `key`; undefined if it is none. The text that was translated is that of the draft's first language. */
export async function fromSheet(text: string, { languages: [own] }: Draft): Promise<Translations | undefined> {
  const { parse } = (await import("papaparse")).default;
  const { data } = parse<string[]>(text, { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t", "|"] });
  const [head = [], ...rows] = data.map((row) => row.map((cell) => written(cell.trim())));
  if (head[0]?.toLowerCase() !== KEY) return undefined;
  const columns = head.slice(1).map((name) => ({ name, tag: tagged(name) }));
  const source = columns.findIndex(({ tag }) => tag === own);
  return {
    translations: rows.map(([key = "", ...cells]) => ({
      key,
      source: source < 0 ? undefined : cells[source],
      texts: Object.fromEntries(
        columns.flatMap(({ tag }, place) => (tag && cells[place] ? [[tag, cells[place]]] : [])),
      ),
    })),
    untagged: columns.filter(({ name, tag }) => name !== "" && tag === undefined).map(({ name }) => name),
  };
}

/** A cell without what stands before a text that would be computed. */
function written(cell: string): string {
  return cell.startsWith(SHOWN) && COMPUTED.test(cell.slice(1)) ? cell.slice(1) : cell;
}

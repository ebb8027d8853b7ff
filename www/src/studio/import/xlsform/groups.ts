/** The rows of an XLSForm as a tree: groups begin and end in rows of their own. */

import type { Cells } from "./columns";
import { type Asked, typeOf } from "./types";

/** A question, or a group of them. */
export type Node = { readonly row: Cells } | Group;

/** A group, of questions that are asked once or, if it repeats, any number of times. */
export interface Group {
  readonly row: Cells;
  readonly repeats: boolean;
  readonly nodes: readonly Node[];
}

/** The tree of these rows; a group that does not end does so with the form. */
export function nodesOf(rows: readonly Cells[]): readonly Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const row of rows) {
    const [, step, kind] = /^(begin|end)[ _](group|repeat)$/i.exec(row.type ?? "") ?? [];
    const inside = open.at(-1) ?? root;
    if (step === undefined) {
      if (row.type !== "") inside.push({ row });
    } else if (step.toLowerCase() === "end") {
      if (open.length > 1) open.pop();
    } else {
      const nodes: Node[] = [];
      inside.push({ row, repeats: kind?.toLowerCase() === "repeat", nodes });
      open.push(nodes);
    }
  }
  return root;
}

/** A table of questions with the same choices. */
export interface Table {
  readonly rows: readonly Cells[];
  readonly asked: Extract<Asked, { readonly list: string }>;
  /** The condition and the rule that each row has, if it has any. */
  readonly relevant: readonly string[];
  readonly constraint: string;
}

/**
 * The questions of a group that is shown on one screen, if they are one choice each of the same list and are asked and required alike. The row that
 * only shows the choices, and notes, are none of them.
 */
export function tableIn({ row: { appearance = "" }, repeats, nodes }: Group): Table | undefined {
  if (repeats || !/\b(table-list|field-list)\b/.test(appearance)) return undefined;
  const rows = nodes.filter((node) => !isHeading(node));
  const [first, ...others] = rows.map(({ row }) => row);
  const asked = first && typeOf(first.type ?? "");
  if (first === undefined || others.length === 0 || asked === undefined || !("list" in asked)) return undefined;
  const alike = ["type", "required", "relevant", "constraint"] as const;
  const isAlike = (row: Cells) => alike.every((column) => (row[column] ?? "") === (first[column] ?? ""));
  if (asked.kind !== "one" || rows.some((node) => "nodes" in node) || !others.every(isAlike)) return undefined;
  if (first.choice_filter) return undefined;
  const relevant = first.relevant ? [first.relevant] : [];
  return { rows: [first, ...others], asked, relevant, constraint: first.constraint ?? "" };
}

function isHeading(node: Node): boolean {
  return !("nodes" in node) && (isNote(node.row) || /\blabel\b/.test(node.row.appearance ?? ""));
}

/** Whether a row shows a text. */
export function isNote({ type = "" }: Cells): boolean {
  return type.toLowerCase() === "note";
}

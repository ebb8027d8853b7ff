/** What a document consists of, and how the results that the page shows become such blocks. */

import { notesBelow } from "../figures";
import { type Picture, pictureOf } from "../picture";

/** A line of a table. */
export interface Line {
  /** How many of its cells, the first ones, head it. */
  readonly heads: number;
  readonly cells: readonly string[];
  /** Whether it stands out, as the results of tests do. */
  readonly isStrong: boolean;
}

/** A part of a document. */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3 | 4; readonly text: string }
  | { readonly kind: "paragraph" | "note"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "picture"; readonly picture: Picture; readonly description: string }
  | {
      readonly kind: "table";
      readonly caption: string;
      /** Whether the heading above it says the same. */
      readonly isTitled?: boolean;
      readonly headings: readonly string[];
      readonly lines: readonly Line[];
    };

/** What is there to be pressed or filled in, and what has no words. */
const LEFT_OUT = "[hidden], form, .settings, .controls, .quoting, .outcomes, button, select, label";

/** The colours of paper, whatever those of the page are. */
const PAPER = "color-scheme: light; --paper: white; --surface: white";

/** The blocks of the page's results in a container, in their order; pictures are in the colours of paper. */
export function shownIn(container: Element): Block[] {
  const { style } = document.documentElement;
  const before = style.cssText;
  style.cssText = PAPER;
  try {
    return blocksOf(container);
  } finally {
    style.cssText = before;
  }
}

function blocksOf(element: Element): Block[] {
  if (element.matches(LEFT_OUT)) return [];
  if (element.matches("figure")) return figure(element);
  if (element instanceof HTMLTableElement) return [table(element)];
  if (element instanceof HTMLHeadingElement) return heading(Number(element.tagName[1]), element);
  if (element instanceof HTMLParagraphElement) return paragraph(element);
  // What is folded away is under its own heading; without results there is none.
  if (element instanceof HTMLDetailsElement) {
    const [summary, ...rest] = element.children;
    const folded = rest.flatMap(blocksOf);
    return summary && folded.length > 0 ? [...heading(4, summary), ...folded] : [];
  }
  return [...element.children].flatMap(blocksOf);
}

function figure(element: Element): Block[] {
  const chart = element.querySelector("svg");
  const notes = notesBelow(element).join(" ");
  return [
    ...(chart ? [{ kind: "picture" as const, ...drawn(chart) }] : []),
    ...[...element.querySelectorAll("table")].map(table),
    ...(notes ? [{ kind: "note" as const, text: notes }] : []),
  ];
}

function drawn(chart: SVGSVGElement) {
  return {
    picture: pictureOf(chart, { title: "", notes: [] }),
    description: chart.getAttribute("aria-label") ?? "",
  };
}

function heading(level: number, element: Element): Block[] {
  const own = level <= 2 ? 2 : level === 3 ? 3 : 4;
  return [{ kind: "heading", level: own, text: textOf(element) }];
}

function paragraph(element: Element): Block[] {
  const text = textOf(element);
  if (!text) return [];
  return [{ kind: element.matches(".note:not(.rough)") ? "note" : "paragraph", text }];
}

function table(element: HTMLTableElement): Block {
  const [head, ...rows] = element.rows;
  return {
    kind: "table",
    caption: textOf(element.caption),
    headings: [...(head?.cells ?? [])].map(textOf),
    lines: rows.map((row) => ({
      heads: row.querySelectorAll("th").length,
      cells: [...row.cells].map(textOf),
      isStrong: row.classList.contains("strong"),
    })),
  };
}

function textOf(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}

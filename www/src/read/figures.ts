/** Figures of estimates, with pictures that can be saved. */

import type { CellDocument } from "candor/analysis";
import { bars } from "../charts/bars";
import { course } from "../charts/course";
import { type Draw, Figure } from "../charts/figure";
import { groups } from "../charts/groups";
import { heatmap } from "../charts/heatmap";
import { mosaic } from "../charts/mosaic";
import { type Row, SHARES, told, type Units } from "../charts/row";
import type { ChartWords } from "../charts/words";
import { button, element } from "../page/element";
import { percent, whole } from "../page/numbers";
import { downloaded } from "./download";
import { inWords, type Question, titleOf } from "./labels";
import { pictureOf, png } from "./picture";
import type { Source } from "./source";
import type { Words } from "./words";

/** The texts of charts at a confidence level. */
export function chartWords(words: Words, confidence: number): ChartWords {
  return { ...words.chart, interval: words.chart.interval(percent(confidence, 0)) };
}

/** Converts a cell to the row that is shown; `isNone` says that it is no valid answer. */
export function rowOf({ shown, lower, upper }: CellDocument, labels: readonly string[], isNone = false): Row {
  return { labels, shown, lower, upper, isNone };
}

/** What is written below pictures of estimates of n reports: how they were made, and where they come from. */
export function notesOf(
  source: Source,
  { n, confidence, method }: { readonly n: number; readonly confidence: number; readonly method?: string },
  words: Words,
): string[] {
  const methods: Readonly<Record<string, string>> = { ...words.methods, loglinear: words.methods.auto };
  return [
    words.pictureNote(whole(n), percent(confidence, 0)),
    ...(method === undefined ? [] : [words.pictureMethod(apart(methods[method] ?? method, "\u2068"))]),
    sourceOf(source, words),
  ];
}

/** Where the numbers of a picture come from: the survey, the start of its plan's fingerprint, the record ε, and how they are weighted. */
export function sourceOf(source: Source, words: Words): string {
  const { fingerprint, privacy, survey, title } = source.plan;
  const from = words.pictureSource(
    apart(title === undefined ? survey : inWords(title, words), "\u2068"),
    apart(fingerprint.slice(fingerprint.indexOf(":") + 1).slice(0, 8)),
    apart(String(privacy.record)),
  );
  return [from, ...weighting(source, words)].join(" ");
}

/** A sentence on what the estimates of a source are weighted to, or that they are not weighted; none on a page without weights. */
export function weighting({ weights, isUnweighted }: Source, words: Words): string[] {
  if (weights) return [words.weights.said(columnsIn(weights.columns, words))];
  return isUnweighted ? [words.weights.unsaid] : [];
}

/** Lists columns within a sentence. */
export function columnsIn(columns: readonly Question[], words: Words): string {
  return listed(
    columns.map((column) => titleOf(column, words)),
    words,
  );
}

/** Lists texts within a sentence, in the page's language. */
export function listed(texts: readonly string[], { language }: Words): string {
  return new Intl.ListFormat(language).format(texts.map((text) => apart(text, "\u2068")));
}

/** Whether the widest interval exceeds the largest share, so that ranking the shares would be meaningless. */
export function isRough(rows: readonly Row[]): boolean {
  const shown = told(rows);
  const widest = Math.max(...shown.map(({ lower, upper }) => upper - lower));
  return widest > Math.max(...shown.map((row) => row.shown));
}

/** The kinds of figures: how they are drawn, and whether their tables are unfolded at first. */
const KINDS = {
  bars: { draw: bars, unfolded: false },
  groups: { draw: groups, unfolded: false },
  course: { draw: course, unfolded: false },
  heatmap: { draw: heatmap, unfolded: true },
  mosaic: { draw: mosaic, unfolded: true },
};

/** What a figure is of: `name` is the name of its files, `title` and the notes below its pictures are for people. */
interface About {
  readonly name: string;
  readonly title: string;
  readonly notes?: readonly string[];
}

/** The notes of figures, by their elements. */
const NOTES = new WeakMap<Element, readonly string[]>();

/** What is written below a figure's pictures. */
export function notesBelow(figure: Element): readonly string[] {
  return NOTES.get(figure) ?? [];
}

/** Makes a figure of shares with links to save its pictures. */
export function pictured(kind: keyof typeof KINDS, words: Words, confidence: number, about: About) {
  return drawnBy({ ...KINDS[kind], units: SHARES }, chartWords(words, confidence), words, about);
}

/** Makes a figure that `draw` draws, with links to save its pictures. */
export function drawnBy(
  { draw, unfolded, units }: { readonly draw: Draw; readonly unfolded: boolean; readonly units: Units },
  chart: ChartWords,
  words: Words,
  { name, title, notes = [] }: About,
) {
  const figure = new Figure(draw, unfolded, chart, units);
  NOTES.set(figure.element, notes);
  const save = async (format: "SVG" | "PNG"): Promise<void> => {
    const { drawn } = figure;
    if (!drawn) return;
    const picture = pictureOf(drawn, { title, notes });
    downloaded(
      `${name}.${format.toLowerCase()}`,
      format === "SVG" ? new Blob([picture.svg], { type: "image/svg+xml" }) : await png(picture),
    );
  };
  const buttons = (["SVG", "PNG"] as const).map((format) => {
    const made = button(format, () => void save(format), "small");
    made.setAttribute("aria-label", `${words.picture(format)}: ${title}`);
    return made;
  });
  return { figure, controls: element("div", { class: "controls" }, ...buttons) };
}

/** Isolates a text that runs left to right, or in its own direction, within a right-to-left sentence. */
export function apart(text: string, isolate = "\u2066"): string {
  return document.dir === "rtl" ? `${isolate}${text}\u2069` : text;
}

/** A text without what `apart` adds, for files whose programs show it alone. */
export function bare(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, "");
}

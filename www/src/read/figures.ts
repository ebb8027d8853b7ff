/** A figure of estimates, with a sentence that can be quoted and pictures that can be saved. */

import type { CellDocument } from "candor/analysis";
import { bars } from "../charts/bars";
import { course } from "../charts/course";
import { type Draw, Figure } from "../charts/figure";
import { heatmap } from "../charts/heatmap";
import { mosaic } from "../charts/mosaic";
import { intervalOf, type Row, SHARES, told, type Units } from "../charts/row";
import type { ChartWords } from "../charts/words";
import { button, element } from "../page/element";
import { percent, whole } from "../page/numbers";
import { downloaded } from "./download";
import { png, svg } from "./picture";
import type { Words } from "./words";

/** The texts of charts at a confidence level. */
export function chartWords(words: Words, confidence: number): ChartWords {
  return { ...words.chart, interval: words.chart.interval(percent(confidence, 0)) };
}

/** Converts a cell to the row that is shown. */
export function rowOf({ shown, lower, upper }: CellDocument, labels: readonly string[]): Row {
  return { labels, shown, lower, upper };
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
  course: { draw: course, unfolded: false },
  heatmap: { draw: heatmap, unfolded: true },
  mosaic: { draw: mosaic, unfolded: true },
};

/** What a figure is of: `name` is the name of its files, `title` is for people. */
interface About {
  readonly name: string;
  readonly title: string;
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
  { name, title }: About,
) {
  const figure = new Figure(draw, unfolded, chart, units);
  const save = async (format: "SVG" | "PNG"): Promise<void> => {
    const { drawn } = figure;
    if (!drawn) return;
    const text = svg(drawn);
    downloaded(
      `${name}.${format.toLowerCase()}`,
      format === "SVG" ? new Blob([text], { type: "image/svg+xml" }) : await png(drawn, text),
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

/** Makes a sentence on the largest share, or on there being too few reports, with a button that copies it. */
export function quotation(
  rows: readonly Row[],
  question: string,
  about: { readonly confidence: number; readonly n: number; readonly valid: boolean },
  words: Words,
  copy: (text: string) => void,
): HTMLElement {
  const said = sentence(rows, apart(question, "\u2068"), about, words);
  const text = about.valid ? `${said} ${words.amongValidNote}` : said;
  const press = button(words.copy, () => copy(text), "small");
  press.setAttribute("aria-label", `${words.copy}: ${question}`);
  return element("div", { class: "quotation" }, element("p", {}, text), press);
}

function sentence(
  rows: readonly Row[],
  question: string,
  { confidence, n }: { readonly confidence: number; readonly n: number },
  words: Words,
): string {
  const [largest] = told(rows).toSorted((one, other) => other.shown - one.shown);
  if (!largest) return words.quoteFew(question, whole(n));
  return words.quote({
    label: apart(largest.labels.join(" · "), "\u2068"),
    question,
    share: apart(percent(largest.shown)),
    interval: apart(intervalOf(largest)),
    confidence: percent(confidence, 0),
    n: whole(n),
  });
}

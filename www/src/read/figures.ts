/** A figure of estimates with the sentence that can be quoted, and its picture to take away. */

import type { CellDocument } from "candor/analysis";
import { bars } from "../charts/bars";
import { course } from "../charts/course";
import { Figure } from "../charts/figure";
import { heatmap } from "../charts/heatmap";
import { mosaic } from "../charts/mosaic";
import { intervalOf, type Row, told } from "../charts/row";
import type { ChartWords } from "../charts/words";
import { button, element } from "../page/element";
import { percent, whole } from "../page/numbers";
import { downloaded } from "./download";
import { png, svg } from "./picture";
import type { Words } from "./words";

/** The words of charts at a confidence. */
export function chartWords(words: Words, confidence: number): ChartWords {
  return { ...words.chart, interval: words.chart.interval(percent(confidence, 0)) };
}

/** A cell as it is shown. */
export function rowOf({ shown, lower, upper }: CellDocument, labels: readonly string[]): Row {
  return { labels, shown, lower, upper };
}

/** Whether intervals are wider than the shares they are of, so that an order of these says nothing. */
export function isRough(rows: readonly Row[]): boolean {
  const shown = told(rows);
  const widest = Math.max(...shown.map(({ lower, upper }) => upper - lower));
  return widest > Math.max(...shown.map((row) => row.shown));
}

/** How figures are drawn, and whether their tables are shown at once, beside them. */
const KINDS = {
  bars: { draw: bars, unfolded: false },
  course: { draw: course, unfolded: false },
  heatmap: { draw: heatmap, unfolded: true },
  mosaic: { draw: mosaic, unfolded: true },
};

/** A figure and its pictures, named `name` where they are saved and `title` to people. */
export function pictured(
  kind: keyof typeof KINDS,
  words: Words,
  confidence: number,
  { name, title }: { readonly name: string; readonly title: string },
) {
  const { draw, unfolded } = KINDS[kind];
  const figure = new Figure(draw, unfolded, chartWords(words, confidence));
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

/** What runs left to right, or in the direction of its own letters, within a sentence that runs right to left. */
export function apart(text: string, isolate = "\u2066"): string {
  return document.dir === "rtl" ? `${isolate}${text}\u2069` : text;
}

/** The largest share in a sentence, or that there are too few reports to tell one; with a button that copies it. */
export function quotation(
  rows: readonly Row[],
  question: string,
  about: { readonly confidence: number; readonly n: number },
  words: Words,
  copy: (text: string) => void,
): HTMLElement {
  const text = sentence(rows, apart(question, "\u2068"), about, words);
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

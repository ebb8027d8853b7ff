/**
 * A chart with its numbers beneath, redrawn when its rows or its width change. The frame and an unfolded table stay in place, so
 * that readers never lose their place on a refresh.
 */

import { element } from "../page/element";
import { Scrollable } from "../page/scrollable";
import { Lettering } from "./lettering";
import { numberTable } from "./number-table";
import { type Row, SHARES, type Units } from "./row";
import type { ChartWords } from "./words";

export type Draw = (
  rows: readonly Row[],
  width: number,
  title: string,
  lettering: Lettering,
  words: ChartWords,
) => Element;

/** One chart and its table. */
export class Figure {
  readonly element: HTMLElement;
  readonly #draw: Draw;
  readonly #chart = new Scrollable(element("div", { class: "chart scroll" }));
  readonly #table = new Scrollable(element("div", { class: "scroll" }));
  #rows: readonly Row[] = [];
  #title = "";
  /** Of the frame, in pixels, as it was last laid out. */
  #width = 0;

  readonly #words: ChartWords;
  readonly #units: Units;

  /** Makes a figure that `draw` draws; its table is folded away unless `unfolded`. */
  constructor(draw: Draw, unfolded: boolean, words: ChartWords, units: Units = SHARES) {
    this.#draw = draw;
    this.#words = words;
    this.#units = units;
    this.element = element(
      "figure",
      {},
      this.#chart.frame,
      element("details", { open: unfolded }, element("summary", {}, words.numbers), this.#table.frame),
    );
    new ResizeObserver(() => {
      const { clientWidth } = this.#chart.frame;
      if (clientWidth === this.#width) return;
      this.#width = clientWidth;
      this.#redraw();
    }).observe(this.#chart.frame);
  }

  /** Shows `rows` under `title`, with the names of their questions as the table's headings. */
  show(rows: readonly Row[], title: string, questions: readonly string[]): void {
    this.showWith(numberTable(rows, questions, title, this.#words, this.#units), rows, title);
  }

  /** Shows `rows` under `title`, with a table that tells more of them. */
  showWith(table: HTMLTableElement, rows: readonly Row[], title: string): void {
    this.#rows = rows;
    this.#title = title;
    this.#table.show(table, `${this.#words.numbers}: ${title}`);
    this.#redraw();
  }

  /** The drawn chart; null before it is shown. */
  get drawn(): SVGSVGElement | null {
    return this.#chart.frame.querySelector("svg");
  }

  #redraw(): void {
    const { frame } = this.#chart;
    this.#width ||= frame.clientWidth;
    if (this.#width === 0 || this.#rows.length === 0) return;
    const title = `${this.#title} ${this.#words.image}`;
    const drawn = this.#draw(this.#rows, this.#width, title, new Lettering(frame), this.#words);
    this.#chart.show(drawn, `${this.#words.chart}: ${this.#title}`);
  }
}

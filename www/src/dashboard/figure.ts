/**
 * A chart with its numbers beneath: drawn again when its rows or its width change. The frame and
 * the unfolded table stay as they are, so that a refresh never takes the reader's place.
 */

import { element } from "../page/element";
import { numberTable } from "./number-table";
import type { Row } from "./rows";

type Draw = (rows: readonly Row[], width: number, title: string) => Element;

/** One chart and its table. */
export class Figure {
  readonly element: HTMLElement;
  readonly #draw: Draw;
  readonly #chart = element("div", { class: "chart" });
  readonly #table = element("div", { class: "scroll" });
  #rows: readonly Row[] = [];
  #title = "";

  /** A figure drawn by `draw`, its table folded away unless `unfolded`. */
  constructor(draw: Draw, unfolded = false) {
    this.#draw = draw;
    this.element = element("figure", {},
      this.#chart,
      element("details", { open: unfolded }, element("summary", {}, "The numbers as a table"), this.#table));
    new ResizeObserver(() => this.#redraw()).observe(this.#chart);
  }

  /** Shows `rows`, titled `title`, with the names of their questions as the table's headings. */
  show(rows: readonly Row[], title: string, questions: readonly string[]): void {
    this.#rows = rows;
    this.#title = title;
    this.#table.replaceChildren(numberTable(rows, questions, title));
    this.#redraw();
  }

  #redraw(): void {
    const width = this.#chart.clientWidth;
    if (width > 0 && this.#rows.length > 0) this.#chart.replaceChildren(this.#draw(this.#rows, width, this.#title));
  }
}

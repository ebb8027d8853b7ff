/** The cross table: two questions chosen by the reader, their joint shares as a heat map and a table. */

import type { Attribute } from "candor";
import { Figure } from "../charts/figure";
import { heatmap } from "../charts/heatmap";
import { nameOf } from "../page/categories";
import { byId, element } from "../page/element";
import { counted, whole } from "../page/numbers";
import { because } from "../page/refused";
import { fetchEstimates } from "./estimates";
import { rowsOf } from "./rows";
import { coverage, type SimulatedTruth } from "./truth";
import type { Words } from "./words";

/** The questions shown before the reader chooses, by name. */
const FIRST_SHOWN = ["income", "voting"] as const;

/** The section with its two choices. */
export class CrossTable {
  readonly #survey: string;
  readonly #attributes: readonly Attribute[];
  readonly #truth: SimulatedTruth;
  readonly #words: Words;
  readonly #figure: Figure;
  readonly #status = element("p", { role: "status" });
  readonly #down: HTMLSelectElement;
  readonly #across: HTMLSelectElement;

  constructor(survey: string, attributes: readonly Attribute[], truth: SimulatedTruth, words: Words) {
    this.#survey = survey;
    this.#attributes = attributes;
    this.#truth = truth;
    this.#words = words;
    this.#figure = new Figure(heatmap, true, words.chart);
    this.#down = choice(attributes, FIRST_SHOWN[0], words);
    this.#across = choice(attributes, FIRST_SHOWN[1], words);
    for (const select of [this.#down, this.#across]) select.addEventListener("change", () => void this.refresh());
    byId("cross-table").replaceChildren(
      element(
        "div",
        { class: "controls" },
        element("label", {}, words.down, this.#down),
        element("label", {}, words.across, this.#across),
      ),
      this.#status,
      this.#figure.element,
    );
  }

  /** Asks the collector for the table of the two questions and shows it. */
  async refresh(): Promise<void> {
    const pair = [this.#attributes[this.#down.selectedIndex], this.#attributes[this.#across.selectedIndex]];
    const chosen = pair.filter((attribute) => attribute !== undefined);
    if (new Set(chosen).size < 2) return this.#say(this.#words.twoDifferent);
    try {
      const estimates = await fetchEstimates(this.#survey, [chosen.map(({ name }) => name)]);
      const table = estimates?.tables[0];
      if (!table) return;
      const [one = "", other = ""] = chosen.map(({ name }) => nameOf(name, this.#words));
      this.#figure.element.hidden = false;
      this.#figure.show(rowsOf(table, chosen, this.#truth, this.#words), this.#words.by(one, other), [one, other]);
      const covered = coverage([table], this.#truth);
      this.#status.textContent = covered
        ? this.#words.pairCovered(whole(covered.covering), counted(covered.intervals))
        : this.#words.shares;
    } catch (failure) {
      this.#say(because(failure, this.#words));
    }
  }

  /** A sentence in the place of the figure. */
  #say(sentence: string): void {
    this.#figure.element.hidden = true;
    this.#status.textContent = sentence;
  }
}

function choice(attributes: readonly Attribute[], selected: string, words: Words): HTMLSelectElement {
  return element(
    "select",
    {},
    ...attributes.map(({ name }) =>
      element("option", { value: name, selected: name === selected }, nameOf(name, words)),
    ),
  );
}

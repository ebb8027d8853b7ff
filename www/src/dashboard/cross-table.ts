/** The cross table: two questions chosen by the reader, their joint shares as a heat map and a table. */

import type { Attribute } from "candor";
import { Figure } from "../charts/figure";
import { heatmap } from "../charts/heatmap";
import { byId, element } from "../page/element";
import { counted } from "../page/numbers";
import { fetchEstimates } from "./estimates";
import { rowsOf } from "./rows";
import { coverage, type SimulatedTruth } from "./truth";

/** The questions shown before the reader chooses, by name. */
const FIRST_SHOWN = ["income", "voting"] as const;

/** The section with its two choices. */
export class CrossTable {
  readonly #survey: string;
  readonly #attributes: readonly Attribute[];
  readonly #truth: SimulatedTruth;
  readonly #figure = new Figure(heatmap, true);
  readonly #status = element("p", { role: "status" });
  readonly #down: HTMLSelectElement;
  readonly #across: HTMLSelectElement;

  constructor(survey: string, attributes: readonly Attribute[], truth: SimulatedTruth) {
    this.#survey = survey;
    this.#attributes = attributes;
    this.#truth = truth;
    this.#down = choice(attributes, FIRST_SHOWN[0]);
    this.#across = choice(attributes, FIRST_SHOWN[1]);
    for (const select of [this.#down, this.#across]) select.addEventListener("change", () => void this.refresh());
    byId("cross-table").replaceChildren(
      element(
        "div",
        { class: "controls" },
        element("label", {}, "Down", this.#down),
        element("label", {}, "Across", this.#across),
      ),
      this.#status,
      this.#figure.element,
    );
  }

  /** Asks the collector for the table of the two questions and shows it. */
  async refresh(): Promise<void> {
    const pair = [this.#attributes[this.#down.selectedIndex], this.#attributes[this.#across.selectedIndex]];
    const chosen = pair.filter((attribute) => attribute !== undefined);
    if (new Set(chosen).size < 2) return this.#say("Choose two different questions.");
    try {
      const estimates = await fetchEstimates(this.#survey, [chosen.map(({ name }) => name)]);
      const table = estimates?.tables[0];
      if (!table) return;
      const title = `${chosen.map((each) => each.name).join(" by ")}.`;
      this.#figure.element.hidden = false;
      this.#figure.show(
        rowsOf(table, chosen, this.#truth),
        title,
        chosen.map(({ name }) => name),
      );
      const covered = coverage([table], this.#truth);
      this.#status.textContent = covered
        ? `${covered.covering} of the ${counted(covered.intervals, "interval")} cover the simulated truth.`
        : "Shares of all respondents, with the 95 % interval of each.";
    } catch (failure) {
      this.#say(failure instanceof Error ? failure.message : String(failure));
    }
  }

  /** A sentence in the place of the figure. */
  #say(sentence: string): void {
    this.#figure.element.hidden = true;
    this.#status.textContent = sentence;
  }
}

function choice(attributes: readonly Attribute[], selected: string): HTMLSelectElement {
  return element(
    "select",
    {},
    ...attributes.map(({ name }) => element("option", { value: name, selected: name === selected }, name)),
  );
}

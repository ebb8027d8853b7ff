/** The cross table: two questions that can be estimated together, chosen by the reader, as a heat map and a table. */

import type { Attribute } from "candor";
import { Figure } from "../charts/figure";
import { heatmap } from "../charts/heatmap";
import { nameOf } from "../page/categories";
import { byId, element } from "../page/element";
import { counted, whole } from "../page/numbers";
import { because } from "../page/refused";
import { fetchEstimates } from "./estimates";
import type { Listing } from "./listed";
import { rowsOf } from "./rows";
import { coverage, type SimulatedTruth } from "./truth";
import type { Words } from "./words";

/** The questions shown before the reader chooses, by name. */
const FIRST_SHOWN = ["income", "voting"] as const;

/** The section with the choices of its two questions. */
export class CrossTable {
  readonly #survey: string;
  readonly #attributes: readonly Attribute[];
  readonly #listed: Listing;
  readonly #truth: SimulatedTruth;
  readonly #words: Words;
  readonly #figure: Figure;
  readonly #status = element("p", { role: "status" });
  readonly #down: HTMLSelectElement;
  readonly #across = element("select", {});
  /** For each question, the questions that the collector can estimate together with it. */
  readonly #partners = new Map<Attribute, readonly Attribute[]>();

  /** The options of the second choice, which are not replaced while it is open. */
  #offered: readonly Attribute[] | undefined;

  constructor(survey: string, attributes: readonly Attribute[], listed: Listing, truth: SimulatedTruth, words: Words) {
    this.#survey = survey;
    this.#attributes = attributes;
    this.#listed = listed;
    this.#truth = truth;
    this.#words = words;
    this.#figure = new Figure(heatmap, true, words.chart);
    this.#down = choice(attributes, FIRST_SHOWN[0], words);
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

  /** Fetches the table of the two questions from the collector and shows it. */
  async refresh(): Promise<void> {
    try {
      const chosen = await this.#chosen();
      if (chosen.length < 2) return this.#say(this.#words.alone);
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

  /** The two chosen questions, which can be estimated together; only the first where no second one can. */
  async #chosen(): Promise<readonly Attribute[]> {
    const down = this.#attributes[this.#down.selectedIndex];
    if (!down) return [];
    const partners = this.#partners.get(down) ?? (await this.#ask(down));
    const name = this.#across.value || FIRST_SHOWN[1];
    const across = partners.find((each) => each.name === name) ?? partners[0];
    if (this.#offered !== partners) this.#across.replaceChildren(...options(partners, across?.name, this.#words));
    this.#offered = partners;
    return across ? [down, across] : [down];
  }

  /**
   * Fetches the questions that can be estimated together with this one: all others, until the collector has said which cannot.
   */
  async #ask(down: Attribute): Promise<readonly Attribute[]> {
    const listed = await this.#listed();
    const hidden = (listed?.unidentifiable_pairs ?? []).filter((pair) => pair.includes(down.name)).flat();
    const partners = this.#attributes.filter((other) => other !== down && !hidden.includes(other.name));
    if (listed) this.#partners.set(down, partners);
    return partners;
  }

  /** Shows a sentence in place of the figure. */
  #say(sentence: string): void {
    this.#figure.element.hidden = true;
    this.#status.textContent = sentence;
  }
}

function choice(attributes: readonly Attribute[], selected: string, words: Words): HTMLSelectElement {
  return element("select", {}, ...options(attributes, selected, words));
}

function options(attributes: readonly Attribute[], selected: string | undefined, words: Words): HTMLElement[] {
  return attributes.map(({ name }) =>
    element("option", { value: name, selected: name === selected }, nameOf(name, words)),
  );
}

/** The estimates of every question, one card each, with a summary of the whole. */

import type { Attribute } from "candor";
import { bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { byId, element } from "../page/element";
import { counted, whole } from "../page/numbers";
import type { Estimates } from "./estimates";
import { rowsOf } from "./rows";
import { coverage, type SimulatedTruth } from "./truth";
import type { Words } from "./words";

/** The cards of the survey's questions. */
export class Totals {
  readonly #attributes: readonly Attribute[];
  readonly #truth: SimulatedTruth;
  readonly #words: Words;
  readonly #figures: readonly Figure[];

  constructor(attributes: readonly Attribute[], truth: SimulatedTruth, words: Words) {
    this.#attributes = attributes;
    this.#truth = truth;
    this.#words = words;
    this.#figures = attributes.map(() => new Figure(bars, false, words.chart));
    byId("totals").replaceChildren(
      ...attributes.map((attribute, position) =>
        element(
          "article",
          { class: "card" },
          element("h3", {}, titleOf(attribute)),
          this.#figures[position]?.element ?? "",
        ),
      ),
    );
  }

  /** Shows estimates of every question in the survey's order, or that there are none yet. */
  show(estimates: Estimates | undefined): void {
    const reports = estimates?.n ?? 0;
    byId("headline").textContent = reports === 0 ? this.#words.noTotals : this.#words.headline(counted(reports));
    byId("results").hidden = reports === 0;
    byId("nobody").hidden = reports > 0;
    estimates?.tables.forEach((table, position) => {
      const attribute = this.#attributes[position];
      if (!attribute) return;
      const rows = rowsOf(table, [attribute], this.#truth, this.#words);
      this.#figures[position]?.show(rows, titleOf(attribute), [this.#words.answer]);
    });
    this.#showTruth(estimates);
  }

  #showTruth(estimates: Estimates | undefined): void {
    const covered = estimates && coverage(estimates.tables, this.#truth);
    byId("truth-key").hidden = !covered;
    byId("coverage").replaceChildren(
      ...(estimates && covered
        ? [
            element("strong", {}, this.#words.covered(whole(covered.covering), counted(covered.intervals))),
            this.#words.between,
            this.#mixture(estimates.n, this.#truth.people),
          ]
        : []),
    );
  }

  #mixture(reports: number, simulated: number): string {
    if (reports === simulated) return this.#words.allSimulated;
    return this.#words.mixture(counted(reports), whole(simulated));
  }
}

function titleOf(attribute: Attribute): string {
  return attribute.question ?? attribute.name;
}

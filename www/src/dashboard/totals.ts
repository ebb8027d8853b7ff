/** Every question's estimates, a card each, and what is known of them as a whole. */

import type { Attribute } from "candor";
import { bars } from "../charts/bars";
import { Figure } from "../charts/figure";
import { byId, element } from "../page/element";
import { counted, whole } from "../page/numbers";
import type { Estimates } from "./estimates";
import { rowsOf } from "./rows";
import { coverage, type SimulatedTruth } from "./truth";

/** The cards of the survey's questions. */
export class Totals {
  readonly #attributes: readonly Attribute[];
  readonly #truth: SimulatedTruth;
  readonly #figures: readonly Figure[];

  constructor(attributes: readonly Attribute[], truth: SimulatedTruth) {
    this.#attributes = attributes;
    this.#truth = truth;
    this.#figures = attributes.map(() => new Figure(bars));
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
    byId("headline").textContent = headline(reports);
    byId("results").hidden = reports === 0;
    byId("nobody").hidden = reports > 0;
    estimates?.tables.forEach((table, position) => {
      const attribute = this.#attributes[position];
      if (!attribute) return;
      this.#figures[position]?.show(rowsOf(table, [attribute], this.#truth), titleOf(attribute), ["Answer"]);
    });
    this.#showTruth(estimates);
  }

  #showTruth(estimates: Estimates | undefined): void {
    const covered = estimates && coverage(estimates.tables, this.#truth);
    byId("truth-key").hidden = !covered;
    byId("coverage").replaceChildren(
      ...(estimates && covered
        ? [
            element(
              "strong",
              {},
              `${covered.covering} of the ${counted(covered.intervals, "interval")} cover what the simulated people truly answered. `,
            ),
            mixture(estimates.n, this.#truth.people),
          ]
        : []),
    );
  }
}

function titleOf(attribute: Attribute): string {
  return attribute.question ?? attribute.name;
}

function headline(reports: number): string {
  return reports === 0 ? "No totals yet." : `${counted(reports, "report")}, and what they say together.`;
}

function mixture(reports: number, simulated: number): string {
  if (reports === simulated) return "Every report here comes from this tab’s simulation.";
  return `The collector holds ${counted(reports, "report")}, of which this tab simulated ${whole(simulated)}:
    the truth shown is that of these simulated people alone.`;
}

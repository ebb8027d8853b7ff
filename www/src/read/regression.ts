/** A regression of one question on others, with merged categories and a penalty if the reader chooses them. */

import type { ModelDocument } from "candor/analysis";
import { button, element } from "../page/element";
import { Refused, Stopped } from "./analyst";
import { coefficients } from "./coefficients";
import { Joins } from "./joins";
import { type Question, titleOf } from "./labels";
import type { Page } from "./page";
import { unreadable } from "./reasons";
import type { Source } from "./source";
import { unweightedNote } from "./weights/said";

/** The section, which needs counts. */
export class RegressionSection {
  readonly element: HTMLElement;
  readonly #source: Source;
  readonly #page: Page;
  readonly #joins: Joins;
  readonly #outcome = element("select", {});
  readonly #ridge = element("input", { type: "checkbox" });
  readonly #found = element("div", { class: "shown", "aria-live": "polite" });
  /** The possible regressors: every question and plain column, with its checkbox. */
  readonly #regressors: readonly { readonly question: Question; readonly box: HTMLInputElement }[];

  constructor(source: Source, page: Page) {
    this.#source = source;
    this.#page = page;
    this.#joins = new Joins(source.plan, page.words);
    const { attributes, plain = [] } = source.plan;
    this.#outcome.append(
      ...attributes.map(({ name }, place) => element("option", { value: name }, this.#title(place))),
    );
    this.#regressors = [...attributes, ...plain].map((question, place) => ({
      question,
      box: element("input", { type: "checkbox", value: question.name, checked: place === 1 }),
    }));
    this.element = this.#form();
    this.element.addEventListener("change", (event) => {
      if (event.target === this.#outcome || this.#boxes().includes(event.target as HTMLInputElement)) this.#settle();
    });
    this.#settle();
  }

  #form(): HTMLElement {
    const { words } = this.#page;
    const { title, note, countsAlone, outcome, regressors, ridge, fit } = words.regression;
    const ticks = this.#regressors.map(({ question, box }) =>
      element("label", { class: "check" }, box, element("bdi", {}, titleOf(question, words))),
    );
    const alone = this.#source.reports.length === 0 ? [element("p", { class: "note" }, countsAlone)] : [];
    return element(
      "section",
      { class: "ruled regression", "aria-labelledby": "regression-title" },
      element("h2", { id: "regression-title" }, title),
      element("p", { class: "note" }, note),
      ...unweightedNote(this.#source, words),
      ...alone,
      element("label", {}, outcome, this.#outcome),
      element("fieldset", {}, element("legend", {}, regressors), ...ticks),
      this.#joins.element,
      element("label", { class: "check" }, this.#ridge, ridge),
      button(fit, () => void this.#fit(), "primary"),
      this.#found,
    );
  }

  /** Keeps the outcome out of the regressors, and offers merging for the questions in the model. */
  #settle(): void {
    for (const { question, box } of this.#regressors) {
      box.disabled = question.name === this.#outcome.value;
      if (box.disabled) box.checked = false;
    }
    this.#joins.offer(this.#questions());
  }

  /** The outcome, then the regressors. */
  #questions(): Question[] {
    const outcome = this.#regressors.filter(({ question }) => question.name === this.#outcome.value);
    const on = this.#regressors.filter(({ box }) => box.checked);
    return [...outcome, ...on].map(({ question }) => question);
  }

  async #fit(): Promise<void> {
    const { analyst, busy, complain, view } = this.#page;
    const { plan, counts, reports } = this.#source;
    const [outcome, ...on] = this.#questions();
    if (!counts || !outcome) return;
    const options = {
      outcome: outcome.name,
      on: on.map(({ name }) => name).join(","),
      join: this.#joins.written(),
      ridge: this.#ridge.checked,
      confidence: view().confidence,
    };
    busy(true);
    try {
      const model = await analyst.ask<ModelDocument>({ task: "model", plan, counts, reports, options });
      this.#found.replaceChildren(
        ...coefficients(model, [outcome, ...on], this.#joins, this.#source, this.#page.words),
      );
    } catch (failure) {
      if (failure instanceof Stopped) complain(failure);
      else this.#found.replaceChildren(...this.#refusal(failure));
    } finally {
      busy(false);
    }
  }

  /** Explains why there is no fit and, where a penalised one exists, offers it. */
  #refusal(failure: unknown): HTMLElement[] {
    const { words } = this.#page;
    const { separated, fitPenalised } = words.regression;
    const isSeparated = failure instanceof Refused && failure.code === "no-finite-estimate";
    if (!isSeparated) return [element("p", {}, unreadable(failure, words))];
    const penalise = (): void => {
      this.#ridge.checked = true;
      void this.#fit();
    };
    return [element("p", {}, separated), button(fitPenalised, penalise)];
  }

  #boxes(): HTMLInputElement[] {
    return this.#regressors.map(({ box }) => box);
  }

  #title(place: number): string {
    const question = this.#source.plan.attributes[place];
    return question ? titleOf(question, this.#page.words) : "";
  }
}

/** The results from a source: settings, every question, two questions together, the search, files to save, a link. */

import type { RankingsDocument, ScoresDocument } from "candor/analysis";
import type { Row } from "../charts/row";
import { element } from "../page/element";
import { percent } from "../page/numbers";
import { told } from "../page/told";
import { Refused, Stopped } from "./analyst";
import type { CardsSection } from "./cards-section";
import { contents } from "./contents";
import type { Savable } from "./exports/files";
import { perturbedSection } from "./exports/section";
import { isRough, notesOf, pictured, rowOf, sourceOf, weighting } from "./figures";
import { knownOf } from "./known";
import { cellLabels, hasNonAnswers, noneOf, type Question, titleOf } from "./labels";
import { outcomesOf, type ShownCell, ungrouped } from "./outcomes";
import type { Page } from "./page";
import { accusations, fragility } from "./pair";
import { PairSection } from "./pair-section";
import { quotation } from "./quotation";
import { rankingsSection } from "./rankings-section";
import { unreadable } from "./reasons";
import { RegressionSection } from "./regression";
import { type Reported, reportSection } from "./report/section";
import { scoresSection } from "./scores-section";
import { searchOf } from "./search";
import { setting } from "./setting";
import { type Estimated, isLong, type Source, unweighted, viewOf } from "./source";
import { takeawaySection } from "./takeaway";
import type { Chosen, View } from "./view";
import { Waves } from "./waves";
import { weightsOf } from "./weights/section";

/** The sections below the controls for opening. */
export class Results {
  readonly element = element("div", {});
  readonly #page: Page;
  readonly #source: Source;
  /** The source of what weights do not apply to. */
  readonly #unweighted: Source;
  /** The tables that are shown, in order. */
  #tables: (readonly string[])[] = [];
  readonly #pair: PairSection;
  readonly #scores: CardsSection<ScoresDocument> | undefined;
  readonly #rankings: CardsSection<RankingsDocument> | undefined;
  #note = element("p", { class: "note" });
  #told = element("p", { class: "note" });
  #estimated: Pick<Estimated, "n" | "totals"> = { n: 0 };
  #finished: Promise<void> = Promise.resolve();
  #turn = 0;

  constructor(source: Source, page: Page) {
    this.#source = source;
    this.#unweighted = unweighted(source);
    this.#page = page;
    this.#pair = new PairSection(source, page);
    this.#scores = scoresSection(source, page, () => void this.#rankings?.show());
    this.#rankings = rankingsSection(source, page, () => void this.#scores?.show());
    this.#refresh();
  }

  #refresh(): void {
    this.#finished = this.#show();
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    const { words, busy, complain, analyst } = this.#page;
    const totals = element("div", { class: "totals" });
    this.#note = element("p", { class: "note", hidden: true }, words.bestGuess);
    this.#told = element("p", { class: "note" });
    const { attributes } = this.#source.plan;
    const several = attributes.length > 1;
    const headings = attributes.map((question) => element("h3", {}, titleOf(question, words)));
    const cards = headings.map((heading) => element("article", { class: "card" }, heading));
    totals.append(...cards);
    this.element.replaceChildren(
      element(
        "section",
        { "aria-labelledby": "questions-title" },
        element("h2", { id: "questions-title" }, words.questions),
        this.#settings(),
        ...weightsOf(this.#source, this.#page),
        this.#note,
        ...this.#unbiasedFirst(),
        ...contents(headings, words),
        totals,
        this.#told,
      ),
      ...[this.#scores, this.#rankings].flatMap((section) => (section ? [section.element] : [])),
      ...(several ? [this.#pair.element, searchOf(this.#unweighted, analyst, words, busy, complain)] : []),
      ...(several && this.#source.counts ? [new RegressionSection(this.#unweighted, this.#page).element] : []),
      ...(this.#source.counts ? [new Waves(this.#unweighted, this.#page).element] : []),
      reportSection(this.#source, this.#reported(), this.#page),
      takeawaySection(this.#savable(), this.#page),
      ...(this.#source.reports.length > 0 ? [perturbedSection(this.#source, this.#page)] : []),
    );
    busy(true);
    this.#tables = [];
    for (const [place, question] of attributes.entries()) {
      try {
        cards[place]?.append(...(await this.#question(question)));
      } catch (failure) {
        if (failure instanceof Stopped || turn !== this.#turn) return busy(false);
        if (isUnanswered(failure)) {
          complain(failure);
          return busy(false);
        }
        cards[place]?.append(element("p", { class: "note" }, unreadable(failure, words)));
      }
      if (turn !== this.#turn) return;
    }
    // The cards above have grown since somebody came to a question from the list.
    headings.find((heading) => heading === document.activeElement)?.scrollIntoView();
    if (several) await this.#pair.show();
    await this.#scores?.show();
    await this.#rankings?.show();
    busy(false);
  }

  async #question(question: Question): Promise<HTMLElement[]> {
    const { words } = this.#page;
    const view = this.#view();
    const estimated = await this.#source.estimates([[question.name]], view);
    const { n, tables, totals } = estimated;
    this.#estimated = estimated;
    this.#told.textContent = totals ? told(totals, words.language) : "";
    const [table] = tables;
    if (!table) throw new Error(question.name);
    this.#tables.push([question.name]);
    this.#note.hidden = table.method !== "loglinear";
    const labels = cellLabels(table.cells, [question], this.#source.plan, words);
    const none = noneOf(question);
    const rows: Row[] = table.cells.map((cell, place) =>
      rowOf(cell, labels[place] ?? [], none.has(cell.categories[0] ?? "")),
    );
    const title = titleOf(question, words);
    const notes = notesOf(this.#source, { ...view, n, method: table.method }, words);
    const { figure, controls } = pictured("bars", words, view.confidence, { name: question.name, title, notes });
    requestAnimationFrame(() => figure.show(rows, title, [title]));
    const rough = isRough(rows) ? [element("p", { class: "note rough" }, words.rough)] : [];
    return [
      ...accusations(table, words),
      figure.element,
      controls,
      quotation(rows, title, { ...view, n, weighting: weighting(this.#source, words) }, this.#page),
      ...fragility(table, n, words),
      ...rough,
      // Weighted estimates have no covariances.
      ...(this.#source.weights ? [] : [this.#outcomes(question, ungrouped(table.cells, rows))]),
      ...knownOf(question, this.#unweighted, this.#page),
    ];
  }

  #outcomes(question: Question, cells: readonly ShownCell[]): HTMLElement {
    const { words } = this.#page;
    const title = titleOf(question, words);
    const notes = [sourceOf(this.#source, words)];
    return outcomesOf(this.#source, { table: [question.name], cells, title, notes, heading: title }, this.#page);
  }

  /** Why shares of many questions are no best guess, where nothing else was chosen. */
  #unbiasedFirst(): HTMLElement[] {
    const isChosen = this.#page.view().method !== undefined;
    if (isChosen || !isLong(this.#source.plan)) return [];
    return [element("p", { class: "note" }, this.#page.words.unbiasedFirst)];
  }

  /** The view with what goes with the source. */
  #view(): View {
    return viewOf(this.#source, this.#page.view());
  }

  #settings(): HTMLElement {
    const { words } = this.#page;
    const view = this.#view();
    const look = (seen: Partial<Chosen>): void => {
      this.#page.look({ ...this.#page.view(), ...seen });
      this.#refresh();
    };
    const confidences = [0.9, 0.95, 0.99].map((each) => [String(each), percent(each, 0)] as const);
    const all = Object.entries(words.methods) as [View["method"], string][];
    const methods = all.filter(([method]) => method !== "likelihood" || !this.#source.weights);
    return element(
      "div",
      { class: "settings" },
      setting(words.confidence, confidences, String(view.confidence), (value) => look({ confidence: Number(value) })),
      setting(words.method, methods, view.method, (method) => look({ method })),
      ...(this.#source.plan.attributes.some(hasNonAnswers)
        ? [
            setting(words.among, Object.entries(words.amongs), String(view.valid), (of) =>
              look({ valid: of === "true" }),
            ),
          ]
        : []),
    );
  }

  /** What a report needs: the sections, and what was estimated once all is shown and drawn. */
  #reported(): Reported {
    return {
      sections: () => this.element.querySelectorAll("section"),
      finished: async () => {
        await this.#finished;
        await this.#pair.tested();
        await new Promise(requestAnimationFrame);
        return this.#estimated;
      },
    };
  }

  /** What can be saved. */
  #savable(): Savable {
    return {
      source: this.#source,
      scores: this.#scores,
      rankings: this.#rankings,
      view: () => this.#view(),
      tables: () => [...this.#tables, ...(this.#pair.table ? [this.#pair.table] : [])].map((table) => [...table]),
      n: () => this.#estimated.n,
      finished: () => this.#finished,
    };
  }
}

/** Whether a collector did not answer at all, as it would not for any other table either. */
function isUnanswered(failure: unknown): boolean {
  return failure instanceof Refused && ["timeout", "unreachable"].includes(failure.code);
}

/** What is read of a source: settings, every question, two questions together, the search, files to take away, a link. */

import type { EstimatesDocument } from "candor/analysis";
import type { Row } from "../charts/row";
import { button, element } from "../page/element";
import { percent } from "../page/numbers";
import { Stopped } from "./analyst";
import { downloaded, json, xlsx } from "./download";
import { isRough, pictured, quotation } from "./figures";
import { knownOf } from "./known";
import { cellLabels, type Question, titleOf } from "./labels";
import type { Page } from "./page";
import { pairOf } from "./pair";
import { searchOf } from "./search";
import type { Source } from "./source";
import { fragmentOf, type View } from "./view";
import { Waves } from "./waves";

/** The sections below what is open. */
export class Results {
  readonly element = element("div", {});
  readonly #page: Page;
  readonly #source: Source;
  /** Tables that are shown, in their order. */
  #tables: (readonly string[])[] = [];
  #pair: readonly string[] | undefined;
  #turn = 0;

  constructor(source: Source, page: Page) {
    this.#source = source;
    this.#page = page;
    void this.#show();
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    const { words, busy, complain, analyst } = this.#page;
    const totals = element("div", { class: "totals" });
    const pair = element("section", { class: "ruled", "aria-labelledby": "pair-title" });
    this.element.replaceChildren(
      element(
        "section",
        { "aria-labelledby": "questions-title" },
        element("h2", { id: "questions-title" }, words.questions),
        this.#settings(),
        totals,
      ),
      ...(this.#source.plan.attributes.length > 1
        ? [pair, searchOf(this.#source, analyst, words, busy, complain)]
        : []),
      ...(this.#source.counts ? [new Waves(this.#source, this.#page).element] : []),
      this.#takeaway(),
    );
    busy(true);
    this.#tables = [];
    for (const question of this.#source.plan.attributes) {
      const card = element("article", { class: "card" }, element("h3", {}, titleOf(question, words)));
      totals.append(card);
      try {
        card.append(...(await this.#question(question)));
      } catch (failure) {
        if (failure instanceof Stopped || turn !== this.#turn) return busy(false);
        card.append(
          element("p", { class: "note" }, `${words.unreadable} ${failure instanceof Error ? failure.message : ""}`),
        );
      }
      if (turn !== this.#turn) return;
    }
    if (this.#source.plan.attributes.length > 1) await this.#showPair(pair);
    busy(false);
  }

  async #question(question: Question): Promise<HTMLElement[]> {
    const { words, copy } = this.#page;
    const view = this.#page.view();
    const { n, tables } = await this.#source.estimates([[question.name]], view);
    const [table] = tables;
    if (!table) throw new Error(question.name);
    this.#tables.push([question.name]);
    const labels = cellLabels([question], words);
    const rows: Row[] = table.cells.map((cell, place) => ({ ...cell, labels: labels[place] ?? [] }));
    const { figure, controls } = pictured("bars", words, view.confidence, question.name);
    requestAnimationFrame(() => figure.show(rows, titleOf(question, words), [titleOf(question, words)]));
    const rough = isRough(rows) ? [element("p", { class: "note rough" }, words.rough)] : [];
    return [
      figure.element,
      controls,
      quotation(rows, titleOf(question, words), { confidence: view.confidence, n }, words, copy),
      ...rough,
      ...knownOf(question, this.#source, this.#page),
    ];
  }

  async #showPair(section: HTMLElement): Promise<void> {
    const { words, analyst, complain, copy } = this.#page;
    const questions = this.#source.plan.attributes;
    const shown = element("div", { class: "shown" });
    const view = this.#page.view();
    const named = (name: string | undefined, otherwise: number): Question | undefined =>
      questions.find((question) => question.name === name) ?? questions[otherwise];
    const chosen = { down: named(view.down, 0), across: named(view.across, 1) };
    const look = async (): Promise<void> => {
      const { down, across } = chosen;
      if (!down || !across || down === across) return shown.replaceChildren(element("p", {}, words.twoDifferent));
      try {
        const { shown: contents, table } = await pairOf(
          this.#source,
          analyst,
          [down, across],
          this.#page.view(),
          words,
          copy,
        );
        this.#pair = table;
        shown.replaceChildren(...contents);
      } catch (failure) {
        if (failure instanceof Stopped) return complain(failure);
        this.#pair = undefined;
        shown.replaceChildren(
          element("p", {}, `${words.unreadable} ${failure instanceof Error ? failure.message : ""}`),
        );
      }
    };
    const choice = (side: "down" | "across"): HTMLElement => {
      const options = questions.map((question) =>
        element("option", { value: question.name, selected: question === chosen[side] }, titleOf(question, words)),
      );
      const select = element("select", {}, ...options);
      select.addEventListener("change", () => {
        chosen[side] = questions[select.selectedIndex];
        this.#page.look({ ...this.#page.view(), [side]: select.value });
        void look();
      });
      return element("label", {}, words[side], select);
    };
    const drawn = Object.entries(words.drawn) as [View["as"], string][];
    const as = this.#setting(words.drawnAs, drawn, view.as, (value) => ({ as: value }), look);
    section.replaceChildren(
      element("h2", { id: "pair-title" }, words.pair),
      element("div", { class: "settings" }, choice("down"), choice("across"), as),
      shown,
    );
    await look();
  }

  /** A choice that changes the view, and then shows what it is for. */
  #setting<Value extends string>(
    label: string,
    values: readonly (readonly [Value, string])[],
    now: Value,
    set: (value: Value) => Partial<View>,
    show: () => Promise<void>,
  ): HTMLElement {
    const options = values.map(([value, text]) => element("option", { value, selected: value === now }, text));
    const select = element("select", {}, ...options);
    select.addEventListener("change", () => {
      this.#page.look({ ...this.#page.view(), ...set(select.value as Value) });
      void show();
    });
    return element("label", {}, label, select);
  }

  #settings(): HTMLElement {
    const { words } = this.#page;
    const view = this.#page.view();
    const show = () => this.#show();
    const confidences = [0.9, 0.95, 0.99].map((each) => [String(each), percent(each, 0)] as const);
    const methods = Object.entries(words.methods) as [View["method"], string][];
    return element(
      "div",
      { class: "settings" },
      this.#setting(
        words.confidence,
        confidences,
        String(view.confidence),
        (value) => ({ confidence: Number(value) }),
        show,
      ),
      this.#setting(words.method, methods, view.method, (method) => ({ method }), show),
    );
  }

  /** All tables that are shown, once more in one document. */
  #wanted(): string[][] {
    return [...this.#tables, ...(this.#pair ? [this.#pair] : [])].map((table) => [...table]);
  }

  #takeaway(): HTMLElement {
    const { words, complain, copy, view } = this.#page;
    const { survey } = this.#source.plan;
    const save = (name: string, made: () => Promise<Blob>) => {
      const press = (): void => void made().then((content) => downloaded(name, content), complain);
      return button(name.slice(name.lastIndexOf(".") + 1).toUpperCase(), press, "small");
    };
    const document = (): Promise<EstimatesDocument> => this.#source.estimates(this.#wanted(), view());
    const csv = async (): Promise<Blob> =>
      new Blob([await this.#source.csv(this.#wanted(), view())], { type: "text/csv" });
    const link = button(
      words.share,
      () => copy(`${location.origin}${location.pathname}${fragmentOf(view())}`),
      "small",
    );
    return element(
      "section",
      { class: "ruled", "aria-labelledby": "takeaway-title" },
      element("h2", { id: "takeaway-title" }, words.download),
      element("p", { class: "note" }, words.downloadNote),
      element(
        "div",
        { class: "controls" },
        save(`${survey}.csv`, csv),
        save(`${survey}.json`, async () => json(await document())),
        save(`${survey}.xlsx`, async () => xlsx(await document())),
        link,
      ),
      element("p", { class: "note" }, words.shareNote),
    );
  }
}

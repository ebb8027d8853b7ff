/** The choice of two questions that can be shown together, with their results. */

import { element } from "../page/element";
import { Stopped } from "./analyst";
import { type Question, titleOf } from "./labels";
import type { Page } from "./page";
import { pairOf } from "./pair";
import { unreadable } from "./reasons";
import { setting } from "./setting";
import { type Source, viewOf } from "./source";
import type { View } from "./view";

/** The section, which `show` fills. */
export class PairSection {
  readonly element = element("section", { class: "ruled", "aria-labelledby": "pair-title" });
  readonly #source: Source;
  readonly #page: Page;
  readonly #down = element("select", {});
  readonly #across = element("select", {});
  readonly #offered: HTMLElement;
  readonly #shown = element("div", { class: "shown" });
  /** The questions that can be shown with the one whose answers form groups. */
  #partners: readonly Question[] = [];
  #table: readonly string[] | undefined;
  #tested: Promise<unknown> = Promise.resolve();
  #turn = 0;

  constructor(source: Source, page: Page) {
    this.#source = source;
    this.#page = page;
    this.#offered = element("p", { class: "note", hidden: true }, page.words.offered);
    this.#down.addEventListener("change", () => {
      page.look({ ...page.view(), down: this.#down.value });
      this.#offer().catch(page.complain);
    });
    this.#across.addEventListener("change", () => {
      page.look({ ...page.view(), across: this.#across.value });
      void this.#read();
    });
  }

  /** The table that is shown, if any. */
  get table(): readonly string[] | undefined {
    return this.#table;
  }

  /** Is settled when the test that is shown with the table is done. */
  async tested(): Promise<void> {
    await this.#tested.catch(() => {});
  }

  /** Shows the pair in the view, or the first possible one. */
  async show(): Promise<void> {
    const { words, view, look } = this.#page;
    const questions = this.#source.plan.attributes;
    const first = questions.find(({ name }) => name === view().down) ?? questions[0];
    this.#down.replaceChildren(...this.#options(questions, first));
    const drawn = Object.entries(words.drawn) as [View["as"], string][];
    const as = setting(words.drawnAs, drawn, view().as, (value) => {
      look({ ...view(), as: value });
      void this.#read();
    });
    this.element.replaceChildren(
      element("h2", { id: "pair-title" }, words.pair),
      element(
        "div",
        { class: "settings" },
        element("label", {}, words.down, this.#down),
        element("label", {}, words.across, this.#across),
        as,
      ),
      this.#offered,
      this.#shown,
    );
    await this.#offer().catch(this.#page.complain);
  }

  /** Offers the questions that can be shown with the one that forms groups, and shows one of them. */
  async #offer(): Promise<void> {
    const turn = ++this.#turn;
    const down = this.#groups();
    if (!down) return;
    const partners = await this.#source.partners(down);
    if (turn !== this.#turn) return;
    this.#partners = partners;
    const { view, words } = this.#page;
    const chosen = partners.find(({ name }) => name === view().across) ?? partners[0];
    this.#across.replaceChildren(...this.#options(partners, chosen));
    this.#across.disabled = partners.length === 0;
    this.#offered.hidden = partners.length === this.#source.plan.attributes.length - 1;
    if (chosen) return this.#read();
    this.#table = undefined;
    this.#shown.replaceChildren(element("p", {}, words.alone(titleOf(down, words))));
  }

  async #read(): Promise<void> {
    const { words, view, complain } = this.#page;
    const [down, across] = [this.#groups(), this.#partners[this.#across.selectedIndex]];
    if (!down || !across) return;
    const turn = ++this.#turn;
    try {
      const { shown, table, tested } = await pairOf(
        this.#source,
        [down, across],
        viewOf(this.#source, view()),
        this.#page,
      );
      if (turn !== this.#turn) return;
      this.#table = table;
      this.#tested = tested;
      this.#shown.replaceChildren(...shown);
    } catch (failure) {
      if (failure instanceof Stopped) return complain(failure);
      if (turn !== this.#turn) return;
      this.#table = undefined;
      this.#shown.replaceChildren(element("p", {}, unreadable(failure, words)));
    }
  }

  /** The question whose answers form groups. */
  #groups(): Question | undefined {
    return this.#source.plan.attributes[this.#down.selectedIndex];
  }

  #options(questions: readonly Question[], chosen: Question | undefined): HTMLElement[] {
    const { words } = this.#page;
    return questions.map((question) =>
      element("option", { value: question.name, selected: question === chosen }, titleOf(question, words)),
    );
  }
}

/** A section with a card for each of several things that are estimated from tables of their own, such as scores, by groups if wanted. */

import { element } from "../page/element";
import { Stopped } from "./analyst";
import { type Question, titleOf } from "./labels";
import type { Page } from "./page";
import { unreadable } from "./reasons";
import { setting } from "./setting";
import type { Source } from "./source";

/** One of these things. */
export interface Asked {
  readonly name: string;
  readonly title: string;
  /** The positions of its attributes. */
  readonly attributes: readonly number[];
}

/** What a section is of. */
interface About<Document> {
  /** Identifies the section in the page. */
  readonly name: string;
  readonly title: string;
  readonly note: string;
  /** Estimates one of the things, by the groups of a question if one is given. */
  readonly ask: (name: string, confidence: number, by: string | undefined) => Promise<Document>;
  /** The contents of its card. */
  readonly contents: (document: Document, asked: Asked, by: Question | undefined) => HTMLElement[];
  /** Is called when other groups are chosen. */
  readonly grouped: () => void;
}

/** A section of these things; none without any. */
export function cardsSection<Document>(
  source: Source,
  page: Page,
  asked: readonly Asked[],
  about: About<Document>,
): CardsSection<Document> | undefined {
  return asked.length > 0 ? new CardsSection(source, page, asked, about) : undefined;
}

/** The section, which `show` fills. */
export class CardsSection<Document> {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #asked: readonly Asked[];
  readonly #about: About<Document>;
  /** The questions by whose answers people can be grouped: those that are in none of the things. */
  readonly #groupings: readonly Question[];
  readonly #cards = element("div", { class: "totals" });
  #shown: Document[] = [];
  #finished: Promise<void> = Promise.resolve();
  #turn = 0;

  constructor(source: Source, page: Page, asked: readonly Asked[], about: About<Document>) {
    this.element = element("section", { class: "ruled", "aria-labelledby": `${about.name}-title` });
    this.#page = page;
    this.#asked = asked;
    this.#about = about;
    const items = new Set(asked.flatMap(({ attributes }) => attributes));
    this.#groupings = source.plan.attributes.filter((_, place) => !items.has(place));
  }

  /** The documents of those that can be estimated, once all are. */
  async shown(): Promise<readonly Document[]> {
    await this.#finished;
    return this.#shown;
  }

  /** The names of all. */
  get names(): readonly string[] {
    return this.#asked.map(({ name }) => name);
  }

  /** The name of the question whose answers form groups. */
  get by(): string | undefined {
    return this.#groups()?.name;
  }

  /** Shows all by the groups in the view, if any. */
  async show(): Promise<void> {
    const { words, view, look } = this.#page;
    const { name, title, note, grouped } = this.#about;
    const everybody = ["", words.scores.everybody] as const;
    const choices = [everybody, ...this.#groupings.map((each) => [each.name, titleOf(each, words)] as const)];
    const groups = setting(words.scores.groups, choices, this.#groups()?.name ?? "", (chosen) => {
      const { by: _, ...rest } = view();
      look(chosen ? { ...rest, by: chosen } : rest);
      this.#finished = this.#read();
      grouped();
    });
    this.element.replaceChildren(
      element("h2", { id: `${name}-title` }, title),
      element("p", { class: "note" }, note),
      ...(this.#groupings.length > 0 ? [element("div", { class: "settings" }, groups)] : []),
      this.#cards,
    );
    this.#finished = this.#read();
    await this.#finished;
  }

  /** The question whose answers form groups. */
  #groups(): Question | undefined {
    return this.#groupings.find(({ name }) => name === this.#page.view().by);
  }

  async #read(): Promise<void> {
    const { words, view, complain } = this.#page;
    const [turn, by] = [++this.#turn, this.#groups()];
    this.#shown = [];
    const cards = this.#asked.map(({ title }) => {
      const waiting = element("p", { class: "note" }, words.working);
      return element("article", { class: "card" }, element("h3", {}, title), waiting);
    });
    this.#cards.replaceChildren(...cards);
    for (const [place, asked] of this.#asked.entries()) {
      const heading = element("h3", {}, asked.title);
      try {
        const document = await this.#about.ask(asked.name, view().confidence, by?.name);
        if (turn !== this.#turn) return;
        this.#shown.push(document);
        cards[place]?.replaceChildren(heading, ...this.#about.contents(document, asked, by));
      } catch (failure) {
        if (failure instanceof Stopped) return complain(failure);
        if (turn !== this.#turn) return;
        cards[place]?.replaceChildren(heading, element("p", { class: "note" }, unreadable(failure, words)));
      }
    }
  }
}

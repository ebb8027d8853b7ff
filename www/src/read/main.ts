/**
 * The reading page: estimates, comparisons and tests of a survey, from files that stay in this tab, or from the totals of the
 * collector that serves the page.
 */

import type { PlanDocument } from "candor";
import type { Margins } from "candor/analysis";
import { installNavigation } from "../page/author-navigation";
import { byId, element } from "../page/element";
import { LANGUAGES, type Language, openLanguage } from "../page/language";
import { countIn } from "../page/numbers";
import { Analyst, Refused, Stopped } from "./analyst";
import type { Opened } from "./messages";
import { keptToken, Opening } from "./opening";
import { collected, counted, planOf, type Source, viewOf as viewFor } from "./source";
import { type Chosen, fragmentOf, viewOf } from "./view";
import type { Known } from "./weights/known";
import { WORDS } from "./words";

const NOTHING: Opened = { reports: [], repeated: 0, otherPlan: 0, misfits: [] };

class Reading {
  readonly #main = byId("main");
  readonly #analyst = new Analyst();
  readonly #results = element("div", {});
  readonly #copied = element("p", { class: "unseen", role: "status" });
  #words = WORDS.en;
  #view: Chosen = viewOf(location.hash);
  #opened: Opened = NOTHING;
  #source: Source | undefined;
  /** The source without weights. */
  #unweighted: Source | undefined;
  #known: readonly Known[] = [];
  #opening: Opening | undefined;

  /** Shows the page and the open survey in a language. */
  show(language: Language): void {
    const words = WORDS[language];
    this.#words = words;
    countIn(language);
    document.title = `Candor · ${words.title}`;
    this.#opening = new Opening(
      words,
      {
        files: (files, folders) => void this.#files(files, folders),
        collector: (fingerprint) => void this.#collector(fingerprint),
        stop: () => this.#analyst.stop(),
        close: () => this.#close(),
      },
      this.#view,
    );
    const hero = element(
      "section",
      { class: "hero" },
      element("h1", {}, words.title),
      element("p", { class: "lede" }, words.lede),
    );
    this.#main.replaceChildren(hero, this.#opening.element, this.#copied, this.#results);
    if (this.#source?.counts || this.#opened.plan || this.#opened.reports.length > 0)
      this.#opening.opened(this.#opened);
    void this.#read();
  }

  async #files(files: readonly File[], folders: readonly string[]): Promise<void> {
    const ofFolders = folders.map((file) => ({ file, why: "folder" as const }));
    if (files.length === 0) {
      this.#opening?.refuse(ofFolders);
      return;
    }
    this.#opening?.working(0);
    try {
      const task = { task: "open", files, before: { ...this.#opened, misfits: [] } } as const;
      const progress = (read: number, of: number) => this.#opening?.working(of > 0 ? read / of : 0);
      const opened = await this.#analyst.ask<Opened>(task, progress);
      const before = this.#opened;
      this.#opened = { ...opened, misfits: [] };
      this.#opening?.opened(opened);
      this.#opening?.refuse([...opened.misfits, ...ofFolders]);
      const changed = opened.counts !== undefined && JSON.stringify(opened.counts) !== JSON.stringify(before.counts);
      if (opened.plan && opened.counts && (changed || !this.#source))
        this.#use(counted(this.#analyst, opened.plan, opened.counts, opened.reports));
      else if (!opened.counts && before.counts) this.#use(undefined);
    } catch (failure) {
      this.#complain(failure);
    } finally {
      this.#opening?.working();
    }
  }

  async #collector(fingerprint: string): Promise<void> {
    this.#opening?.working(0);
    try {
      const plan = await this.#analyst.ask<PlanDocument>({ task: "plan", plan: await planOf(fingerprint) });
      const source = collected(this.#analyst, plan, keptToken());
      const [first] = plan.attributes;
      const { n } = await source.estimates(first ? [[first.name]] : [], viewFor(source, this.#view));
      this.#opened = NOTHING;
      const { survey: _, ...view } = this.#view;
      this.#look({ ...view, plan: fingerprint });
      this.#opening?.opened({
        ...NOTHING,
        plan,
        counts: { plan: plan.fingerprint, survey: plan.survey, n, tables: [] },
      });
      this.#use(source);
    } catch (failure) {
      this.#complain(failure);
    } finally {
      this.#opening?.working();
    }
  }

  #close(): void {
    this.#opened = NOTHING;
    const { survey: _, plan: __, ...view } = this.#view;
    this.#look(view);
    this.#opening?.opened(NOTHING);
    this.#use(undefined);
  }

  #use(source: Source | undefined): void {
    [this.#source, this.#unweighted, this.#known] = [source, source, []];
    void this.#read();
  }

  /** Weighs the reports of the open survey to what is known, or takes the weights away again. */
  async #weigh(to?: { readonly known: readonly Known[]; readonly margins: Margins }): Promise<void> {
    const source = this.#unweighted;
    if (!source) return;
    if (to) {
      this.#opening?.working(0);
      const { weighed } = await import("./weights/weighed");
      const made = weighed(this.#analyst, source, to.known, to.margins);
      const done = await made.finally(() => this.#opening?.working());
      if (source !== this.#unweighted) return;
      [this.#source, this.#known] = [done, to.known];
    } else this.#source = source;
    await this.#read();
    const { PLACE } = await import("./weights/section");
    document.getElementById(PLACE)?.focus();
  }

  /** Shows the results; the code that draws them is loaded on demand. */
  async #read(): Promise<void> {
    const [source, words] = [this.#source, this.#words];
    if (!source) {
      this.#results.replaceChildren();
      return;
    }
    const { Results } = await import("./results");
    if (source !== this.#source || words !== this.#words) return;
    const results = new Results(source, {
      words,
      analyst: this.#analyst,
      view: () => this.#view,
      look: (view) => this.#look(view),
      busy: (is) => this.#opening?.working(is ? 0 : undefined),
      complain: (failure) => this.#complain(failure),
      copy: (text) => void this.#copy(text),
      refuse: (misfits) => this.#opening?.refuse(misfits),
      known: () => this.#known,
      weigh: (to) => this.#weigh(to),
    });
    this.#results.replaceChildren(results.element);
  }

  /** Writes the view into the address, so that it can be shared. */
  #look(view: Chosen): void {
    this.#view = view;
    history.replaceState(null, "", `${location.pathname}${fragmentOf(view)}`);
  }

  async #copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.#copied.textContent = "";
    this.#copied.textContent = this.#words.copied;
  }

  #complain(failure: unknown): void {
    const words = this.#words;
    if (failure instanceof Stopped) {
      this.#opening?.say(words.stopped);
      return;
    }
    const code = failure instanceof Refused ? failure.code : "";
    const known: Readonly<Record<string, string>> = {
      unreachable: words.collectorFailed,
      unauthorized: words.collectorToken,
      "too-few-reports": words.collectorFew,
      timeout: words.collectorSlow,
    };
    this.#opening?.complain(known[code] ?? (failure instanceof Error ? failure.message : String(failure)));
  }
}

const reading = new Reading();
const language = openLanguage(LANGUAGES);
const head = document.querySelector<HTMLElement>("header.top");
if (head) installNavigation(head, "read", language, (chosen) => reading.show(chosen));
reading.show(language);

/** Compares this wave with others, of other people: the course of every question's shares, and tests of their equality. */

import type { CellDocument, TestsDocument } from "candor/analysis";
import type { Row } from "../charts/row";
import { button, element } from "../page/element";
import { percent, whole } from "../page/numbers";
import { only } from "./counted";
import { apart, pictured, rowOf, sourceOf } from "./figures";
import { labelsOf, type Question, titleOf, valuesOf } from "./labels";
import type { Opened } from "./messages";
import type { Page } from "./page";
import { foundBy, probability } from "./pair";
import { counted, type Source, viewOf } from "./source";
import { tableOf } from "./tables";
import { unweightedNote } from "./weights/said";

/** A wave with its source, named after its last file; this wave has no name. */
interface Wave {
  readonly name?: string;
  readonly source: Source;
}

/** The results of a question in one wave. */
interface Answered {
  readonly question: Question;
  readonly wave: Wave;
  /** The wave's position among the waves. */
  readonly place: number;
  readonly cells: readonly CellDocument[];
}

/** The section; chosen files are read as a wave of their own. */
export class Waves {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #first: Wave;
  readonly #list = element("ol", { class: "waves" });
  readonly #shown = element("div", { class: "shown", "aria-live": "polite" });
  #waves: readonly Wave[];

  constructor(source: Source, page: Page) {
    const { words } = page;
    this.#page = page;
    this.#first = { source };
    this.#waves = [this.#first];
    const input = element("input", {
      type: "file",
      multiple: true,
      class: "unseen wave",
      "aria-label": words.wave,
      tabindex: "-1",
    });
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])];
      input.value = "";
      if (files.length > 0) void this.#read(files);
    });
    this.element = element(
      "section",
      { class: "ruled", "aria-labelledby": "waves-title" },
      element("h2", { id: "waves-title" }, words.waves),
      element("p", { class: "note" }, words.wavesNote),
      element(
        "div",
        {},
        button(words.wave, () => input.click()),
        input,
      ),
      this.#list,
      this.#shown,
    );
  }

  async #read(files: readonly File[]): Promise<void> {
    const { analyst, refuse } = this.#page;
    await this.#working(async () => {
      const { plan } = this.#first.source;
      const before: Opened = { plan, reports: [], repeated: 0, otherPlan: 0, misfits: [] };
      const opened = await analyst.ask<Opened>({ task: "open", files, before });
      refuse(opened.misfits);
      if (!opened.plan || !opened.counts) return;
      const name = this.#named(files.at(-1)?.name ?? "");
      const source = counted(analyst, opened.plan, opened.counts, opened.reports);
      await this.#show([...this.#waves, { name, source }]);
    });
  }

  /** Names a new wave after its file, with a number if another wave has that name. */
  #named(file: string): string {
    const others = this.#waves.filter(({ name }) => name?.startsWith(file)).length;
    return others === 0 ? file : `${file} (${others + 1})`;
  }

  async #working(work: () => Promise<void>): Promise<void> {
    const { busy, complain } = this.#page;
    busy(true);
    try {
      await work();
    } catch (failure) {
      complain(failure);
    } finally {
      busy(false);
    }
  }

  /** Shows these waves in this order; if that fails, the shown ones stay. */
  async #show(waves: readonly Wave[]): Promise<void> {
    const { words } = this.#page;
    const alone = waves.length === 1;
    const shown = alone ? [] : await this.#compared(waves);
    this.#waves = waves;
    this.#list.replaceChildren(...(alone ? [] : waves.map((wave, place) => this.#item(wave, place))));
    this.#shown.replaceChildren(...shown);
    if (!alone && shown.length === 0) this.#shown.append(element("p", {}, words.wavesNone));
  }

  #item(wave: Wave, place: number): HTMLElement {
    const { words } = this.#page;
    const swapped = this.#waves.with(place, this.#waves[place - 1] ?? wave).with(Math.max(0, place - 1), wave);
    const press = (text: string, waves: readonly Wave[]) => {
      const made = button(text, () => void this.#working(() => this.#show(waves)), "small");
      made.setAttribute("aria-label", `${text}: ${nameOf(wave, words)}`);
      return made;
    };
    const presses = [
      ...(place > 0 ? [press(words.earlier, swapped)] : []),
      ...(wave === this.#first
        ? []
        : [
            press(
              words.leaveOut,
              this.#waves.filter((each) => each !== wave),
            ),
          ]),
    ];
    return element("li", {}, element("bdi", {}, nameOf(wave, words)), " ", ...presses);
  }

  /** Makes the comparison of every question that this wave shares with another, with tests of equality. */
  async #compared(waves: readonly Wave[]): Promise<HTMLElement[]> {
    const { words, view } = this.#page;
    const answered: Answered[] = [];
    for (const [place, wave] of waves.entries()) {
      const shared = this.#shared(wave);
      if (shared.length === 0) continue;
      const asked = shared.map(({ name }) => [name]);
      const { tables } = await wave.source.estimates(asked, viewOf(wave.source, view()));
      for (const [asked, question] of shared.entries())
        answered.push({ question, wave, place, cells: tables[asked]?.cells ?? [] });
    }
    const questions = this.#first.source.plan.attributes.filter(
      (question) => answered.filter((each) => each.question === question).length > 1,
    );
    if (questions.length === 0) return [];
    const cards = questions.map((question) =>
      this.#card(
        question,
        answered.filter((each) => each.question === question),
      ),
    );
    return [
      ...unweightedNote(this.#first.source, words),
      element("div", { class: "totals" }, ...cards),
      element("h3", {}, words.wavesEqual),
      await this.#tested(waves),
    ];
  }

  /** The questions of this wave that another wave asks as well. */
  #shared({ source }: Wave): Question[] {
    return this.#first.source.plan.attributes.filter((question) =>
      source.plan.attributes.some((other) => isSame(question, other)),
    );
  }

  #card(question: Question, answered: readonly Answered[]): HTMLElement {
    const { words, view } = this.#page;
    const title = titleOf(question, words);
    const labels = labelsOf(question, this.#first.source.plan, words);
    const rows: Row[] = valuesOf(question).flatMap((value, answer) =>
      answered.flatMap(({ wave, place, cells }) => {
        const [label, cell] = [labels[answer] ?? value, cells.find(({ categories }) => categories[0] === value)];
        return cell ? [rowOf(cell, [label, `${place + 1}. ${nameOf(wave, words)}`])] : [];
      }),
    );
    const reports = answered.map(({ wave }) => whole(wave.source.counts?.n ?? 0)).join(" + ");
    const { figure, controls } = pictured("course", words, view().confidence, {
      name: `${question.name} by wave`,
      title: `${words.waves}: ${title}`,
      notes: [words.pictureNote(apart(reports), percent(view().confidence, 0)), sourceOf(this.#first.source, words)],
    });
    requestAnimationFrame(() => figure.show(rows, title, [words.answer, words.wavesOne]));
    return element("article", { class: "card" }, element("h3", {}, title), figure.element, controls);
  }

  /** Tests the equality of every other wave with this one. */
  async #tested(waves: readonly Wave[]): Promise<HTMLElement> {
    const { words, analyst } = this.#page;
    const rows: HTMLElement[] = [];
    for (const wave of waves) {
      const shared = this.#shared(wave);
      const tables = shared.map(({ name }) => [name]);
      const [counts, other] = [this.#first.source.counts, wave.source.counts];
      if (wave === this.#first || tables.length === 0 || !counts || !other) continue;
      const found = await analyst.ask<TestsDocument>({
        task: "tests",
        plan: this.#first.source.plan,
        counts: only(counts, tables),
        options: { tables, test: "equality", other: { plan: wave.source.plan, counts: only(other, tables) } },
      });
      for (const [place, question] of shared.entries()) {
        const test = found.tables[place];
        const said = test
          ? [
              probability(test.holm ?? test.calibrated.p_value),
              ...foundBy(test.null_distribution, words, words.wavesPermuted),
            ]
          : [];
        rows.push(
          element(
            "tr",
            { class: test?.rejected ? "strong" : undefined },
            element("th", { scope: "row" }, titleOf(question, words)),
            element("th", { scope: "row" }, element("bdi", {}, nameOf(wave, words))),
            element("td", {}, ...said),
          ),
        );
      }
    }
    return tableOf(words.wavesTable, [words.questionPair, words.wavesOne, words.pValue], rows);
  }
}

function nameOf({ name }: Wave, words: Page["words"]): string {
  return name ?? words.thisWave;
}

function isSame(one: Question, other: Question): boolean {
  return one.name === other.name && valuesOf(one).join("\n") === valuesOf(other).join("\n");
}

/** Weighs the reports to a population of which something is known: the choice of columns, their numbers, typed or pasted, and what came of it. */

import { button, element } from "../../page/element";
import { decimal, whole } from "../../page/numbers";
import { Refused, Stopped } from "../analyst";
import { columnsIn } from "../figures";
import { type Question, titleOf } from "../labels";
import type { Page } from "../page";
import { unreadable } from "../reasons";
import { setting } from "../setting";
import type { Source } from "../source";
import { combinations, type Known, marginsOf } from "./known";
import { MarginFields, sharesOf } from "./margin";

/** Whether columns are known each by itself, or in all their combinations. */
type How = "apart" | "crossed";

/** The button that takes weights away, or the form that gives them; has the focus after either. */
export const PLACE = "weights-place";

/** Makes the controls; none where reports carry nothing in clear, or where there are no counts. */
export function weightsOf(source: Source, page: Page): HTMLElement[] {
  const { counts, plan, weights } = source;
  if (!counts || !plan.plain?.length) return [];
  const { words } = page;
  const form = new WeightsForm(source, plan.plain, page);
  const summary = element("summary", weights ? {} : { id: PLACE }, words.weights.title);
  const folded = element("details", { class: "weighing" }, summary, form.element);
  if (!weights) return [folded];
  const columns = columnsIn(weights.columns, words);
  const [n, effective] = [whole(weights.n), whole(weights.effective)];
  const said = words.weights.weighed(columns, n, effective, decimal(weights.n / weights.effective, 2));
  const remove = button(words.weights.remove, () => void page.weigh(), "small");
  remove.id = PLACE;
  return [
    element("p", { class: "weighed" }, said),
    element("p", { class: "note" }, words.weights.elsewhere),
    element("div", { class: "controls" }, remove),
    folded,
  ];
}

class WeightsForm {
  readonly element = element("form", { class: "weights", novalidate: true });
  readonly #source: Source;
  readonly #page: Page;
  readonly #columns: readonly { readonly column: Question; readonly box: HTMLInputElement }[];
  readonly #how = element("div", { class: "settings", hidden: true });
  readonly #margins = element("div", {});
  readonly #said = element("p", { class: "note rough", role: "alert" });
  #way: How;
  #fields: readonly MarginFields[] = [];
  #turn = 0;

  constructor(source: Source, plain: readonly Question[], page: Page) {
    this.#source = source;
    this.#page = page;
    const { words } = page;
    const { title, note, columns, how, hows, paste, pasteNote, fill, weigh } = words.weights;
    const known = page.known();
    this.#way = known.some((each) => each.columns.length > 1) ? "crossed" : "apart";
    this.#columns = plain.map((column) => {
      const checked = known.some((each) => each.columns.includes(column));
      return { column, box: element("input", { type: "checkbox", checked }) };
    });
    const boxes = this.#columns.map(({ column, box }) => {
      box.addEventListener("change", () => void this.#show(this.#asked()));
      return element("label", { class: "check" }, box, element("bdi", {}, titleOf(column, words)));
    });
    const ways = Object.entries(hows) as [How, string][];
    const choice = setting(how, ways, this.#way, (chosen) => {
      this.#way = chosen;
      void this.#show(this.#asked());
    });
    this.#how.append(choice);
    const text = element("textarea", { rows: 5, spellcheck: "false", dir: "auto" });
    const status = element("p", { class: "note", role: "status" });
    this.element.append(
      element("p", { class: "note" }, note),
      element("fieldset", {}, element("legend", {}, columns), ...boxes),
      this.#how,
      this.#margins,
      element(
        "details",
        {},
        element("summary", {}, paste),
        element("p", { class: "note" }, pasteNote),
        element("label", {}, paste, text),
        button(fill, () => void this.#fill(text.value, status, choice), "small"),
        status,
      ),
      element("div", {}, element("button", { type: "submit", class: "button primary" }, weigh)),
      this.#said,
    );
    this.element.setAttribute("aria-label", title);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#weigh();
    });
    void this.#show(known);
  }

  /** What is asked for: the chosen columns, with the numbers that are there already. */
  #asked(): Known[] {
    const chosen = this.#columns.flatMap(({ column, box }) => (box.checked ? [column] : []));
    const margins = this.#way === "crossed" && chosen.length > 1 ? [chosen] : chosen.map((column) => [column]);
    const known = this.#fields.map((fields) => fields.known);
    return margins.map(
      (columns) =>
        known.find((each) => named(each.columns) === named(columns)) ?? {
          columns,
          unit: "percent",
          numbers: combinations(columns).map(() => undefined),
        },
    );
  }

  /** Shows the fields of these margins. */
  async #show(known: readonly Known[]): Promise<void> {
    const turn = ++this.#turn;
    const { words } = this.#page;
    this.#how.hidden = this.#columns.filter(({ box }) => box.checked).length < 2;
    try {
      const shares = await Promise.all(known.map((each) => sharesOf(each, this.#source, this.#page)));
      if (turn !== this.#turn) return;
      this.#fields = known.map((each, place) => new MarginFields(each, shares[place] ?? [], this.#source.plan, words));
      this.#margins.replaceChildren(...this.#fields.map((fields) => fields.element));
    } catch (failure) {
      this.#refuse(failure);
    }
  }

  /** Fills in what was pasted. */
  async #fill(text: string, status: HTMLElement, choice: HTMLElement): Promise<void> {
    const { words } = this.#page;
    const { pasted } = await import("./pasted");
    const found = pasted(text, this.#source.plan, words);
    status.classList.toggle("rough", "why" in found);
    if ("why" in found) {
      status.textContent = words.weights.unread[found.why](found.about);
      return;
    }
    const columns = found.flatMap((known) => known.columns);
    const isCrossed = columns.length > found.length;
    for (const { column, box } of this.#columns) {
      const isKnown = columns.includes(column);
      box.checked = isKnown || (box.checked && !isCrossed && this.#way === "apart");
    }
    this.#way = isCrossed ? "crossed" : "apart";
    for (const select of choice.querySelectorAll("select")) select.value = this.#way;
    const asked = this.#asked().map(
      (each) => found.find((known) => named(known.columns) === named(each.columns)) ?? each,
    );
    await this.#show(asked);
    status.textContent = words.weights.filled(columnsIn(columns, words));
  }

  async #weigh(): Promise<void> {
    const { words, weigh } = this.#page;
    this.#said.textContent = this.#fields.length === 0 ? words.weights.none : "";
    if (this.#fields.length === 0) return;
    const wrong = this.#fields.filter((fields) => !fields.check());
    wrong[0]?.check();
    if (wrong.length > 0) return;
    const known = this.#fields.map((fields) => fields.known);
    const reported = this.#fields.map((fields) => fields.reported);
    try {
      await weigh({ known, margins: marginsOf(known, reported) });
    } catch (failure) {
      this.#refuse(failure);
    }
  }

  #refuse(failure: unknown): void {
    const { words, complain } = this.#page;
    const isUnfit = failure instanceof Refused && failure.code === "invalid-weights";
    if (failure instanceof Stopped) complain(failure);
    else this.#said.textContent = isUnfit ? words.weights.unfit : unreadable(failure, words);
  }
}

function named(columns: readonly Question[]): string {
  return columns.map(({ name }) => name).join("\n");
}

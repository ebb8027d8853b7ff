/** The fields for one margin: a number for every category of a column, or every combination of several, with what is wrong beside them. */

import type { PlanDocument } from "candor";
import type { CountedTable, CountsDocument } from "candor/analysis";
import { element } from "../../page/element";
import { decimal, percent, whole } from "../../page/numbers";
import { listed } from "../figures";
import { titleOf } from "../labels";
import type { Page } from "../page";
import { setting } from "../setting";
import type { Source } from "../source";
import type { Words } from "../words";
import { combinationLabels, combinations, type Fault, faultOf, type Known, sumOf, type Unit } from "./known";

/** Makes identifiers that are unique in the page. */
let made = 0;

/** The fields, which hold what is known. */
export class MarginFields {
  readonly element = element("fieldset", { class: "margin" });
  readonly #words: Words;
  readonly #labels: readonly string[];
  readonly #inputs: readonly HTMLInputElement[];
  readonly #status: HTMLElement;
  #known: Known;
  #isTried = false;

  /** Fields for these numbers; `shares` are those of the reports. */
  constructor(known: Known, shares: readonly number[], plan: PlanDocument, words: Words) {
    const id = `margin-${++made}`;
    this.#known = known;
    this.#words = words;
    this.#labels = combinationLabels(known.columns, plan, words);
    this.reported = shares.map((share) => share > 0);
    this.#status = element("p", { class: "note", id, "aria-live": "polite" });
    const fields = this.#labels.map((label, place) => {
      const input = element("input", {
        type: "number",
        min: 0,
        step: "any",
        inputmode: "decimal",
        value: known.numbers[place],
        "aria-describedby": `${id}-${place} ${id}`,
      });
      input.addEventListener("input", () => this.#typed(place, input.valueAsNumber));
      const share = element("small", { id: `${id}-${place}` }, words.weights.reported(percent(shares[place] ?? 0)));
      return { input, field: element("div", {}, element("label", {}, label, input), share) };
    });
    this.#inputs = fields.map(({ input }) => input);
    const units = Object.entries(words.weights.units) as [Unit, string][];
    const unit = setting(words.weights.unit, units, known.unit, (chosen) => {
      this.#known = { ...this.#known, unit: chosen };
      this.#judge();
    });
    const lost = this.#labels.filter((_, place) => !this.reported[place]);
    this.element.append(
      element("legend", {}, element("bdi", {}, known.columns.map((column) => titleOf(column, words)).join(" × "))),
      element("div", { class: "settings" }, unit),
      element(
        "div",
        { class: "numbers" },
        ...fields.flatMap(({ field }, place) => (this.reported[place] ? [field] : [])),
      ),
      ...(lost.length > 0 ? [element("p", { class: "note" }, words.weights.noReports(listed(lost, words)))] : []),
      this.#status,
    );
    this.#judge();
  }

  /** Of every combination whether any report has it. */
  readonly reported: readonly boolean[];

  /** What is known by now. */
  get known(): Known {
    return this.#known;
  }

  /** Whether the numbers can be used; otherwise the first field with a fault gets the focus. */
  check(): boolean {
    this.#isTried = true;
    const fault = this.#judge();
    if (!fault) return true;
    const [first = this.reported.indexOf(true)] = [...fault.missing, ...fault.low];
    this.#inputs[first]?.focus();
    return false;
  }

  #typed(place: number, number: number): void {
    const given = Number.isNaN(number) ? undefined : number;
    this.#known = { ...this.#known, numbers: this.#known.numbers.with(place, given) };
    this.#judge();
  }

  /** Says beside the fields what is missing or wrong, or what the numbers add up to. */
  #judge(): Fault | undefined {
    const fault = faultOf(this.#known, this.reported);
    const isBegun = this.#isTried || this.#known.numbers.some((number) => number !== undefined);
    for (const [place, input] of this.#inputs.entries()) {
      const isWrong = fault?.low.includes(place) || (this.#isTried && fault?.missing.includes(place));
      input.setAttribute("aria-invalid", String(isWrong === true));
    }
    this.#status.textContent = isBegun ? (fault ? this.#wrong(fault) : this.#sum()) : "";
    this.#status.classList.toggle("rough", isBegun && fault !== undefined);
    return fault;
  }

  #wrong({ missing, low, sum }: Fault): string {
    const { weights } = this.#words;
    const named = (places: readonly number[]): string =>
      listed(
        places.map((place) => this.#labels[place] ?? ""),
        this.#words,
      );
    return [
      ...(missing.length > 0 ? [weights.missing(named(missing))] : []),
      ...(low.length > 0 ? [weights.low(named(low))] : []),
      ...(sum === undefined ? [] : [this.#words.knownSum(percent(sum / 100))]),
    ].join(" ");
  }

  #sum(): string {
    const sum = sumOf(this.#known.numbers.filter((_, place) => this.reported[place]));
    const { together, people } = this.#words.weights;
    if (this.#known.unit === "percent") return together(percent(sum / 100));
    return people(Number.isInteger(sum) ? whole(sum) : decimal(sum, 1));
  }
}

/** The share of reports that have each combination of these columns' categories; all alike where the counts do not tell. */
export async function sharesOf(
  { columns }: Known,
  { plan, reports, ...source }: Source,
  page: Page,
): Promise<number[]> {
  const counts = source.counts as CountsDocument;
  const tables = [columns.map(({ name }) => name)];
  const { tables: counted } = await page.analyst.ask<CountsDocument>({ task: "tables", plan, counts, reports, tables });
  const cells = combinations(columns).map((values) => values.join("\n"));
  const table = counted.find(({ asked }) => asked === undefined);
  if (!table) return cells.map(() => 1 / cells.length);
  const numbers = new Map<string, number>();
  for (const { categories, count } of listedCells(table))
    numbers.set(categories.join("\n"), (numbers.get(categories.join("\n")) ?? 0) + count);
  return cells.map((cell) => (numbers.get(cell) ?? 0) / Math.max(counts.n, 1));
}

/** The cells of a table that has no question; every form of a labelled plan has all plain columns. */
function listedCells({ cells = [], forms = [] }: CountedTable): CountedTable["cells"] & {} {
  return [...cells, ...forms.flatMap((form) => form.cells)];
}

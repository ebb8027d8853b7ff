import type { PlanUnit } from "../common/types.js";
import type { Block } from "./document.js";

/** A law: its forms over columns of these sizes, which are the attributes and after them the scores. */
export interface Law {
  readonly forms: readonly Form[];
  /** The number of labels of all forms. */
  readonly labels: number;
  readonly scores: readonly RoundedScore[];
  readonly sizes: readonly number[];
}

/** A score that a device rounds to one of its levels: what a sum of steps is, one for every category of its attributes. */
export interface RoundedScore {
  readonly attributes: readonly number[];
  readonly levels: readonly number[];
  /** `undefined` for a category with which there is no score. */
  readonly steps: readonly (readonly (number | undefined)[])[];
}

/** A form in which the units and pools that its document leaves out are filled in. */
export interface Form extends Asking {
  readonly blocks: readonly Block[];
  /** The number of its labels. */
  readonly ways: number;
  readonly weight: bigint;
}

/** The parts of a form that decide what it asks. */
export interface Asking {
  /** The pools of attributes that may be exchanged for each other. */
  readonly exchange: readonly (readonly number[])[];
  readonly units: readonly Unit[];
}

/** A unit with the number of its cells. */
export interface Unit extends PlanUnit {
  readonly cells: number;
}

/** The columns of these units, in their order. */
export function attributesOf(units: readonly Pick<PlanUnit, "attributes">[]): readonly number[] {
  return units.flatMap(({ attributes }) => attributes);
}

/** The columns that these units ask: their own, and the attributes of the scores among these. */
export function asked(
  { scores, sizes }: Pick<Law, "scores" | "sizes">,
  units: readonly Pick<PlanUnit, "attributes">[],
): ReadonlySet<number> {
  const columns = new Set(attributesOf(units));
  scores.forEach(({ attributes }, i) => {
    if (columns.has(sizes.length - scores.length + i)) for (const attribute of attributes) columns.add(attribute);
  });
  return columns;
}

/** The pool of an attribute, or the attribute alone if it is in none. */
export function poolOf({ exchange }: Asking, attribute: number): readonly number[] {
  return exchange.find((pool) => pool.includes(attribute)) ?? [attribute];
}

/** The number of labels of a form: the ways to distribute the attributes of its pools to its units. */
export function waysOf({ exchange, units }: Asking): number {
  let ways = 1;
  for (const pool of exchange) {
    let left = pool.length;
    for (const unit of units) {
      const taken = placesIn(unit, pool).length;
      ways *= choose(left, taken);
      left -= taken;
    }
  }
  return ways;
}

/** The form of a label, with attributes exchanged within pools accordingly; `undefined` where there is no such label. */
export function drawn({ forms }: Law, label: number): Form | undefined {
  let number = label;
  for (const form of forms) {
    if (number < form.ways) return number >= 0 && Number.isInteger(number) ? arranged(form, number) : undefined;
    number -= form.ways;
  }
  return undefined;
}

/**
 * A form under its label of this number: pool by pool and unit by unit, a unit takes one of the combinations, in lexicographic
 * order, of the attributes that are left.
 */
function arranged(form: Form, number: number): Form {
  const units = form.units.map((unit) => ({ ...unit, attributes: [...unit.attributes] }));
  let rest = number;
  for (const pool of form.exchange) {
    let left = pool;
    for (const unit of units) {
      const places = placesIn(unit, pool);
      const ways = choose(left.length, places.length);
      const chosen = combination(left, places.length, rest % ways);
      rest = Math.floor(rest / ways);
      left = left.filter((attribute) => !chosen.includes(attribute));
      places.forEach((place, i) => {
        unit.attributes[place] = chosen[i]!;
      });
    }
  }
  return { ...form, units };
}

/** The places of a unit's attributes that are from this pool. */
function placesIn({ attributes }: Unit, pool: readonly number[]): readonly number[] {
  return [...attributes.keys()].filter((place) => pool.includes(attributes[place]!));
}

/** The combination of `taken` members with this number in lexicographic order. */
function combination(members: readonly number[], taken: number, number: number): readonly number[] {
  const chosen: number[] = [];
  let rest = number;
  for (let place = 0; chosen.length < taken && place < members.length; place += 1) {
    // The number of combinations that begin with the member at this place.
    const beginning = choose(members.length - place - 1, taken - chosen.length - 1);
    if (rest < beginning) chosen.push(members[place]!);
    else rest -= beginning;
  }
  return chosen;
}

/** How many numbers a report has for a unit: one for a cell, or one for every 32 bits of a subset. */
export function widthOf({ cells, subset_size }: Unit): number {
  return subset_size === 1 ? 1 : Math.ceil(cells / 32);
}

/** The numbers of a report of any form that are longest when written as text. */
export function longestNumbers({ forms, labels }: Law): readonly number[] {
  const label = labels > 1 ? [labels - 1] : [];
  const numbers = forms.map(({ units }) => [...label, ...units.flatMap(longestOf)]);
  return numbers.reduce((one, other) => (`${one}`.length >= `${other}`.length ? one : other));
}

/** The longest numbers for a unit: its last cell, or a subset with all bits set. */
function longestOf(unit: Unit): readonly number[] {
  const { cells, subset_size } = unit;
  if (subset_size === 1) return [cells - 1];
  return Array.from({ length: widthOf(unit) }, (_, i) => 2 ** Math.min(32, cells - 32 * i) - 1);
}

/** C(n, m), exact while it is below 2^53 times n. */
function choose(n: number, m: number): number {
  if (m > n) return 0;
  let ways = 1;
  for (let i = 0; i < Math.min(m, n - m); i += 1) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

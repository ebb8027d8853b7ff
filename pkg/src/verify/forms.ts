import type { Attribute, PlanForm, PlanUnit } from "../common/types.js";

/** The parts of a form that decide what it asks. */
type Asking = { readonly [part in "exchange" | "units"]?: PlanForm[part] | undefined };

/** The units of a form: as written, or one unit for every attribute. */
export function unitsOf({ units }: Asking, attributes: number): readonly PlanUnit[] {
  return units ?? Array.from({ length: attributes }, (_, i) => ({ attributes: [i], subset_size: 1 }));
}

/** A unit that may hold an attribute: it takes `taken` of the `of` members of the attribute's pool. */
export interface Use {
  readonly unit: number;
  readonly taken: number;
  readonly of: number;
}

/** Maps every attribute that a form may ask to the units that may hold it. */
export function placesOf(form: Asking, attributes: number): ReadonlyMap<number, readonly Use[]> {
  const pools = poolsOf(form);
  const places = new Map<number, Use[]>();
  unitsOf(form, attributes).forEach((own, unit) => {
    for (const [pool, taken] of takenBy(own, pools))
      for (const attribute of pool)
        places.set(attribute, [...(places.get(attribute) ?? []), { unit, taken, of: pool.length }]);
  });
  return places;
}

/** The number of labels of a form: the ways to distribute the attributes of its pools to its units. */
export function waysOf(form: Asking, attributes: number): number {
  const pools = poolsOf(form);
  const left = new Map<readonly number[], number>();
  let ways = 1;
  for (const own of unitsOf(form, attributes)) {
    for (const [pool, taken] of takenBy(own, pools)) {
      const members = left.get(pool) ?? pool.length;
      ways *= choose(members, taken);
      left.set(pool, members - taken);
    }
  }
  return ways;
}

/** The number of labels of all forms together. */
export function labelsOf(forms: readonly Asking[], attributes: number): number {
  return forms.reduce((sum, form) => sum + waysOf(form, attributes), 0);
}

/** The units under a label, with attributes exchanged within pools accordingly; `undefined` where there is no such label. */
export function drawnUnits(
  forms: readonly Asking[],
  attributes: number,
  label: number,
): readonly PlanUnit[] | undefined {
  if (!Number.isInteger(label) || label < 0) return undefined;
  let number = label;
  for (const form of forms) {
    const ways = waysOf(form, attributes);
    if (number < ways) return arranged(form, attributes, number);
    number -= ways;
  }
  return undefined;
}

/**
 * The units of a form under its label of this number: pool by pool and unit by unit, a unit takes one of the combinations, in
 * lexicographic order, of the attributes that are left.
 */
function arranged(form: Asking, attributes: number, number: number): readonly PlanUnit[] {
  const units = unitsOf(form, attributes).map((unit) => ({ ...unit, attributes: [...unit.attributes] }));
  let rest = number;
  for (const pool of form.exchange ?? []) {
    let left = pool;
    for (const unit of units) {
      const places = [...unit.attributes.keys()].filter((place) => pool.includes(unit.attributes[place]!));
      const ways = choose(left.length, places.length);
      const chosen = combination(left, places.length, rest % ways);
      rest = Math.floor(rest / ways);
      left = left.filter((attribute) => !chosen.includes(attribute));
      places.forEach((place, i) => {
        unit.attributes[place] = chosen[i]!;
      });
    }
  }
  return units;
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

/** The number of cells of a unit. */
export function cellsOf(unit: PlanUnit, attributes: readonly Attribute[]): number {
  return unit.attributes.reduce((product, i) => product * attributes[i]!.categories.length, 1);
}

/** How many numbers a report has for a unit: one for a cell, or one for every 32 bits of a subset. */
export function widthOf(unit: PlanUnit, cells: number): number {
  return unit.subset_size === 1 ? 1 : Math.ceil(cells / 32);
}

/** The numbers of a report of any form that are longest when written as text. */
export function longestNumbers(forms: readonly PlanForm[], attributes: readonly Attribute[]): readonly number[] {
  const labels = labelsOf(forms, attributes.length);
  const label = labels > 1 ? [labels - 1] : [];
  const numbers = forms.map((form) => [
    ...label,
    ...unitsOf(form, attributes.length).flatMap((unit) => longestOf(unit, attributes)),
  ]);
  return numbers.reduce((one, other) => (`${one}`.length >= `${other}`.length ? one : other));
}

/** The longest numbers for a unit: its last cell, or a subset with all bits set. */
function longestOf(unit: PlanUnit, attributes: readonly Attribute[]): readonly number[] {
  const cells = cellsOf(unit, attributes);
  if (unit.subset_size === 1) return [cells - 1];
  return Array.from({ length: widthOf(unit, cells) }, (_, i) => 2 ** Math.min(32, cells - 32 * i) - 1);
}

/** Maps the attributes of pools to their pools. */
function poolsOf({ exchange = [] }: Asking): ReadonlyMap<number, readonly number[]> {
  return new Map(exchange.flatMap((pool) => pool.map((attribute) => [attribute, pool] as const)));
}

/** Maps the pools that a unit takes attributes of to how many it takes; an attribute in no pool is a pool of its own. */
function takenBy(
  { attributes }: PlanUnit,
  pools: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<readonly number[], number> {
  const taken = new Map<readonly number[], number>();
  for (const attribute of attributes) {
    const pool = pools.get(attribute) ?? [attribute];
    taken.set(pool, (taken.get(pool) ?? 0) + 1);
  }
  return taken;
}

/** C(n, m), exact while it is below 2^53 times n. */
function choose(n: number, m: number): number {
  if (m > n) return 0;
  let ways = 1;
  for (let i = 0; i < Math.min(m, n - m); i += 1) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

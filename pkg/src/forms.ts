import type { Attribute, PlanForm, PlanUnit } from "./types.js";

/** What a form asks. */
type Asking = { readonly [part in "exchange" | "units"]?: PlanForm[part] | undefined };

/** The units of a form: as written, or every attribute on its own. */
export function unitsOf({ units }: Asking, attributes: number): readonly PlanUnit[] {
  return units ?? Array.from({ length: attributes }, (_, i) => ({ attributes: [i], subset_size: 1 }));
}

/** A unit that may hold an attribute: of the `of` members of its pool, `taken` are in this unit. */
export interface Use {
  readonly unit: number;
  readonly taken: number;
  readonly of: number;
}

/** Every attribute that a form may ask, with the units that may hold it. */
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

/** How many labels a form has: the ways in which its units can take attributes of its pools. */
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

/** How many labels all forms have. */
export function labelsOf(forms: readonly Asking[], attributes: number): number {
  return forms.reduce((sum, form) => sum + waysOf(form, attributes), 0);
}

/** The units of one label, their attributes exchanged within pools as the label says; none where there is no such label. */
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
 * The units of a form in one of its ways: pool by pool and unit by unit, the attributes that a unit takes are one of the
 * combinations of those that are left, in lexicographic order.
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

/** The combination of this lexicographic number among those of so many members. */
function combination(members: readonly number[], taken: number, number: number): readonly number[] {
  const chosen: number[] = [];
  let rest = number;
  for (let place = 0; chosen.length < taken && place < members.length; place += 1) {
    // So many combinations begin with the member at this place.
    const beginning = choose(members.length - place - 1, taken - chosen.length - 1);
    if (rest < beginning) chosen.push(members[place]!);
    else rest -= beginning;
  }
  return chosen;
}

/** How many cells a unit has. */
export function cellsOf(unit: PlanUnit, attributes: readonly Attribute[]): number {
  return unit.attributes.reduce((product, i) => product * attributes[i]!.categories.length, 1);
}

/** How many numbers a report has for a unit: its cell, or bits of 32 cells each. */
export function widthOf(unit: PlanUnit, cells: number): number {
  return unit.subset_size === 1 ? 1 : Math.ceil(cells / 32);
}

/** The longest numbers that a report of any form can have. */
export function longestNumbers(forms: readonly PlanForm[], attributes: readonly Attribute[]): readonly number[] {
  const labels = labelsOf(forms, attributes.length);
  const label = labels > 1 ? [labels - 1] : [];
  const numbers = forms.map((form) => [
    ...label,
    ...unitsOf(form, attributes.length).flatMap((unit) => longestOf(unit, attributes)),
  ]);
  return numbers.reduce((one, other) => (`${one}`.length >= `${other}`.length ? one : other));
}

/** The last cell, or a number for every 32 cells and the rest of them, all of their bits set. */
function longestOf(unit: PlanUnit, attributes: readonly Attribute[]): readonly number[] {
  const cells = cellsOf(unit, attributes);
  if (unit.subset_size === 1) return [cells - 1];
  return Array.from({ length: widthOf(unit, cells) }, (_, i) => 2 ** Math.min(32, cells - 32 * i) - 1);
}

/** The pool of every attribute that is in one. */
function poolsOf({ exchange = [] }: Asking): ReadonlyMap<number, readonly number[]> {
  return new Map(exchange.flatMap((pool) => pool.map((attribute) => [attribute, pool] as const)));
}

/** The pools that a unit takes attributes of, with how many; an attribute in none is a pool of itself. */
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

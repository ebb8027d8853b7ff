import type { Attribute, PlanForm, PlanUnit } from "./types.js";

/** The units of a form: as written, or every attribute on its own. */
export function unitsOf({ units }: PlanForm, attributes: number): readonly PlanUnit[] {
  return units ?? Array.from({ length: attributes }, (_, i) => ({ attributes: [i], subset_size: 1 }));
}

/** A unit that may hold an attribute: of the `of` members of its pool, `taken` are in this unit. */
export interface Use {
  readonly unit: number;
  readonly taken: number;
  readonly of: number;
}

/** Every attribute that a form may ask, with the units that may hold it. */
export function placesOf(form: PlanForm, attributes: number): ReadonlyMap<number, readonly Use[]> {
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
export function waysOf(form: PlanForm, attributes: number): number {
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

/** The longest numbers that a report of any form can have. */
export function longestNumbers(forms: readonly PlanForm[], attributes: readonly Attribute[]): readonly number[] {
  const labels = forms.reduce((sum, form) => sum + waysOf(form, attributes.length), 0);
  const label = labels > 1 ? [labels - 1] : [];
  const numbers = forms.map((form) => [
    ...label,
    ...unitsOf(form, attributes.length).flatMap((unit) => longestOf(unit, attributes)),
  ]);
  return numbers.reduce((one, other) => (`${one}`.length >= `${other}`.length ? one : other));
}

/** The last cell, or a number for every 32 cells and the rest of them, all of their bits set. */
function longestOf(unit: PlanUnit, attributes: readonly Attribute[]): readonly number[] {
  const cells = unit.attributes.reduce((product, i) => product * attributes[i]!.categories.length, 1);
  if (unit.subset_size === 1) return [cells - 1];
  return Array.from({ length: Math.ceil(cells / 32) }, (_, i) => 2 ** Math.min(32, cells - 32 * i) - 1);
}

/** The pool of every attribute that is in one. */
function poolsOf({ exchange = [] }: PlanForm): ReadonlyMap<number, readonly number[]> {
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
  let ways = 1;
  for (let i = 0; i < Math.min(m, n - m); i += 1) ways = (ways * (n - i)) / (i + 1);
  return ways;
}

/** The three promises of a law as ratios rounded up [Mathematics, §2, §10], from its integers alone, as in `src/law/epsilon.rs`. */

import type { Block, Changes } from "../verify/document.js";
import type { Law, Shape } from "../verify/law.js";
import { WHOLE } from "../verify/whole.js";
import {
  type Enclosure,
  EXACTLY_ONE,
  enclosed,
  isLess,
  larger,
  ln,
  ONE,
  over,
  product,
  quotient,
  type Scaled,
  spread,
  sum,
  times,
} from "./scaled.js";

/** Record ε, then column ε and attribute ε of every attribute: upper bounds, each no larger than the one before it allows. */
export function promisesOf(law: Law): Float64Array {
  const columns = law.sizes.map(() => 0);
  const attributes = law.sizes.map(() => 0);
  let record = ONE;
  law.forms.forEach(({ blocks, exchange, units }, form) => {
    let ofForm = ONE;
    for (const block of blocks) {
      const ratios = ratiosOf(block, law.shapes[form]!);
      ofForm = times(ofForm, ratios.record, true);
      block.classes.forEach((positions, class_) => {
        const [column, attribute] = [ln(ratios.columns[class_]!), ln(ratios.attributes[class_]!)];
        const held = positions.flatMap((position) => units[block.units[position]!]!.attributes);
        for (const i of held.flatMap((i) => exchange.find((pool) => pool.includes(i)) ?? [i])) {
          columns[i] = Math.max(columns[i]!, column);
          attributes[i] = Math.max(attributes[i]!, attribute);
        }
      });
    }
    record = larger(record, ofForm);
  });
  const most = ln(record);
  const pairs = attributes.flatMap((attribute, i) => {
    const kept = Math.min(attribute, most);
    return [Math.min(columns[i]!, kept), kept];
  });
  return Float64Array.of(most, ...pairs);
}

interface Ratios {
  readonly record: Scaled;
  /** Of every class. */
  readonly columns: readonly Scaled[];
  readonly attributes: readonly Scaled[];
}

function ratiosOf(block: Block, shapes: readonly Shape[]): Ratios {
  const own = block.classes.map((positions) => shapes[block.units[positions[0]!]!]!);
  const densities = densitiesOf(block, own, shapes);
  return {
    record: recordRatio(block, densities),
    columns: columnRatios(block, own),
    attributes: attributeRatios(block, densities),
  };
}

/** x_m = 1 + P·v_m / (T_m·w) of every pattern, P = ∏ D/d. */
function densitiesOf(block: Block, own: readonly Shape[], shapes: readonly Shape[]): Enclosure[] {
  const records = block.units.reduce((product_, unit) => {
    const { cells, subset } = shapes[unit]!;
    return product(product_, quotient(enclosed(cells), enclosed(subset)));
  }, EXACTLY_ONE);
  const scale = quotient(records, enclosed(block.uniform));
  const rows = block.classes.map(({ length }, class_) => orbitSizes(length, own[class_]!, mostOf(block, class_)));
  return block.patterns.map(({ changes, weight }) => {
    if (weight === 0n) return EXACTLY_ONE;
    const orbit = changes.reduce((all, [class_, count]) => product(all, rows[class_]![count]!), EXACTLY_ONE);
    return sum(EXACTLY_ONE, quotient(product(scale, enclosed(weight)), orbit));
  });
}

/** The largest count of a class in any pattern. */
function mostOf({ patterns }: Block, class_: number): number {
  return patterns.reduce((most, { changes }) => Math.max(most, countOf(changes, class_)), 0);
}

function countOf(changes: Changes, class_: number): number {
  return changes.find(([of]) => of === class_)?.[1] ?? 0;
}

/** C(n, m)((D − d)/d)^m for m = 0 … `most`, each from the one before. */
function orbitSizes(n: number, { cells, subset }: Shape, most: number): Enclosure[] {
  const row = [EXACTLY_ONE];
  for (let m = 0; m < most; m += 1) {
    const grown = product(row[m]!, enclosed((n - m) * (cells - subset)));
    row.push(quotient(grown, enclosed((m + 1) * subset)));
  }
  return row;
}

/** max X / min X over all sets of missing units; those that no pattern lists have x = 1. */
function recordRatio({ classes, patterns }: Block, densities: readonly Enclosure[]): Scaled {
  const largest = densities.reduce((largest, { high }) => larger(largest, high), ONE);
  const orbits = classes.reduce((orbits, { length }) => orbits * (length + 1), 1);
  if (orbits !== patterns.length) return largest;
  const [first, ...rest] = densities.map(({ low }) => low);
  return over(
    largest,
    rest.reduce((least, low) => (isLess(low, least) ? low : least), first!),
    true,
  );
}

/** Per class, (1 − f)(D − d) / (f·d) or its inverse, whichever is larger, with f = P(the unit misses). */
function columnRatios({ classes, patterns, uniform }: Block, own: readonly Shape[]): Scaled[] {
  const changed = classes.map(() => 0n);
  for (const { changes, weight } of patterns)
    for (const [class_, count] of changes) changed[class_]! += weight * BigInt(count);
  return classes.map(({ length }, class_) => {
    const [n, cells, subset] = [BigInt(length), BigInt(own[class_]!.cells), BigInt(own[class_]!.subset)];
    const held = uniform * n * subset + cells * ((WHOLE - uniform) * n - changed[class_]!);
    const missed = uniform * n * (cells - subset) + cells * changed[class_]!;
    return spread(enclosed(held * (cells - subset)), enclosed(missed * subset));
  });
}

/**
 * Per class, the largest ratio between X_S and X_{S∪u} for u in the class. Where only one of the two is listed it is the density
 * of that one: of those from the largest on the first with such a neighbour counts.
 */
function attributeRatios({ classes, patterns }: Block, densities: readonly Enclosure[]): Scaled[] {
  const places = new Map(patterns.map(({ changes }, place) => [changes.join(), place]));
  /** The pattern that has another count of a class. */
  const withCount = (changes: Changes, class_: number, count: number): number | undefined => {
    const others = changes.filter(([of]) => of !== class_);
    if (count > 0) others.splice(others.filter(([of]) => of < class_).length, 0, [class_, count]);
    return places.get(others.join());
  };
  const ratios = classes.map(() => ONE);
  patterns.forEach(({ changes }, place) => {
    for (const [class_, count] of changes) {
      const fewer = withCount(changes, class_, count - 1);
      if (fewer !== undefined) ratios[class_] = larger(ratios[class_]!, spread(densities[place]!, densities[fewer]!));
    }
  });
  const descending = densities.map(({ high }, place) => ({ high, place }));
  descending.sort((one, other) => (isLess(one.high, other.high) ? 1 : -1));
  return classes.map(({ length }, class_) => {
    const isUnlisted = (changes: Changes, count: number) =>
      count >= 0 && count <= length && withCount(changes, class_, count) === undefined;
    for (const { high, place } of descending) {
      if (!isLess(ratios[class_]!, high)) break;
      const { changes } = patterns[place]!;
      const count = countOf(changes, class_);
      if (isUnlisted(changes, count - 1) || isUnlisted(changes, count + 1)) return high;
    }
    return ratios[class_]!;
  });
}

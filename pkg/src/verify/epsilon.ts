/**
 * Computes the three kinds of ε of a law from its integers alone, as likelihood ratios rounded up [Mathematics, §2, §10], like
 * `src/law/epsilon.rs`.
 */

import type { Block, Changes } from "./document.js";
import { attributesOf, type Form, type Law, poolOf, type Unit } from "./forms.js";
import { WHOLE } from "./law.js";
import {
  type Enclosure,
  EXACTLY_ONE,
  enclosed,
  isLess,
  larger,
  ln,
  log2,
  ONE,
  over,
  product,
  quotient,
  type Scaled,
  spread,
  sum,
  times,
} from "./scaled.js";

/** Record ε, then column ε and attribute ε of every attribute. */
export type Levels = readonly [record: number, ...pairs: number[]];

/**
 * Computes upper bounds of the ε of a law: no attribute ε exceeds the record ε, and no column ε its attribute ε. The attribute ε
 * of a question covers it together with those of `joint`. Awaits `turn` before every block.
 */
export async function levelsOf(law: Law, joint: readonly ReadonlySet<number>[], turn: () => unknown): Promise<Levels> {
  const columns = law.sizes.map(() => 0);
  const attributes = law.sizes.map(() => 0);
  // All choices of a question that takes several, and all items of a ranking, share one set.
  const several = [...new Set(joint)].filter(({ size }) => size > 1);
  const most = several.map(() => ONE);
  let record = ONE;
  for (const form of law.forms) {
    let ofForm = ONE;
    const together = several.map(() => ONE);
    for (const block of form.blocks) {
      await turn();
      const units = block.units.map((unit) => form.units[unit]!);
      const ratios = ratiosOf(block, units);
      ofForm = times(ofForm, ratios.record).high;
      several.forEach((own, i) => {
        const ratio = jointRatio(own, block, form, units, ratios);
        together[i] = times(together[i]!, ratio).high;
      });
      block.classes.forEach((positions, class_) => {
        const [column, attribute] = [ln(ratios.columns[class_]!), ln(ratios.attributes[class_]!)];
        const held = attributesOf(positions.map((position) => units[position]!));
        for (const i of held.flatMap((i) => poolOf(form, i))) {
          columns[i] = Math.max(columns[i]!, column);
          attributes[i] = Math.max(attributes[i]!, attribute);
        }
      });
    }
    record = larger(record, ofForm);
    together.forEach((ratio, i) => {
      most[i] = larger(most[i]!, ratio);
    });
  }
  const whole = ln(record);
  const pairs = joint.flatMap((own, i) => {
    const at = several.indexOf(own);
    const kept = Math.min(at < 0 ? attributes[i]! : ln(most[at]!), whole);
    return [Math.min(columns[i]!, kept), kept];
  });
  return [whole, ...pairs];
}

interface Ratios {
  readonly densities: readonly Enclosure[];
  readonly record: Scaled;
  /** The ratio of column ε for every class. */
  readonly columns: readonly Scaled[];
  readonly attributes: readonly Scaled[];
}

/** The ratios of a block of these units. */
function ratiosOf(block: Block, units: readonly Unit[]): Ratios {
  const own = block.classes.map(([first]) => units[first!]!);
  const densities = densitiesOf(block, own, units);
  return {
    densities,
    record: recordRatio(block, densities),
    columns: columnRatios(block, own),
    attributes: attributeRatios(block, densities),
  };
}

/** The density x_m = 1 + P·v_m / (T_m·w) of every pattern, with P = ∏ D/d. */
function densitiesOf(block: Block, own: readonly Unit[], units: readonly Unit[]): Enclosure[] {
  const records = units.reduce(
    (all, { cells, subset_size }) => product(all, quotient(enclosed(cells), enclosed(subset_size))),
    EXACTLY_ONE,
  );
  const scale = quotient(records, enclosed(block.uniform));
  const rows = block.classes.map(({ length }, class_) => orbitSizes(length, own[class_]!));
  return block.patterns.map(({ changes, weight }) => {
    if (weight === 0n) return EXACTLY_ONE;
    const orbit = changes.reduce((all, [class_, count]) => product(all, rows[class_]![count]!), EXACTLY_ONE);
    return sum(EXACTLY_ONE, quotient(product(scale, enclosed(weight)), orbit));
  });
}

function countOf(changes: Changes, class_: number): number {
  return changes.find(([of]) => of === class_)?.[1] ?? 0;
}

/** The orbit sizes C(n, m)((D − d)/d)^m for m = 0 … n, each computed from the one before. */
function orbitSizes(n: number, { cells, subset_size: subset }: Unit): Enclosure[] {
  const row = [EXACTLY_ONE];
  for (let m = 0; m < n; m += 1) {
    const grown = product(row[m]!, enclosed((n - m) * (cells - subset)));
    row.push(quotient(grown, enclosed((m + 1) * subset)));
  }
  return row;
}

/** The ratio max X / min X over all sets of missing units; sets that no pattern lists have x = 1. */
function recordRatio({ classes, patterns }: Block, densities: readonly Enclosure[]): Scaled {
  const largest = densities.reduce((largest, { high }) => larger(largest, high), ONE);
  const orbits = classes.reduce((orbits, { length }) => orbits * (length + 1), 1);
  if (orbits !== patterns.length) return largest;
  return over(largest, leastOf(densities)).high;
}

function leastOf(densities: readonly Enclosure[]): Scaled {
  return densities.map(({ low }) => low).reduce((least, low) => (isLess(low, least) ? low : least));
}

/** The most patterns of a block that are compared with each other. */
const MOST_COMPARED = 4096;

/**
 * An upper bound of the largest ratio between X_S and X_T where S and T differ by units that hold one of these questions; what is
 * not listed has density 1, and no density is below 1. Any units that take from a pool may hold those that it has of them.
 */
function jointRatio(
  questions: ReadonlySet<number>,
  { classes, patterns }: Block,
  form: Form,
  units: readonly Unit[],
  { densities, record }: Ratios,
): Scaled {
  const isPooled = (question: number) => poolOf(form, question).length > 1;
  const pooled = [...questions].filter(isPooled).length;
  const touched = classes.map((positions) => {
    const held = positions.map((position) => units[position]!.attributes);
    const others = held.filter((own) => !own.some((i) => questions.has(i) && !isPooled(i)));
    const perhaps = others.filter((own) => own.some((i) => poolOf(form, i).some((each) => questions.has(each))));
    return held.length - others.length + Math.min(pooled, perhaps.length);
  });
  if (touched.every((most) => most === 0)) return ONE;
  if (patterns.length > MOST_COMPARED) return record;
  const counts = patterns.map(({ changes }) => classes.map((_, class_) => countOf(changes, class_)));
  let ratio = ONE;
  densities.forEach(({ high }, place) => {
    if (!isLess(ratio, high)) return;
    const own = counts[place]!;
    const near = densities.filter((_, other) =>
      touched.every((most, class_) => Math.abs(own[class_]! - counts[other]![class_]!) <= most),
    );
    const all = touched.reduce((product, most, class_) => {
      const [n, m] = [classes[class_]!.length, own[class_]!];
      return product * (Math.min(n, m + most) - Math.max(0, m - most) + 1);
    }, 1);
    ratio = larger(ratio, over(high, near.length < all ? ONE : leastOf(near)).high);
  });
  return ratio;
}

/** For every class, the larger of (1 − f)(D − d) / (f·d) and its inverse, with f = P(the unit misses). */
function columnRatios(block: Block, own: readonly Unit[]): Scaled[] {
  const { classes, uniform } = block;
  const changed = changedOf(block);
  return classes.map(({ length }, class_) => {
    const [n, cells, subset] = [BigInt(length), BigInt(own[class_]!.cells), BigInt(own[class_]!.subset_size)];
    const held = uniform * n * subset + cells * ((WHOLE - uniform) * n - changed[class_]!);
    const missed = uniform * n * (cells - subset) + cells * changed[class_]!;
    return spread(enclosed(held * (cells - subset)), enclosed(missed * subset));
  });
}

/** For every class of a block, the sum over its patterns of the weight times the number of misses. */
export function changedOf({ classes, patterns }: Block): readonly bigint[] {
  const changed = classes.map(() => 0n);
  for (const { changes, weight } of patterns)
    for (const [class_, count] of changes) changed[class_]! += count === 1 ? weight : weight * BigInt(count);
  return changed;
}

/**
 * For every class, the largest ratio between X_S and X_{S∪u} for u in the class. Where only one of the two is listed, the ratio
 * is its density: the search goes from the largest density down to the first with such a neighbour.
 */
function attributeRatios({ classes, patterns }: Block, densities: readonly Enclosure[]): Scaled[] {
  let orbits = 1n;
  /** By how much one more unit of a class raises the number of a pattern among all orbits. */
  const steps = classes.map(({ length }) => {
    const step = orbits;
    orbits *= BigInt(length + 1);
    return step;
  });
  const numbers = patterns.map(({ changes }) =>
    changes.reduce((number, [class_, count]) => number + steps[class_]! * BigInt(count), 0n),
  );
  const places = new Map(numbers.map((number, place) => [number, place]));
  const ratios = classes.map(() => ONE);
  const sizes = densities.map(({ high }) => log2(high));
  patterns.forEach(({ changes }, place) => {
    for (const [class_] of changes) {
      const fewer = places.get(numbers[place]! - steps[class_]!);
      // Most ratios are far below the largest so far; logarithms show that without a division.
      if (fewer !== undefined && Math.abs(sizes[place]! - sizes[fewer]!) > log2(ratios[class_]!) - 2 ** -20)
        ratios[class_] = larger(ratios[class_]!, spread(densities[place]!, densities[fewer]!));
    }
  });
  const descending = densities.map(({ high }, place) => ({ high, place }));
  descending.sort((one, other) => (isLess(one.high, other.high) ? 1 : -1));
  return classes.map(({ length }, class_) => {
    const step = steps[class_]!;
    for (const { high, place } of descending) {
      if (!isLess(ratios[class_]!, high)) break;
      const count = countOf(patterns[place]!.changes, class_);
      if (count > 0 && !places.has(numbers[place]! - step)) return high;
      if (count < length && !places.has(numbers[place]! + step)) return high;
    }
    return ratios[class_]!;
  });
}

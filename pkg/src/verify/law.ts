import { CandorError } from "../common/errors.js";
import type { PlanUnit } from "../common/types.js";
import { type Block, type Changes, type Document, invalid, type Pattern } from "./document.js";
import { unitsOf, waysOf } from "./forms.js";

/** The sum of the weights of every block, and of the weights of all forms. */
export const WHOLE = 1n << 64n;

/** The most labels of a law, so that a number below 2³² can name each. */
const MOST_LABELS = 2 ** 31;

/** The most cells of a unit that has several attributes or reports more than one cell. */
const MOST_CELLS = 4096;

/** The shape of a unit: it reports `subset` of its `cells`. */
export interface Shape {
  readonly cells: number;
  readonly subset: number;
}

/** A form in which the units and pools that its document leaves out are filled in. */
export interface Form {
  readonly blocks: readonly Block[];
  readonly exchange: readonly (readonly number[])[];
  readonly units: readonly PlanUnit[];
  readonly weight: bigint;
}

/** A law: its forms, and the shapes of their units. */
export interface Law {
  readonly sizes: readonly number[];
  readonly forms: readonly Form[];
  readonly shapes: readonly (readonly Shape[])[];
  /** The number of labels of every form. */
  readonly ways: readonly number[];
  /** The number of labels of all forms. */
  readonly labels: number;
}

/**
 * Checks the forms of a plan in the same order as `src/law`, and makes their law. A weight beyond 2⁶⁴ shows in the sum of
 * weights.
 */
export function lawOf(sizes: readonly number[], written: Document["forms"]): Law {
  for (const { blocks } of written) for (const block of blocks) checkBlock(block);
  const forms = written.map((form) => ({
    ...form,
    exchange: form.exchange ?? [],
    units: unitsOf(form, sizes.length),
  }));
  if (sum(forms.map(({ weight }) => weight)) !== WHOLE || forms.some(({ weight }) => weight === 0n))
    throw new CandorError("weight-sum", "weights of forms must be at least 1 and sum to 2^64");
  const shapes = forms.map((form) => shapesOf(form, sizes));
  const asked = met(sizes.length, "attribute", "form");
  for (const { exchange, units } of forms)
    for (const attribute of [...units.flatMap(({ attributes }) => attributes), ...exchange.flat()])
      asked.again(attribute);
  asked.all();
  const ways = forms.map((form) => waysOf(form, sizes.length));
  const labels = ways.reduce((sum, ways) => sum + ways, 0);
  if (labels > MOST_LABELS) throw invalid(`a law may have at most ${MOST_LABELS} labels`);
  return { sizes, forms, shapes, ways, labels };
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((sum, weight) => sum + weight, 0n);
}

/** Checks that classes partition the units, patterns are sorted, and weights sum to 2⁶⁴. */
function checkBlock({ classes, patterns, uniform, units }: Block): void {
  const positions = met(units.length, "position", "class");
  for (const position of classes.flat()) positions.once(position);
  if (units.length === 0 || classes.some(({ length }) => length === 0))
    throw invalid("a block needs at least 1 unit, and each of its classes at least 1");
  positions.all();
  for (const pattern of patterns) checkChanges(pattern, classes);
  if (patterns.some(({ changes }, i) => i > 0 && !precedes(patterns[i - 1]!.changes, changes)))
    throw invalid("patterns of a block must ascend by their changes");
  if (uniform === 0n) throw new CandorError("weight-sum", "uniform is 0; it must be at least 1");
  const excess = sum(patterns.map(({ weight }) => weight));
  if (uniform + excess !== WHOLE) {
    const message = `weights of a block must sum to 2^64: uniform ${uniform} + ${excess}`;
    throw new CandorError("weight-sum", message);
  }
}

function checkChanges({ changes, weight }: Pattern, classes: Block["classes"]): void {
  const fits = ([class_, count]: Changes[number], i: number) =>
    (i === 0 || changes[i - 1]![0] < class_) && count >= 1 && count <= (classes[class_]?.length ?? 0);
  if (changes.every(fits)) return;
  const rule = "must list ascending classes of its block, each with 1 to all of it";
  throw invalid(`a pattern of weight ${weight} ${rule}`);
}

/** Whether one list of changes comes before the other in lexicographic order. */
function precedes(one: Changes, other: Changes): boolean {
  for (const [i, [class_, count]] of one.entries()) {
    const [otherClass, otherCount] = other[i] ?? [-1, 0];
    if (class_ !== otherClass) return class_ < otherClass;
    if (count !== otherCount) return count < otherCount;
  }
  return one.length < other.length;
}

/** Checks a form over attributes of these sizes, and returns the shapes of its units. */
function shapesOf({ blocks, exchange, units }: Form, sizes: readonly number[]): Shape[] {
  const asked = met(sizes.length, "attribute", "unit");
  for (const attribute of units.flatMap(({ attributes }) => attributes)) asked.once(attribute);
  if (units.length === 0 || units.some(({ attributes }) => attributes.length === 0))
    throw invalid("a form needs at least 1 unit, and a unit at least 1 attribute");
  const shapes = units.map(({ attributes, subset_size }) => shapeOf(attributes, subset_size, sizes));
  checkExchange(exchange, sizes, asked.has);
  const covered = met(shapes.length, "unit", "block");
  for (const block of blocks) {
    for (const unit of block.units) covered.once(unit);
    for (const positions of block.classes)
      checkClass(
        positions.map((position) => block.units[position]!),
        shapes,
      );
  }
  covered.all();
  return shapes;
}

function shapeOf(attributes: readonly number[], subset: number, sizes: readonly number[]): Shape {
  const cells = attributes.reduce((cells, attribute) => cells * sizes[attribute]!, 1);
  const plain = attributes.length === 1 && subset === 1;
  if (!plain && cells > MOST_CELLS) throw invalid(`a unit may have at most ${MOST_CELLS} cells`);
  if (subset === 0 || subset >= cells) throw invalid(`a unit of ${cells} cells cannot report ${subset}`);
  return { cells, subset };
}

function checkClass(units: readonly number[], shapes: readonly Shape[]): void {
  const { cells, subset } = shapes[units[0]!]!;
  const odd = units.find((unit) => shapes[unit]!.cells !== cells || shapes[unit]!.subset !== subset);
  if (odd !== undefined) throw invalid(`unit ${odd} is in a class of units with ${subset} of ${cells} cells`);
}

/** Checks that pools are disjoint, that the attributes of each have one size, and that the form takes the first of each. */
function checkExchange(
  pools: Form["exchange"],
  sizes: readonly number[],
  isAsked: (attribute: number) => boolean,
): void {
  const pooled = met(sizes.length, "attribute", "pool");
  for (const pool of pools) {
    const taken = pool.filter(isAsked).length;
    let asWritten = taken > 0;
    for (const [place, attribute] of pool.entries()) {
      pooled.once(attribute);
      if (sizes[attribute] !== sizes[pool[0]!])
        throw invalid(`attribute ${attribute} is of another size than others of its pool`);
      asWritten &&= (place === 0 || pool[place - 1]! < attribute) && (place >= taken || isAsked(attribute));
    }
    if (!asWritten) throw invalid("a form names the first attributes of each pool, which ascend");
  }
}

/** Keeps track of numbered items, each of which must be in exactly one, or at least one, of some containers. */
function met(count: number, what: string, within: string) {
  const known = new Set<number>();
  return {
    has: (place: number): boolean => known.has(place),
    again: (place: number): void => void known.add(place),
    once(place: number): void {
      if (place >= count) throw invalid(`${within} names ${what} ${place} of ${count}`);
      if (known.size === known.add(place).size) throw invalid(`${what} ${place} is in two: ${within}`);
    },
    all(): void {
      for (let place = 0; place < count; place += 1)
        if (!known.has(place)) throw invalid(`${what} ${place} is in no ${within}`);
    },
  };
}

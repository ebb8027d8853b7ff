import { CandorError } from "../common/errors.js";
import type { PlanUnit } from "../common/types.js";
import { type Block, type Changes, type Document, invalid, type Pattern } from "./document.js";
import { asked, attributesOf, type Form, type Law, type RoundedScore, type Unit, waysOf } from "./forms.js";
import { ascend } from "./schema.js";

/** The sum of the weights of every block, and of the weights of all forms. */
export const WHOLE = 1n << 64n;

/** The most labels of a law, so that a number below 2³² can name each. */
const MOST_LABELS = 2 ** 31;

/** The most cells of a unit that has several attributes or reports more than one cell. */
const MOST_CELLS = 4096;

/** The most steps of a score. */
const MOST_STEPS = 65_535;

/**
 * Checks the rounded scores and the forms of a plan over attributes of these sizes, in the same order as `src/law`, and makes
 * their law. A weight beyond 2⁶⁴ shows in the sum of weights.
 */
export function lawOf(attributes: readonly number[], { forms: written, scores: all = [] }: Document): Law {
  const scores = all.flatMap(({ attributes, rounded }) => (rounded ? [{ attributes, ...rounded }] : []));
  const sizes = [...attributes, ...scores.map(sizeOf)];
  for (const { blocks } of written) for (const block of blocks) checkBlock(block);
  if (sum(written.map(({ weight }) => weight)) !== WHOLE || written.some(({ weight }) => weight === 0n))
    throw new CandorError("weight-sum", "weights of forms must be at least 1 and sum to 2^64");
  const forms = written.map((form) => formOf(form, sizes));
  const units = forms.flatMap(({ exchange, units }) => [...units, ...exchange.map((attributes) => ({ attributes }))]);
  checkPlaces(asked({ scores, sizes }, units), sizes.length, "attribute", "form");
  const labels = forms.reduce((sum, { ways }) => sum + ways, 0);
  if (labels > MOST_LABELS) throw invalid(`a law may have at most ${MOST_LABELS} labels`);
  return { forms, labels, scores, sizes };
}

/** The number of categories of a rounded score, whose levels it checks: the levels, and "no score" if there may be none. */
function sizeOf({ levels, steps }: RoundedScore): number {
  const most = steps.reduce((sum, own) => sum + own.reduce<number>((most, step = 0) => Math.max(most, step), 0), 0);
  if (levels.length < 2 || levels[0] !== 0 || !ascend(levels) || levels.at(-1) !== most || most > MOST_STEPS)
    throw invalid(`levels of a score must ascend from 0 to its most steps, ${most}, at most ${MOST_STEPS}`);
  return levels.length + Number(steps.flat().includes(undefined));
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((sum, weight) => sum + weight, 0n);
}

/** Checks that classes partition the units, patterns are sorted, and weights sum to 2⁶⁴. */
function checkBlock({ classes, patterns, uniform, units }: Block): void {
  if (units.length === 0 || classes.some(({ length }) => length === 0))
    throw invalid("a block needs units, and each of its classes, too");
  checkPlaces(classes.flat(), units.length, "position", "class");
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
  const [numbers, others] = [one.flat(), other.flat()];
  const i = numbers.findIndex((number, i) => number !== others[i]);
  return i < 0 ? numbers.length < others.length : numbers[i]! < others[i]!;
}

/** Checks a form over attributes of these sizes, and fills in what its document leaves out. */
function formOf({ units: own, exchange = [], ...form }: Document["forms"][number], sizes: readonly number[]): Form {
  const written = own ?? sizes.map((_, i) => ({ attributes: [i], subset_size: 1 }));
  const asked = checkPlaces(attributesOf(written), sizes.length, "attribute", "unit", false);
  if (written.length === 0 || written.some(({ attributes }) => attributes.length === 0))
    throw invalid("a form needs units, and each of them attributes");
  const units = written.map((unit) => unitOf(unit, sizes));
  checkExchange(exchange, sizes, asked);
  checkPlaces(
    form.blocks.flatMap(({ units }) => units),
    units.length,
    "unit",
    "block",
  );
  for (const { classes, units: own } of form.blocks)
    for (const positions of classes) checkClass(positions.map((position) => units[own[position]!]!));
  return { ...form, exchange, units, ways: waysOf({ exchange, units }) };
}

function unitOf(unit: PlanUnit, sizes: readonly number[]): Unit {
  const { attributes, subset_size } = unit;
  const cells = attributes.reduce((cells, attribute) => cells * sizes[attribute]!, 1);
  const plain = attributes.length === 1 && subset_size === 1;
  if (!plain && cells > MOST_CELLS) throw invalid(`a unit may have at most ${MOST_CELLS} cells`);
  if (subset_size === 0 || subset_size >= cells) throw invalid(`a unit of ${cells} cells cannot report ${subset_size}`);
  return { ...unit, cells };
}

function checkClass(units: readonly Unit[]): void {
  const { cells, subset_size } = units[0]!;
  if (units.some((unit) => unit.cells !== cells || unit.subset_size !== subset_size))
    throw invalid(`a class has units with ${subset_size} of ${cells} cells, and others`);
}

/** Checks that pools are disjoint, that the attributes of each have one size, and that the form takes the first of each. */
function checkExchange(pools: Form["exchange"], sizes: readonly number[], asked: ReadonlySet<number>): void {
  checkPlaces(pools.flat(), sizes.length, "attribute", "pool", false);
  for (const pool of pools) {
    const odd = pool.find((attribute) => sizes[attribute] !== sizes[pool[0]!]);
    if (odd !== undefined) throw invalid(`attribute ${odd} is of another size than others of its pool`);
    const taken = pool.filter((attribute) => asked.has(attribute));
    if (taken.length === 0 || !ascend(pool) || taken.some((attribute, place) => attribute !== pool[place]))
      throw invalid("a form names the first attributes of each pool, which ascend");
  }
}

/** Checks that each of some numbered items is in one of some containers, and at most once; returns those that are. */
function checkPlaces(
  places: Iterable<number>,
  count: number,
  what: string,
  within: string,
  all = true,
): ReadonlySet<number> {
  const known = new Set<number>();
  for (const place of places) {
    if (place >= count) throw invalid(`${within} names ${what} ${place} of ${count}`);
    if (known.size === known.add(place).size) throw invalid(`${what} ${place} is in two: ${within}`);
  }
  if (all && known.size < count) throw invalid(`a ${what} is in no ${within}`);
  return known;
}

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
  const sizes = [...attributes, ...scores.map((score) => sizeOf(score, attributes))];
  for (const { blocks } of written) for (const block of blocks) checkBlock(block);
  checkWeights(
    "forms",
    written.map(({ weight }) => weight),
  );
  const forms = written.map((form) => formOf(form, sizes));
  const units = forms.flatMap(({ exchange, units }) => [...units, ...exchange.map((attributes) => ({ attributes }))]);
  checkPlaces(asked({ scores, sizes }, units), sizes.length, "attribute", "form");
  const labels = forms.reduce((sum, { ways }) => sum + ways, 0);
  if (labels > MOST_LABELS) throw invalid(`a law may have at most ${MOST_LABELS} labels`);
  return { forms, labels, scores, sizes };
}

/** The number of categories of a rounded score, which it checks: its levels, and "no score" if there may be none. */
function sizeOf({ attributes, levels, steps }: RoundedScore, sizes: readonly number[]): number {
  if (`${steps.map(({ length }) => length)}` !== `${attributes.map((attribute) => sizes[attribute])}`)
    throw new CandorError("invalid-score", "a score needs steps for each category of its attributes");
  const most = steps.reduce((sum, own) => sum + own.reduce<number>((most, step = 0) => Math.max(most, step), 0), 0);
  if (levels[0] === 0 && ascend(levels) && levels.at(-1) === most && most <= MOST_STEPS)
    return levels.length + Number(steps.flat().includes(undefined));
  throw invalid(`levels must ascend from 0 to the most steps, ${most} of ${MOST_STEPS}`);
}

/** Checks that classes partition the units, patterns are sorted, and weights sum to 2⁶⁴. */
function checkBlock({ classes, patterns, uniform, units }: Block): void {
  checkFilled([units, ...classes]);
  checkPlaces(classes.flat(), units.length, "position", "class");
  const fits = ({ changes }: Pattern, i: number) =>
    changes.every(([class_, count]) => count >= 1 && count <= (classes[class_]?.length ?? 0)) &&
    ascend(changes.map(([class_]) => class_)) &&
    (i === 0 || precedes(patterns[i - 1]!.changes, changes));
  if (!patterns.every(fits))
    throw invalid("patterns of a block, and their changes, must ascend; each changes 1 to all units of a class");
  checkWeights(
    "a block",
    [uniform],
    patterns.map(({ weight }) => weight),
  );
}

/** Checks that weights sum to 2⁶⁴, and that the first ones are positive. */
function checkWeights(of: string, positive: readonly bigint[], others: readonly bigint[] = []): void {
  const sum = [...positive, ...others].reduce((sum, weight) => sum + weight, 0n);
  if (sum === WHOLE && !positive.includes(0n)) return;
  throw new CandorError("weight-sum", `weights of ${of} sum to ${sum} in place of 2^64, or one is 0`);
}

/** Whether one list of changes comes before the other in lexicographic order. */
function precedes(one: Changes, other: Changes): boolean {
  const [numbers, others] = [one.flat(), other.flat()];
  const i = numbers.findIndex((number, i) => number !== others[i]);
  return i < 0 ? numbers.length < others.length : numbers[i]! < others[i]!;
}

/** Checks a form over columns of these sizes, and fills in what its document leaves out. */
function formOf({ units: own, exchange = [], ...form }: Document["forms"][number], sizes: readonly number[]): Form {
  const written = own ?? sizes.map((_, i) => ({ attributes: [i], subset_size: 1 }));
  const asked = checkPlaces(attributesOf(written), sizes.length, "attribute", "unit", false);
  checkFilled([written, ...written.map(({ attributes }) => attributes)]);
  const units = written.map((unit) => unitOf(unit, sizes));
  checkExchange(exchange, sizes, asked);
  const held = form.blocks.flatMap(({ units }) => units);
  checkPlaces(held, units.length, "unit", "block");
  for (const { classes, units: own } of form.blocks)
    for (const positions of classes) checkClass(positions.map((position) => units[own[position]!]!));
  return { ...form, exchange, units, ways: waysOf({ exchange, units }) };
}

function checkFilled(lists: readonly (readonly unknown[])[]): void {
  if (lists.some(({ length }) => length === 0))
    throw invalid("a block or form, or one of its classes or units, is empty");
}

function unitOf(unit: PlanUnit, sizes: readonly number[]): Unit {
  const { attributes, subset_size } = unit;
  const cells = attributes.reduce((cells, attribute) => cells * sizes[attribute]!, 1);
  const plain = attributes.length === 1 && subset_size === 1;
  if ((plain || cells <= MOST_CELLS) && subset_size > 0 && subset_size < cells) return { ...unit, cells };
  throw invalid(`a unit of ${cells} of ${MOST_CELLS} cells cannot report ${subset_size}`);
}

function checkClass(units: readonly Unit[]): void {
  const { cells, subset_size } = units[0]!;
  if (units.some((unit) => unit.cells !== cells || unit.subset_size !== subset_size))
    throw invalid(`a class has units with ${subset_size} of ${cells} cells, and others`);
}

/** Checks that pools are disjoint, that the columns of each have one size, and that the form takes the first of each. */
function checkExchange(pools: Form["exchange"], sizes: readonly number[], asked: ReadonlySet<number>): void {
  checkPlaces(pools.flat(), sizes.length, "attribute", "pool", false);
  const fits = (pool: readonly number[]) => {
    const taken = pool.filter((attribute) => asked.has(attribute));
    return (
      taken.length > 0 &&
      ascend(pool) &&
      taken.every((attribute, place) => attribute === pool[place]) &&
      pool.every((attribute) => sizes[attribute] === sizes[pool[0]!])
    );
  };
  if (!pools.every(fits))
    throw invalid("a form names the first attributes of each pool, which ascend and are of one size");
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
  for (const place of places)
    if (place >= count || known.size === known.add(place).size)
      throw invalid(`${what} ${place} is none of ${count}, or in more than one ${within}`);
  if (all && known.size < count) throw invalid(`a ${what} is in no ${within}`);
  return known;
}

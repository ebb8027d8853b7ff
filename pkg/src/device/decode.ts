import { CandorError } from "../common/errors.js";
import type { Attribute, Combination, PlanScore, Report, Told, ToldUnit } from "../common/types.js";
import { asked, drawn, type Law, type Unit, widthOf } from "../verify/forms.js";

/** A question or a rounded score, with what it shows of its categories. */
interface Column {
  readonly name: string;
  readonly categories: readonly { readonly label: string }[];
}

/** Decodes the numbers of a report under a plan's law, like `reported` of the Rust crate. */
export function decode(
  law: Law,
  attributes: readonly Attribute[],
  scores: readonly PlanScore[],
  { perturbed }: Report,
): Told {
  const { labels } = law;
  const [label, numbers] = labels > 1 ? [perturbed[0]!, perturbed.slice(1)] : [0, perturbed];
  const form = drawn(law, label);
  if (form === undefined) throw misfit(`its label is none of ${labels}`);
  const { units } = form;
  const expected = units.reduce((sum, unit) => sum + widthOf(unit), 0);
  if (numbers.length !== expected) throw misfit(`its form has ${expected} numbers`);
  const used = asked(law, units);
  const columns = [...attributes, ...scores.flatMap(columnOf)];
  let read = 0;
  const toldOf = (unit: Unit) => {
    const from = read;
    read += widthOf(unit);
    return unitTold(unit, columns, numbers.slice(from, read));
  };
  return Object.freeze({
    units: Object.freeze(units.map(toldOf)),
    unused: Object.freeze(attributes.flatMap(({ name }, i) => (used.has(i) ? [] : [name]))),
  });
}

/** The column of a score, if devices round it: its levels as scores, and what says that there is none. */
function columnOf({ attributes, codes, name, rounded }: PlanScore): readonly Column[] {
  if (!rounded) return [];
  const { levels, steps } = rounded;
  const ascending = [...codes].sort((one, other) => one - other);
  const least = ascending[0]!;
  const range = ascending.at(-1)! - least;
  const categories = levels.map((level) => {
    const score = attributes.length * (least + (range * level) / levels.at(-1)!);
    return { label: `${Math.round(score * 1e9) / 1e9}` };
  });
  if (steps.flat().includes(null)) categories.push({ label: "no score" });
  return [{ name, categories }];
}

function unitTold(unit: Unit, columns: readonly Column[], numbers: readonly number[]): ToldUnit {
  const own = unit.attributes.map((i) => columns[i]!);
  const { cells, subset_size } = unit;
  const held = subset_size === 1 ? cellOf(numbers[0]!, cells, own) : subsetOf(unit, numbers);
  return Object.freeze({
    attributes: Object.freeze(own.map(({ name }) => name)),
    of: cells,
    named: Object.freeze(held.map((cell) => combination(cell, own))),
  });
}

function cellOf(cell: number, cells: number, [first]: readonly Column[]): readonly number[] {
  if (Number.isInteger(cell) && cell >= 0 && cell < cells) return [cell];
  throw new CandorError(
    "category-out-of-range",
    `the category of attribute "${first!.name}" is out of range: it has ${cells}`,
  );
}

/** The cells whose bits are set; the first number holds the first 32. */
function subsetOf({ cells, subset_size }: Unit, numbers: readonly number[]): readonly number[] {
  const bits = Array.from({ length: 32 * numbers.length }, (_, cell) => cell);
  const held = bits.filter((cell) => (numbers[cell >> 5]! >> (cell & 31)) & 1);
  if (numbers.every((number) => number >>> 0 === number) && held.length === subset_size && held.at(-1)! < cells)
    return held;
  throw misfit(`one of its subsets is none of ${subset_size} of ${cells} cells`);
}

/** Splits a cell into a category of each column, the last one fastest. */
function combination(cell: number, own: readonly Column[]): Combination {
  const categories: number[] = [];
  own.reduceRight((rest, { categories: { length } }, i) => {
    categories[i] = rest % length;
    return Math.floor(rest / length);
  }, cell);
  const labels = own.map((attribute, i) => attribute.categories[categories[i]!]!.label);
  return Object.freeze({ categories: Object.freeze(categories), labels: Object.freeze(labels) });
}

function misfit(rule: string): CandorError {
  return new CandorError("invalid-report", `not a report: ${rule}`);
}

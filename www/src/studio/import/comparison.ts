/** Comparisons of answers to earlier questions: with a value, or of a number with an edge of its ranges. */

import { rangesBetween } from "../document/bins";
import { type Earlier, has, not, type Wanted } from "./condition";
import { type Expression, expressionIn } from "./expression";
import { above } from "./number";

type Comparison = Extract<Expression, { readonly kind: "comparison" }>;
type Bins = readonly (number | null)[];

/** What a name in an expression stands for. */
export interface Variable {
  /** The name of the attribute; that of an item where the answer is the item of a place. */
  readonly name: string | ((answer: string) => string);
  /** The bins of a number. */
  readonly bins?: Bins | undefined;
  /** The value of its document that an answer has in the expression. */
  valueOf(answer: string): string | undefined;
}

/** The condition that a comparison is; undefined where it is with something else. */
export function comparisonIn(
  { operator, left, right }: Comparison,
  resolve: (name: string) => Variable | undefined,
  earlier: Earlier,
): Wanted | undefined {
  const variable = left.kind === "variable" ? resolve(left.name) : undefined;
  if (variable === undefined || right.kind !== "value") return undefined;
  const { bins } = variable;
  const name = typeof variable.name === "string" ? variable.name : variable.name(right.value);
  if (bins) {
    const values = rangesOf(bins, operator, Number(right.value));
    return values && has(earlier, name, values);
  }
  const value = variable.valueOf(right.value);
  if (value === undefined || !["=", "!="].includes(operator)) return undefined;
  const equal = has(earlier, name, [value]);
  return operator === "=" ? equal : not(earlier, equal);
}

/** The ranges on one side of an edge; undefined where the comparison is with no edge. */
function rangesOf(bins: Bins, operator: string, number: number): readonly string[] | undefined {
  const { operator: side, at } = edgeIn(operator, number);
  const place = bins.indexOf(at);
  if (place < 0 || !isSide(side)) return undefined;
  const ranges = rangesBetween(bins).map(({ value }) => value);
  return side === "<" ? ranges.slice(0, place) : ranges.slice(place);
}

/** An edge between ranges with which a number is compared. */
interface Edge {
  readonly operator: string;
  readonly at: number;
}

/** The edge with which a comparison is, if there is one. Only of whole numbers it can be between 17 and 18. */
export function edgeOf(operator: string, number: number, isWhole: boolean): Edge | undefined {
  const edge = edgeIn(operator, number);
  return isSide(edge.operator) && (isWhole || edge.operator === operator) && Number.isFinite(edge.at)
    ? edge
    : undefined;
}

/** A comparison as one with an edge, of whole numbers: above 17 is from 18 on. */
function edgeIn(operator: string, at: number): Edge {
  if (operator === ">") return { operator: ">=", at: above(at) };
  return operator === "<=" ? { operator: "<", at: above(at) } : { operator, at };
}

function isSide(operator: string): boolean {
  return operator === ">=" || operator === "<";
}

/** Edges of numbers by the names of their questions. */
export type Edges = ReadonlyMap<string, readonly number[]>;

/**
 * The edges with which expressions compare numbers. `number` says whether a name stands for a number, and whether that is whole.
 */
export function edgesIn(
  expressions: readonly string[],
  number: (name: string) => { readonly name: string; readonly whole: boolean } | undefined,
): Edges {
  const edges = new Map<string, number[]>();
  for (const { operator, left, right } of expressions.flatMap((text) => comparisonsIn(expressionIn(text)))) {
    const compared = left.kind === "variable" ? number(left.name) : undefined;
    if (compared === undefined || right.kind !== "value") continue;
    const edge = edgeOf(operator, Number(right.value), compared.whole);
    if (edge) edges.set(compared.name, [...(edges.get(compared.name) ?? []), edge.at]);
  }
  return edges;
}

function comparisonsIn(part: Expression | undefined): readonly Comparison[] {
  switch (part?.kind) {
    case "and":
    case "or":
      return part.parts.flatMap(comparisonsIn);
    case "not":
      return comparisonsIn(part.part);
    case "comparison":
      return [part];
    default:
      return [];
  }
}

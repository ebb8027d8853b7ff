/** Comparisons of answers to earlier questions: with a value, or of a number with an edge of its ranges. */

import { rangesBetween } from "../document/bins";
import { type Earlier, has, not, type Wanted } from "./condition";
import { type Expression, expressionIn, type Operator } from "./expression";
import { above } from "./number";
import type { LeftOut } from "./reasons";

type Comparison = Extract<Expression, { readonly kind: "comparison" }>;
type Bins = readonly (number | null)[];

/** Whether an answer may only be a whole number, or have a fraction as well. Where a file does not say it, numbers are taken as whole ones. */
export type Takes = "whole" | "fractions" | "unsaid";

/** What a name in an expression stands for. */
export interface Variable {
  /** The name of the attribute; that of an item where the answer is the item of a place. */
  readonly name: string | ((answer: string) => string);
  /** The bins of a number, and which it may be. */
  readonly number?: { readonly bins: Bins; readonly takes: Takes } | undefined;
  /** The value of its document that an answer has in the expression. */
  valueOf(answer: string): string | undefined;
}

/** The condition that a comparison is; undefined where it is with something else. */
export function comparisonIn(
  comparison: Comparison,
  resolve: (name: string) => Variable | undefined,
  earlier: Earlier,
): Wanted | undefined {
  const { operator, left, right } = withVariableFirst(comparison);
  const variable = left.kind === "variable" ? resolve(left.name) : undefined;
  if (variable === undefined || right.kind !== "value") return undefined;
  const { number } = variable;
  const name = typeof variable.name === "string" ? variable.name : variable.name(right.value);
  if (number) {
    const values = rangesOf(number.bins, edgeOf(operator, Number(right.value), number.takes));
    return values && has(earlier, name, values);
  }
  const value = variable.valueOf(right.value);
  if (value === undefined || !["=", "!="].includes(operator)) return undefined;
  const equal = has(earlier, name, [value]);
  return operator === "=" ? equal : not(earlier, equal);
}

/** The same comparison with the variable on its left: `age > 17` for `17 < age`. */
function withVariableFirst(comparison: Comparison): Comparison {
  const { operator, left, right } = comparison;
  if (left.kind !== "value" || right.kind !== "variable") return comparison;
  return { ...comparison, operator: mirrored(operator), left: right, right: left };
}

/** The comparison that says the same from right to left. */
export function mirrored(operator: Operator): Operator {
  const from = operator[0];
  if (from !== "<" && from !== ">") return operator;
  return operator.replace(from, from === "<" ? ">" : "<") as Operator;
}

/** The ranges on one side of an edge; undefined where there is none between these bins. */
function rangesOf(bins: Bins, edge: Edge | undefined): readonly string[] | undefined {
  const place = edge ? bins.indexOf(edge.at) : -1;
  if (place < 0) return undefined;
  const ranges = rangesBetween(bins).map(({ value }) => value);
  return edge?.operator === "<" ? ranges.slice(0, place) : ranges.slice(place);
}

/** An edge between ranges with which a number is compared. */
interface Edge {
  readonly operator: Operator;
  readonly at: number;
}

/** The edge with which a comparison is, if there is one. Of numbers with fractions there is none just above 17. */
export function edgeOf(operator: Operator, number: number, takes: Takes): Edge | undefined {
  const edge = edgeIn(operator, number);
  const isRead = edge.operator === operator || takes !== "fractions";
  return isSide(edge.operator) && isRead && Number.isFinite(edge.at) ? edge : undefined;
}

/** A comparison as one with an edge, of whole numbers: above 17 is from 18 on. */
function edgeIn(operator: Operator, at: number): Edge {
  if (operator === ">") return { operator: ">=", at: above(at) };
  return operator === "<=" ? { operator: "<", at: above(at) } : { operator, at };
}

function isSide(operator: Operator): boolean {
  return operator === ">=" || operator === "<";
}

/** Edges of numbers by the names of their questions. */
export type Edges = ReadonlyMap<string, readonly number[]>;

/** What expressions say of numbers. */
export interface Compared {
  readonly edges: Edges;
  /** The comparisons that are with an edge only of whole numbers, where it is not said that a number is whole. */
  readonly leftOut: readonly LeftOut[];
}

/** Finds the edges with which expressions compare numbers. `number` says for which number a name stands, and which numbers it may be. */
export function comparedIn(
  expressions: readonly string[],
  number: (name: string) => { readonly name: string; readonly takes: Takes } | undefined,
): Compared {
  const edges = new Map<string, readonly number[]>();
  const leftOut = new Map<string, LeftOut>();
  const comparisons = expressions.flatMap((text) => comparisonsIn(expressionIn(text)));
  for (const { operator, left, right } of comparisons.map(withVariableFirst)) {
    const compared = left.kind === "variable" ? number(left.name) : undefined;
    if (left.kind !== "variable" || compared === undefined || right.kind !== "value") continue;
    const { name, takes } = compared;
    const edge = edgeOf(operator, Number(right.value), takes);
    if (edge === undefined) continue;
    edges.set(name, [...(edges.get(name) ?? []), edge.at]);
    const said = `${left.name} ${operator} ${right.value}`;
    if (edge.operator !== operator && takes === "unsaid")
      leftOut.set(`${name} ${said}`, { name, why: "whole", said, partly: true });
  }
  return { edges, leftOut: [...leftOut.values()] };
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

/**
 * What the column `constraint` of an XLSForm says: of several choices, how many can be made, and which only alone; of a number, the least and the
 * largest one.
 */

import type { Takes } from "../comparison";
import { type Expression, expressionIn, type Operator } from "../expression";
import { above, bothEnds, type Ends, numberIn } from "../number";

/** Limits of a question with several choices. */
export interface Limits {
  readonly atLeast: number;
  readonly atMost: number;
  /** The choices that exclude the others. */
  readonly alone: ReadonlySet<string>;
}

/** No limits. */
export const UNLIMITED: Limits = { atLeast: 0, atMost: Number.POSITIVE_INFINITY, alone: new Set() };

/** The limits in a constraint; undefined where it says anything else. */
export function limitsIn(constraint: string): Limits | undefined {
  return partsIn(constraint).map(limitIn).reduce(both, UNLIMITED);
}

/** The ends of a number in a constraint such as `. >= 18 and . < 100`; undefined where it says anything else. */
export function endsIn(constraint: string, takes: Takes): Ends | undefined {
  const parts = partsIn(constraint).map((part) => endIn(part, takes));
  return parts.reduce((one, other) => one && other && bothEnds(one, other), {});
}

/** The expressions that all must hold. */
function partsIn(constraint: string): readonly (Expression | undefined)[] {
  if (constraint === "") return [];
  const expression = expressionIn(constraint);
  return expression?.kind === "and" ? expression.parts : [expression];
}

function endIn(part: Expression | undefined, takes: Takes): Ends | undefined {
  if (part?.kind !== "comparison" || part.right.kind !== "value" || !isOwn(part.left)) return undefined;
  const number = numberIn(part.right.value);
  if (number === undefined) return undefined;
  switch (part.operator) {
    case "<=":
      return { below: above(number) };
    case "<":
      return { below: number };
    case ">=":
      return { from: number };
    case ">":
      return { from: takes === "whole" ? above(number) : number };
    default:
      return undefined;
  }
}

function both(one: Limits | undefined, other: Limits | undefined): Limits | undefined {
  return (
    one &&
    other && {
      atLeast: Math.max(one.atLeast, other.atLeast),
      atMost: Math.min(one.atMost, other.atMost),
      alone: new Set([...one.alone, ...other.alone]),
    }
  );
}

function limitIn(part: Expression | undefined): Limits | undefined {
  const choice = aloneIn(part);
  if (choice !== undefined) return { ...UNLIMITED, alone: new Set([choice]) };
  const count = countIn(part);
  if (count === undefined) return undefined;
  const [operator, number] = count;
  switch (operator) {
    case "<=":
      return { ...UNLIMITED, atMost: number };
    case "<":
      return { ...UNLIMITED, atMost: number - 1 };
    case ">=":
      return { ...UNLIMITED, atLeast: number };
    case ">":
      return { ...UNLIMITED, atLeast: number + 1 };
    case "=":
      return { ...UNLIMITED, atLeast: number, atMost: number };
    default:
      return undefined;
  }
}

/** The comparison in `count-selected(.) <= 3`. */
function countIn(part: Expression | undefined): readonly [Operator, number] | undefined {
  if (part?.kind !== "comparison" || part.right.kind !== "value" || !isCall(part.left, "count-selected"))
    return undefined;
  const number = Number(part.right.value);
  return Number.isSafeInteger(number) ? [part.operator, number] : undefined;
}

/** The choice in `not(selected(., 'none') and count-selected(.) > 1)`, or in `not(selected(., 'none')) or count-selected(.) = 1`. */
function aloneIn(part: Expression | undefined): string | undefined {
  const inside = part?.kind === "not" ? part.part : part;
  const isNegated = part?.kind === "not";
  if (inside?.kind !== (isNegated ? "and" : "or") || inside.parts.length !== 2) return undefined;
  const [first, second] = inside.parts;
  const [operator, number] = countIn(second) ?? [];
  const isSeveral = isNegated
    ? (operator === ">" && number === 1) || (operator === ">=" && number === 2)
    : (operator === "=" && number === 1) || (operator === "<=" && number === 1) || (operator === "<" && number === 2);
  const choice = isNegated ? first : first?.kind === "not" ? first.part : undefined;
  return isSeveral && choice ? selectedIn(choice) : undefined;
}

/** The choice in `selected(., 'none')`. */
function selectedIn(part: Expression): string | undefined {
  if (part.kind !== "call" || !isCall(part, "selected")) return undefined;
  const [, value] = part.parts;
  return value?.kind === "value" ? value.value : undefined;
}

/** Whether this calls a function about the question's own answer. */
function isCall(part: Expression, name: string): boolean {
  if (part.kind !== "call" || part.name !== name) return false;
  return isOwn(part.parts[0]);
}

/** Whether this is the question's own answer. */
function isOwn(part: Expression | undefined): boolean {
  return part?.kind === "variable" && part.name === ".";
}

/** Numbers of a SurveyJS survey: their limits, and the edges with which conditions compare them. */

import { type Compared, edgeOf, mirrored, type Takes } from "../comparison";
import type { Operator } from "../expression";
import { bothEnds, type Ends, endsAt, numberIn } from "../number";
import type { LeftOut } from "../reasons";
import { type Element, type Json, listed } from "./parts";

/** What SurveyJS calls comparisons. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
  greater: ">",
  greaterorequal: ">=",
  less: "<",
  lessorequal: "<=",
};

const NAME = String.raw`\{\s*([^{}]+?)\s*\}`;
const SIGN = String.raw`([<>]=?|(?:greater|less)(?:orequal)?(?=[\s'"{-]))`;
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)(?![\w.])`;

/** Where an operand of "and", "or" and "not" begins: a number there is not the last one of a sum. */
const BEGINNING = String.raw`(?<=(?:^|[(!&|]|\b(?:and|or|not))\s*)`;

/** The comparison of an answer with a number, on either side, which may be in quotation marks; or else a text, in which nothing is compared. */
const COMPARISON = new RegExp(
  String.raw`${NAME}\s*${SIGN}\s*(["']?)${NUMBER}\3|${BEGINNING}(["']?)${NUMBER}\5\s*${SIGN}\s*${NAME}|'[^']*'|"[^"]*"`,
  "gi",
);

/** Whether a question is about a number. */
export function isNumber({ type, inputType }: Json): boolean {
  return type === "text" && (inputType === "number" || inputType === "range");
}

/** The limits of a number, which its rules may have, too. */
export function endsOf({ min, max, validators }: Json): Ends {
  const rules = listed(validators).filter(({ type }) => type === "numeric");
  return [endsAt(min, max), ...rules.map(({ minValue, maxValue }) => endsAt(minValue, maxValue))].reduce(bothEnds);
}

/** What conditions say of numbers. */
interface Conditions extends Compared {
  /** A condition in which every number is compared with an edge: `{age} >= 18` in place of `{age} > 17` and of `17 < {age}`. */
  atEdges(condition: string): string;
}

/** Finds the edges with which the conditions of these questions compare those of them that are numbers. */
export function comparedIn(questions: readonly Element[]): Conditions {
  const numbers = new Map(questions.filter(isNumber).map((each) => [String(each.name), each]));
  const edges = new Map<string, readonly number[]>();
  const leftOut = new Map<string, LeftOut>();
  const atEdges = (condition: string) =>
    condition.replace(COMPARISON, (written: string, ...parts: (string | undefined)[]) => {
      const { name, operator, number } = sidesOf(parts);
      const asked = numbers.get(name);
      if (operator === undefined || asked === undefined || number === undefined) return written;
      const takes = takesOf(asked);
      const edge = edgeOf(operator, number, takes);
      if (edge === undefined) return written;
      edges.set(name, [...(edges.get(name) ?? []), edge.at]);
      if (edge.operator !== operator && takes === "unsaid")
        leftOut.set(`${name} ${written}`, { name, why: "whole", said: written, partly: true });
      return `{${name}} ${edge.operator} ${edge.at}`;
    });
  for (const condition of questions.flatMap(({ conditions }) => conditions)) atEdges(condition);
  return { edges, leftOut: [...leftOut.values()], atEdges };
}

/** What is compared with which number, from the parts of a comparison whose number is on the right, or else on the left. */
function sidesOf([name, sign, , right, , left, turned, other]: readonly (string | undefined)[]) {
  const operator = OPERATORS[(sign ?? turned ?? "").toLowerCase()];
  return {
    name: name ?? other ?? "",
    operator: operator && sign === undefined ? mirrored(operator) : operator,
    number: numberIn(right ?? left),
  };
}

/**
 * Which numbers may be entered. Steps lead from one whole number to the next, unless they have another beginning or size; without a step SurveyJS
 * takes any number, but from a slider.
 */
function takesOf({ min, step, inputType }: Json): Takes {
  if (![min || 0, step || 1].every((each) => Number.isInteger(numberIn(each)))) return "fractions";
  return step || inputType === "range" ? "whole" : "unsaid";
}

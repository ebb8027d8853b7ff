/** Numbers of a SurveyJS survey: their limits, and the edges with which conditions compare them. */

import { type Edges, edgeOf } from "../comparison";
import { bothEnds, type Ends, endsAt, numberIn } from "../number";
import type { LeftOut } from "../reasons";
import { type Element, type Json, listed } from "./parts";

/** What SurveyJS also calls comparisons. */
const OPERATORS: Readonly<Record<string, string>> = {
  greater: ">",
  greaterorequal: ">=",
  less: "<",
  lessorequal: "<=",
};

/** The comparison of an answer with a number, which may be in quotation marks; or else a text, in which nothing is compared. */
const COMPARISON =
  /\{\s*([^{}]+?)\s*\}\s*([<>]=?|(?:greater|less)(?:orequal)?(?=[\s'"-]))\s*(["']?)(-?\d+(?:\.\d+)?)(?![\w.])\3|'[^']*'|"[^"]*"/gi;

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
export interface Compared {
  readonly edges: Edges;
  /** The comparisons that are with an edge only of whole numbers, where it is not said that a number is whole. */
  readonly leftOut: readonly LeftOut[];
  /** A condition in which every number is compared with an edge: `{age} >= 18` in place of `{age} > 17`. */
  atEdges(condition: string): string;
}

/** Finds the edges with which the conditions of these questions compare those of them that are numbers. */
export function comparedIn(questions: readonly Element[]): Compared {
  const numbers = new Map(questions.filter(isNumber).map((each) => [String(each.name), each]));
  const edges = new Map<string, readonly number[]>();
  const leftOut = new Map<string, LeftOut>();
  const atEdges = (condition: string) =>
    condition.replace(COMPARISON, (written: string, name: string | undefined, sign = "", _: string, value = "") => {
      const [asked, number] = [numbers.get(name ?? ""), numberIn(value)];
      if (name === undefined || asked === undefined || number === undefined) return written;
      const operator = OPERATORS[sign.toLowerCase()] ?? sign;
      const edge = edgeOf(operator, number, isWhole(asked));
      if (edge === undefined) return written;
      edges.set(name, [...(edges.get(name) ?? []), edge.at]);
      if (edge.operator !== operator && !isSaidWhole(asked))
        leftOut.set(`${name} ${written}`, { name, why: "whole", said: written, partly: true });
      return `{${name}} ${edge.operator} ${edge.at}`;
    });
  for (const condition of questions.flatMap(({ conditions }) => conditions)) atEdges(condition);
  return { edges, leftOut: [...leftOut.values()], atEdges };
}

/** Whether a number can be taken as a whole one: its steps lead from one to the next, unless they have another beginning or size. */
function isWhole({ min, step }: Json): boolean {
  return [min || 0, step || 1].every((each) => Number.isInteger(numberIn(each)));
}

/** Whether nothing but whole numbers can be entered: SurveyJS takes any without a step, but from a slider. */
function isSaidWhole({ step, inputType }: Json): boolean {
  return Boolean(step) || inputType === "range";
}

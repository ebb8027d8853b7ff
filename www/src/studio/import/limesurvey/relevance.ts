/** What the relevance equations of LimeSurvey say: after which answers a question is asked. */

import { ranks } from "../../document/ranks";
import type { AttributeDocument } from "../../document/types";
import { CHOSEN, NO_ANSWER, UNCHOSEN } from "../../draft";
import { comparisonIn, type Variable } from "../comparison";
import { type Earlier, has, meaningOf, type Wanted } from "../condition";
import { expressionIn } from "../expression";
import type { Asked } from "./asked";
import { answersIn, takesOf } from "./types";

/** What the names in expressions stand for. */
export type Known = ReadonlyMap<string, Variable>;

/** The names that stand for a question and its parts, by code and in the old way. */
export function variablesOf(asked: Asked, { name, bins, choose, places, rank, rows }: AttributeDocument): Known {
  const { code, address } = asked;
  if (rank)
    return new Map(
      ranks(rank.length, places).flatMap((place) => {
        const variable = { name: (item: string) => `${name}.${item}`, valueOf: () => place };
        return [[`${code}_${place}`, variable] as const, [`${address}${place}`, variable] as const];
      }),
    );
  const labels = new Map((answersIn(asked) ?? []).map((answer) => [answer.code, answer.text]));
  if (asked.other) labels.set("-oth-", "-oth-");
  const labelled = (answer: string) => (answer === "" ? NO_ANSWER : labels.get(answer));
  const made = (answer: string) => ({ Y: CHOSEN, "": UNCHOSEN })[answer];
  const parts = choose || rows ? asked.rows.map((row) => row.code) : [];
  const named: (readonly [string, Variable])[] = parts.flatMap((part) => {
    const variable = { name: `${name}.${part}`, valueOf: choose ? made : labelled };
    return [[`${code}_${part}`, variable] as const, [`${address}${part}`, variable] as const];
  });
  if (parts.length > 0) return new Map(named);
  const variable = { name, number: bins && { bins, takes: takesOf(asked) }, valueOf: labelled };
  return new Map([code, address].map((each) => [each, variable]));
}

/** The condition that an expression is; undefined where it says something else. */
export function wantedIn(relevance: string, known: Known, earlier: Earlier): Wanted | undefined {
  const resolve = (name: string) => known.get(name.replace(/\.(NAOK|code|value)$/, ""));
  return meaningOf(expressionIn(relevance), earlier, (part) => {
    if (part.kind === "comparison") return comparisonIn(part, resolve, earlier);
    const [variable] = part.kind === "call" && part.name === "is_empty" ? part.parts : [];
    const asked = variable?.kind === "variable" ? resolve(variable.name) : undefined;
    return typeof asked?.name === "string" ? has(earlier, asked.name, [NO_ANSWER]) : undefined;
  });
}

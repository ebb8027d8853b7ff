/** Scores and rankings as one table for statistics programs: a row for each number, with codes for what it is. */

import type { PlanDocument } from "candor";
import { bare } from "../figures";
import type { Told } from "../statistics";
import type { Words } from "../words";
import { coded, type Dataset, described, numberVariables } from "./dataset";

/** Makes the table; numbers of the same name, such as means, have the same code whatever they are of. */
export function statisticsDataset(
  told: readonly Told[],
  plan: PlanDocument,
  notes: readonly string[],
  words: Words,
): Dataset {
  const names = [...new Set(told.flatMap(({ statistics }) => statistics.map(({ what }) => bare(what))))];
  const codes = new Map(names.map((name, place) => [name, place + 1]));
  const of = numberVariables(words);
  return {
    ...described(plan, notes, words),
    variables: [
      {
        name: "of",
        label: words.exports.statistics,
        kind: "codes",
        labels: coded(
          told.map((each) => bare(each.of)),
          1,
        ),
      },
      { name: "statistic", label: words.scores.statistic, kind: "codes", labels: coded(names, 1) },
      of.estimate,
      of.standard_error,
      of.lower,
      of.upper,
      { name: "p_value", label: words.pValue, kind: "real" },
      of.confidence,
      of.n,
      of.few,
    ],
    rows: told.flatMap(({ n, confidence, statistics }, place) =>
      statistics.map((one) => [
        place + 1,
        codes.get(bare(one.what)) ?? null,
        ...numbersOf(one),
        confidence,
        n,
        one.shown === null ? 1 : 0,
      ]),
    ),
  };
}

/** The estimate, its standard error, its interval and its p-value, as far as there are any. */
function numbersOf(one: Told["statistics"][number]): (number | null)[] {
  if (!("estimate" in one)) return [null, null, null, null, null];
  const { estimate, standard_error: error = null, lower, upper, p = null } = one;
  return [estimate, error, lower, upper, p];
}

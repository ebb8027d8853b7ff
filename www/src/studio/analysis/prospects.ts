/** How many people it takes to find the differences that a survey names under its design, as `candor design` says. */

import { comparisons, design, type Expectations, expectations } from "candor/design";
import type { SurveyDocument } from "../document/types";
import type { Prospect } from "./messages";

/** Designs a survey, and computes what each of its comparisons takes. The time is that of the design; see `design`. */
export async function prospects(survey: SurveyDocument): Promise<readonly Prospect[]> {
  const { plan } = await design(survey);
  const expected = await expectations(survey, plan);
  const found = await comparisons(survey, plan);
  return found.map(({ of, by, respondents, power = null }) => ({
    respondents,
    power,
    error: errorIn(expected, [by, of]),
  }));
}

function errorIn(expected: Expectations | null, table: readonly string[]): number | null {
  const isIt = ({ attributes }: { readonly attributes: readonly string[] }) =>
    attributes.length === table.length && table.every((name) => attributes.includes(name));
  return expected?.tables?.find(isIt)?.standard_error ?? null;
}

/**
 * How many people it takes to find differences between groups: the test of independence of two questions, as `candor power` plans it, under the
 * design of a survey.
 */

import { CandorError, type PlanDocument } from "candor";
import { design, type Expectations, expectations, power } from "candor/design";
import type { SurveyDocument } from "../document/types";
import type { Prospect, Sought } from "./messages";

/** The share of surveys that are to find a difference, and the p-value below which one has. */
const [POWER, LEVEL] = [0.8, 0.05];

/** Designs a survey, and computes what each difference takes. The time is that of the design; see `design`. */
export async function prospects(survey: SurveyDocument, sought: readonly Sought[]): Promise<readonly Prospect[]> {
  const { plan } = await design(survey);
  const expected = await expectations(survey, plan);
  const found: Prospect[] = [];
  for (const each of sought)
    found.push({ ...(await needed(plan, each, survey.respondents)), error: errorIn(expected, each) });
  return found;
}

async function needed(
  plan: PlanDocument,
  sought: Sought,
  respondents: number | undefined,
): Promise<Pick<Prospect, "respondents" | "power">> {
  const test = { table: [sought.by, sought.outcome], truth: truthOf(plan, sought), power: POWER, level: LEVEL };
  try {
    const { plan: own } = await power(plan, { ...test, ...(respondents !== undefined && { respondents }) });
    return { respondents: own.respondents, power: own.power ?? null };
  } catch (refused) {
    if (refused instanceof CandorError && refused.code === "unidentifiable-table")
      return { respondents: null, power: null };
    throw refused;
  }
}

function errorIn(expected: Expectations | null, { by, outcome }: Sought): number | null {
  const isIt = ({ attributes }: { readonly attributes: readonly string[] }) =>
    attributes.length === 2 && attributes.includes(by) && attributes.includes(outcome);
  return expected?.tables?.find(isIt)?.standard_error ?? null;
}

type Attribute = PlanDocument["attributes"][number];

/**
 * The shares of a table of groups and answers, row by row: in the two groups the answer has the shares that are expected, in further groups their
 * mean. The other valid answers are equally frequent, and so are further groups; nobody gives an answer that is none.
 */
export function truthOf(
  { attributes }: Pick<PlanDocument, "attributes">,
  { by, outcome, answer, groups }: Sought,
): number[] {
  const [rows, columns] = [by, outcome].map((wanted) => attributes.find(({ name }) => name === wanted));
  if (rows === undefined || columns === undefined)
    throw new Error("a comparison of questions that the plan does not ask");
  const known = groups.map((group) => ({ ...group, place: placeOf(rows, group.answer) }));
  const left = Math.max(0, 100 - known.reduce((sum, { size }) => sum + size, 0));
  const further = ordinary(rows).filter((place) => !known.some((group) => group.place === place));
  const mean =
    known.reduce((sum, { size, share }) => sum + size * share, 0) / known.reduce((sum, { size }) => sum + size, 0);
  const all = [...known, ...further.map((place) => ({ place, size: left / further.length, share: mean }))];
  const total = all.reduce((sum, { size }) => sum + size, 0);
  const chosen = placeOf(columns, answer);
  const others = ordinary(columns).filter((place) => place !== chosen);
  return rows.categories.flatMap((_, row) => {
    const { size, share } = all.find(({ place }) => place === row) ?? { size: 0, share: 0 };
    return columns.categories.map((__, place) => {
      const within = place === chosen ? share / 100 : others.includes(place) ? (1 - share / 100) / others.length : 0;
      return (size / total) * within;
    });
  });
}

function valueIn(category: Attribute["categories"][number] | undefined): string {
  return typeof category === "object" ? category.value : (category ?? "");
}

function placeOf({ categories }: Attribute, answer: string): number {
  return categories.findIndex((category) => valueIn(category) === answer);
}

/** The places of the valid answers: those in no role, before "no answer", "not reached" and "not asked". */
function ordinary({ categories, optional, partial, asked_if }: Attribute): readonly number[] {
  const answers = categories.length - [optional, partial, asked_if].filter(Boolean).length;
  return categories.flatMap((category, place) => {
    const role = typeof category === "object" ? category.role : undefined;
    return place < answers && role !== "refused" && role !== "dont-know" ? [place] : [];
  });
}

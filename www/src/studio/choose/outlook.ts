/** What a design lets one expect, in points of shares and in people. */

import type { PlanDocument } from "candor";
import type { Expectations } from "candor/design";
import { spoken } from "../spoken";

/** The normal quantile of intervals that hold in 95 of 100 surveys. */
const Z = 1.959963984540054;

/** What is expected of one table. */
export interface Outlook {
  readonly attributes: readonly string[];
  /** Half the width of an interval, as a share; none where the table cannot be read. */
  readonly margin: number | undefined;
}

/** The margins of all tables, for the number of respondents that the survey expects. */
export function outlooks(expected: Expectations | null): readonly Outlook[] {
  return (expected?.tables ?? []).map(({ attributes, standard_error }) => ({
    attributes,
    margin: standard_error === null ? undefined : Z * standard_error,
  }));
}

/** How many people it takes for a margin, where `respondents` have another: errors fall with the root of their number. */
export function peopleFor(margin: number, { margin: now }: Outlook, respondents: number): number | undefined {
  return now === undefined ? undefined : Math.ceil(respondents * (now / margin) ** 2);
}

/** The table with the widest intervals; one that cannot be read is wider than all. */
export function widest(tables: readonly Outlook[]): Outlook | undefined {
  const width = ({ margin }: Outlook) => margin ?? Number.POSITIVE_INFINITY;
  return tables.reduce<Outlook | undefined>(
    (most, table) => (most && width(most) >= width(table) ? most : table),
    undefined,
  );
}

/** Up to which margin answers are well known, and up to which only large differences can be seen. */
const [GOOD, FAIR] = [0.05, 0.1];

/** Whether a survey asks too much of too few. */
export type Verdict = "good" | "fair" | "poor";

/** The verdict on the table with the widest intervals. */
export function verdictOn(table: Outlook): Verdict {
  const { margin = Number.POSITIVE_INFINITY } = table;
  return margin <= GOOD ? "good" : margin <= FAIR ? "fair" : "poor";
}

/** Errors as multiples of the least that any protocol can have. */
export function timesTheBound(
  expected: Expectations | null,
): { own: number; independent: number | undefined } | undefined {
  if (expected === null || expected.objective === null) return undefined;
  const times = (objective: number) => Math.sqrt(objective / expected.bound);
  const { independent } = expected.others;
  return { own: times(expected.objective), independent: independent === null ? undefined : times(independent) };
}

/** The questions of a table, as they are asked. */
export function titleOf(names: readonly string[], { attributes }: PlanDocument, language: string): string {
  const asked = (name: string) =>
    spoken(attributes.find((attribute) => attribute.name === name)?.question ?? name, language);
  // Isolated, as a question may be written in another direction than the page.
  return names.map((name) => `\u2068${asked(name)}\u2069`).join(" × ");
}

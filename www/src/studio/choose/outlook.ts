/** What to expect of a design: margins of error, and numbers of people. */

import type { PlanDocument } from "candor";
import type { Expectations, GuessErrors } from "candor/design";
import { titleIn } from "../asked";
import type { Made } from "./design";

/** The normal quantile of 95 % confidence intervals. */
const Z = 1.959963984540054;

/** The expected margin of error of one table. */
export interface Outlook {
  readonly attributes: readonly string[];
  /** The margin of error, half the width of an interval, as a share; undefined where the table cannot be estimated. */
  readonly margin: number | undefined;
}

/** The margins of error of all tables, for the number of respondents that the survey expects. */
export function outlooks(expected: Expectations | null): readonly Outlook[] {
  return (expected?.tables ?? []).map(({ attributes, standard_error }) => ({
    attributes,
    margin: standard_error === null ? undefined : Z * standard_error,
  }));
}

/**
 * How many people are needed for a margin, given the margin of `respondents`: errors fall with the square root of the number of
 * people.
 */
export function peopleFor(margin: number, { margin: now }: Outlook, respondents: number): number | undefined {
  return now === undefined ? undefined : Math.ceil(respondents * (now / margin) ** 2);
}

/** The table with the widest intervals; one that cannot be estimated counts as the widest. */
export function widest(tables: readonly Outlook[]): Outlook | undefined {
  const width = ({ margin }: Outlook) => margin ?? Number.POSITIVE_INFINITY;
  return tables.reduce<Outlook | undefined>(
    (most, table) => (most && width(most) >= width(table) ? most : table),
    undefined,
  );
}

/** The largest margins at which shares are well known, and at which large differences can still be seen. */
const [GOOD, FAIR] = [0.05, 0.1];

/** Whether a survey asks too much of too few people. */
export type Verdict = "good" | "fair" | "poor";

/** The verdict on the table with the widest intervals. */
export function verdictOn(table: Outlook): Verdict {
  const { margin = Number.POSITIVE_INFINITY } = table;
  return margin <= GOOD ? "good" : margin <= FAIR ? "fair" : "poor";
}

/** Errors as multiples of the lower bound for any protocol, where there is one. */
export function timesTheBound(
  expected: Expectations | null,
): { own: number; independent: number | undefined } | undefined {
  const { objective = null, bound = null, others } = expected ?? {};
  if (objective === null || bound === null) return undefined;
  const times = (own: number) => Math.sqrt(own / bound);
  const independent = others?.independent ?? null;
  return { own: times(objective), independent: independent === null ? undefined : times(independent) };
}

/** Errors of a cell as shares, root mean square over all tables: of the best guess and of tables by themselves, under two designs. */
export interface GuessOutlook {
  /** The limit on the squared error of tables by themselves, in multiples of the usual design's. */
  readonly limit: number;
  readonly guess: number;
  readonly tables: number;
  readonly usual: { readonly guess: number; readonly tables: number };
}

/** The errors of designs for the best guess beside the usual design's, without those that gain nothing. */
export function guessOutlooks({ guesses, expected, plan }: Made): readonly GuessOutlook[] {
  if (!guesses || expected?.tables === undefined) return [];
  const size = (name: string) => plan.attributes.find((attribute) => attribute.name === name)?.categories.length ?? 1;
  const cells = expected.tables.reduce(
    (sum, { attributes }) => sum + attributes.reduce((product, name) => product * size(name), 1),
    0,
  );
  const errors = ({ risk, objective }: GuessErrors, respondents: number) => ({
    guess: Math.sqrt(risk / cells),
    tables: Math.sqrt(objective / respondents / cells),
  });
  return guesses
    .filter((guess) => guess.risk < guess.default.risk)
    .map((guess) => ({
      limit: guess.error_ratio,
      ...errors(guess, guess.respondents),
      usual: errors(guess.default, guess.respondents),
    }));
}

/** The title of a table: the titles of its attributes. */
export function titleOf(names: readonly string[], plan: PlanDocument, language: string): string {
  // Isolated, since a question may have another text direction than the page.
  return names.map((name) => `\u2068${titleIn(plan, name, language)}\u2069`).join(" × ");
}

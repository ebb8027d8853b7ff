/** What further tables would cost the differences that a survey is to find: one design for each, computed one after the other. */

import { useEffect, useState } from "preact/hooks";
import { Analyst } from "../../analysis/analyst";
import type { Prospect } from "../../analysis/messages";
import { comparisonsOf, isSame } from "../../document/comparisons";
import { isCompound } from "../../document/members";
import type { Draft } from "../../draft";
import { documentFor, prospectsOf, unitedTables } from "./prospects";

/** What one further table costs the difference that it costs most. */
export interface Cost {
  readonly table: readonly string[];
  /** The respondents that the difference takes without the table and with it; null where no number is enough. */
  readonly before: number | null;
  readonly after: number | null;
  /** The standard error of its table, in multiples of that without the further one; undefined where it is not known. */
  readonly times: number | undefined;
}

/** The tables of two questions, or of the parts of one, that are neither proposed nor picked. */
export function furtherTables(draft: Draft): readonly (readonly string[])[] {
  const { questions } = draft;
  const pairs = questions.flatMap((question, place) => [
    ...(isCompound(question) ? [[question.id, question.id]] : []),
    ...questions.slice(place + 1).map((other) => [question.id, other.id]),
  ]);
  const taken = unitedTables(draft);
  return pairs.filter((pair) => !taken.some((table) => isSame(table, pair)));
}

/** The cost for the difference that takes the most people more. */
export function worst(
  table: readonly string[],
  before: ReadonlyMap<string, Prospect>,
  after: ReadonlyMap<string, Prospect>,
): Cost | undefined {
  const costs = [...before].flatMap(([id, without]) => {
    const having = after.get(id);
    if (having === undefined) return [];
    const isKnown = without.error !== null && having.error !== null;
    const times = isKnown ? (having.error ?? 0) / (without.error || 1) : undefined;
    return [{ table, before: without.respondents, after: having.respondents, times }];
  });
  const ratio = (cost: Cost) =>
    cost.before === null ? 1 : cost.after === null ? Number.POSITIVE_INFINITY : cost.after / cost.before;
  return costs.toSorted((one, other) => ratio(other) - ratio(one))[0];
}

const analyst = new Analyst();

/** Computes the costs while `wanted`; those that are known, in the order of the tables. */
export function useFurther(draft: Draft, wanted: boolean): readonly Cost[] {
  const tables = furtherTables(draft);
  const base = unitedTables(draft);
  const key = JSON.stringify([documentFor(draft, base), tables]);
  const [known, setKnown] = useState<{ readonly key: string; readonly costs: readonly Cost[] }>();
  useEffect(() => {
    if (!wanted || comparisonsOf(draft).length === 0) return;
    const compute = async () => {
      const before = await prospectsOf(analyst, draft, base);
      for (const table of tables) {
        const after = await prospectsOf(analyst, draft, [...base, table]);
        const cost = worst(table, before, after);
        if (cost) setKnown((earlier) => ({ key, costs: [...(earlier?.key === key ? earlier.costs : []), cost] }));
      }
    };
    // A design that is stopped or refused has no numbers.
    compute().catch(() => {});
    return () => {
      analyst.stop();
      setKnown(undefined);
    };
  }, [key, wanted]);
  return known?.key === key ? known.costs : [];
}

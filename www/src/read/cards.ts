/** Scores and rankings of reports that were counted, which take tables of their own. */

import type { PlanDocument } from "candor";
import type { CountsDocument, Margins } from "candor/analysis";
import type { Analyst } from "./analyst";
import type { Source, Statistics } from "./source";

/** What was counted, and the files it can be counted from again. */
interface Counted {
  readonly plan: PlanDocument;
  readonly counts: CountsDocument;
  readonly reports: readonly File[];
}

/** How a source estimates scores and rankings, weighted to these margins if there are any. */
export function cardsOf(
  analyst: Analyst,
  { plan, counts, reports }: Counted,
  margins?: Margins,
): Pick<Source, "score" | "ranking" | "statisticsCsv"> {
  /** The options that say of whom. */
  const among = (by: string | undefined) => ({ ...(by === undefined ? {} : { by }), ...(margins ? { margins } : {}) });
  const countsFor = new Map<string, Promise<CountsDocument>>();
  /** The counts of the tables of all scores or rankings, which are counted once for the groups of a question. */
  const needing = (of: Statistics, by: string | undefined): Promise<CountsDocument> => {
    const key = `${of} ${by ?? ""}`;
    const order = { task: "countsFor", of, plan, counts, reports, options: among(by) } as const;
    const ask = () => analyst.ask<CountsDocument>(order);
    const asked = countsFor.get(key) ?? ask();
    countsFor.set(key, asked);
    asked.catch(() => countsFor.delete(key));
    return asked;
  };
  const told = async <Told>(
    of: Statistics,
    names: readonly string[],
    confidence: number,
    by: string | undefined,
    csv: boolean,
  ): Promise<Told> => {
    const options = { of: names, confidence, ...among(by) };
    return analyst.ask<Told>({ task: of, plan, counts: await needing(of, by), options, csv });
  };
  return {
    score: (name, confidence, by) => told("scores", [name], confidence, by, false),
    ranking: (name, confidence, by) => told("rankings", [name], confidence, by, false),
    statisticsCsv: (of, names, confidence, by) => told(of, names, confidence, by, true),
  };
}

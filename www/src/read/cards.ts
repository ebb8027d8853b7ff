/** Scores and rankings of reports that were counted, which take tables of their own. */

import type { PlanDocument } from "candor";
import type { CountsDocument, Margins, RankingsDocument, ScoresDocument } from "candor/analysis";
import type { Analyst } from "./analyst";

/** What takes tables of its own. */
export type Statistics = "scores" | "rankings";

/** How scores and rankings are estimated. */
export interface Cards {
  /** Estimates a score, or how many choices were made of a question, by the groups of a question if one is given. */
  score(name: string, confidence: number, by?: string): Promise<ScoresDocument>;
  /** Estimates a ranking, by the groups of a question if one is given. */
  ranking(name: string, confidence: number, by?: string): Promise<RankingsDocument>;
  /** Estimates all scores or rankings and returns CSV, in the format of `candor scores` or `candor rankings`. */
  statisticsCsv(of: Statistics, names: readonly string[], confidence: number, by?: string): Promise<string>;
}

/** What was counted, and the files it can be counted from again. */
interface Counted {
  readonly plan: PlanDocument;
  readonly counts: CountsDocument;
  readonly reports: readonly File[];
}

/** Scores and rankings of what was counted, weighted to these margins if there are any. */
export function cardsOf(analyst: Analyst, { plan, counts, reports }: Counted, margins?: Margins): Cards {
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

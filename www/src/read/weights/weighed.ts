/** A source whose estimates are of a population: of reports that weigh differently, as `candor weigh` has them. */

import type { CountsDocument, Margins, WeightedDocument, WeightedOptions } from "candor/analysis";
import { type Analyst, Refused } from "../analyst";
import { cardsOf } from "../cards";
import type { Source } from "../source";
import type { View } from "../view";
import type { Known } from "./known";

/** The codes of refusals of a best guess where unbiased estimates may be had. */
const WITHOUT_GUESS = new Set(["invalid-counts", "too-large", "undefined-statistic", "unidentifiable-table"]);

/** What is asked of tables. */
type Asked = Omit<WeightedOptions, "margins" | "tables">;

/** Weighs the reports of a source; rejects where no weights fit. */
export async function weighed(
  analyst: Analyst,
  source: Source,
  known: readonly Known[],
  margins: Margins,
): Promise<Source> {
  const { plan, reports } = source;
  const counts = source.counts as CountsDocument;
  const counted = new Map<string, Promise<CountsDocument>>();
  /** The counts of these tables by the columns of the margins, counted once; for best guesses also those of all pairs. */
  const countsOf = (
    key: string,
    tables: WeightedOptions["tables"] & {},
    method?: "loglinear",
  ): Promise<CountsDocument> => {
    const options = { margins, tables, ...(method ? { method } : {}) };
    const order = { task: "countsFor", of: "weighted", plan, counts, reports, options } as const;
    const asked = counted.get(key) ?? analyst.ask<CountsDocument>(order);
    counted.set(key, asked);
    asked.catch(() => counted.delete(key));
    return asked;
  };
  const singles = plan.attributes.map(({ name }) => [name]);
  const needed = async (tables: readonly string[][]): Promise<CountsDocument> => {
    const more = tables.filter(({ length }) => length > 1);
    const all = [countsOf("", singles), ...more.map((table) => countsOf(table.join(), [table]))];
    return { ...counts, tables: (await Promise.all(all)).flatMap((each) => each.tables) };
  };
  const ask = async <Found>(tables: readonly string[][], asked: Asked, csv: boolean): Promise<Found> => {
    const options = { margins, tables, ...asked };
    const { method } = asked;
    const own = method === "loglinear" ? countsOf("best guess", singles, method) : needed(tables);
    return analyst.ask<Found>({ task: "weighted", plan, counts: await own, options, csv });
  };
  /** Best guesses where the view has these and there are any: opened counts may lack pairs, and a plan may hide questions. */
  const asRead = async (tables: readonly string[][], { method }: Pick<View, "method">, asked: Asked) => {
    const unbiased = () => ask<WeightedDocument>(tables, asked, false);
    if (method !== "auto") return unbiased();
    return ask<WeightedDocument>(tables, { ...asked, method: "loglinear" }, false).catch((error) => {
      if (error instanceof Refused && WITHOUT_GUESS.has(error.code)) return unbiased();
      throw error;
    });
  };
  const [first = []] = singles;
  const { tables: of } = await ask<WeightedDocument>([first], {}, false);
  const { n, effective } = of[0] ?? { n: 0, effective: 0 };
  return {
    ...source,
    weights: {
      known,
      margins,
      columns: [...new Set(known.flatMap(({ columns }) => columns))],
      n,
      effective,
      unweighted: { ...source, isUnweighted: true },
    },
    async estimates(tables, { confidence, method, valid }, given) {
      const asked = { confidence, valid, ...(given === undefined ? {} : { given: [given] }) };
      const document = await asRead(tables, { method }, asked);
      return { n, confidence, margins, tables: document.tables.map((table) => ({ method: "inverse", ...table })) };
    },
    csv: (tables, { confidence, valid }) => ask<string>(tables, { confidence, valid }, true),
    ...cardsOf(analyst, { plan, counts, reports }, margins),
  };
}

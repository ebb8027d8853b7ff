/** A source whose estimates are of a population: of reports that weigh differently, as `candor weigh` has them. */

import type { CountsDocument, Margins, WeightedDocument, WeightedOptions } from "candor/analysis";
import type { Analyst } from "../analyst";
import { cardsOf } from "../cards";
import type { Source } from "../source";
import type { Known } from "./known";

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
  /** The counts of these tables by the columns of the margins, counted once. */
  const countsOf = (key: string, tables: WeightedOptions["tables"] & {}): Promise<CountsDocument> => {
    const order = { task: "countsFor", of: "weighted", plan, counts, reports, options: { margins, tables } } as const;
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
    return analyst.ask<Found>({ task: "weighted", plan, counts: await needed(tables), options, csv });
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
    async estimates(tables, { confidence, valid }, given) {
      const asked = { confidence, valid, ...(given === undefined ? {} : { given: [given] }) };
      const document = await ask<WeightedDocument>(tables, asked, false);
      const inverse = document.tables.map((table) => ({ ...table, method: "inverse" }));
      return { n, confidence, margins, tables: inverse };
    },
    csv: (tables, { confidence, valid }) => ask<string>(tables, { confidence, valid }, true),
    ...cardsOf(analyst, { plan, counts, reports }, margins),
  };
}

/** What the differences take that a survey is to find, under designs for different tables: computed in a worker of its own. */

import { useEffect, useState } from "preact/hooks";
import { Analyst } from "../../analysis/analyst";
import type { Prospect } from "../../analysis/messages";
import { comparisonOf, comparisonsOf, tablesFor, united } from "../../document/comparisons";
import { completed } from "../../document/translated";
import type { SurveyDocument } from "../../document/types";
import { documentOf, surveyKey } from "../../document/write";
import type { Draft, Tables } from "../../draft";

/** The designs that are compared: for the tables that are proposed, those that are chosen, and all pairs of questions. */
export const WAYS = ["proposed", "chosen", "pairs"] as const;

/** One of these designs. */
export type Way = (typeof WAYS)[number];

/** What a difference takes, by its comparison's id, under each design that is computed already. */
export type Prospects = Readonly<Partial<Record<Way, ReadonlyMap<string, Prospect>>>>;

/** The pause in milliseconds after a change before anything is computed. */
const PAUSE = 300;

/** The document of a draft if other tables were read. */
export function documentFor(draft: Draft, tables: Tables): SurveyDocument {
  return documentOf(completed({ ...draft, tables }));
}

/** The tables that are proposed together with those that are picked. */
export function unitedTables({ comparisons, tables }: Draft): readonly (readonly string[])[] {
  return united([...tablesFor(comparisons), ...(tables === "pairs" ? [] : tables)]);
}

/** What the differences of a draft take if these tables were read, by the ids of their comparisons. Rejects with `Stopped` or `Refusal`. */
export async function prospectsOf(
  analyst: Analyst,
  draft: Draft,
  tables: Tables,
): Promise<ReadonlyMap<string, Prospect>> {
  const found = await analyst.ask("prospects", documentFor(draft, tables));
  const places = new Map(comparisonsOf(draft).map((written, place) => [JSON.stringify(written), place]));
  return new Map(
    draft.comparisons.flatMap((comparison) => {
      const prospect = found[places.get(JSON.stringify(comparisonOf(draft, comparison))) ?? -1];
      return prospect ? [[comparison.id, prospect] as const] : [];
    }),
  );
}

const analyst = new Analyst();

/** Computes what the differences of a draft take; nothing unless `wanted`, or once the program refuses a design. */
export function useProspects(draft: Draft, wanted: boolean): Prospects {
  const sought = comparisonsOf(draft);
  const tables: Readonly<Record<Way, Tables>> = {
    proposed: tablesFor(draft.comparisons),
    chosen: draft.tables,
    pairs: "pairs",
  };
  const keys = WAYS.map((way) => surveyKey(documentFor(draft, tables[way])));
  const key = JSON.stringify([sought, ...keys]);
  const [known, setKnown] = useState<{ readonly key: string; readonly prospects: Prospects }>();
  useEffect(() => {
    if (!wanted || sought.length === 0) return;
    const computed = new Map<string, ReadonlyMap<string, Prospect>>();
    const compute = async () => {
      for (const [place, way] of WAYS.entries()) {
        const own = keys[place] ?? "";
        const found = computed.get(own) ?? (await prospectsOf(analyst, draft, tables[way]));
        computed.set(own, found);
        setKnown((before) => ({ key, prospects: { ...(before?.key === key && before.prospects), [way]: found } }));
      }
    };
    const later = setTimeout(() => {
      // A design that is stopped or refused has no numbers; why one is refused is said beside the survey's own.
      compute().catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(later);
      analyst.stop();
    };
  }, [key, wanted]);
  return known?.key === key ? known.prospects : {};
}

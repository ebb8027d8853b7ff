/** What the differences take that a survey is to find, under designs for different tables: computed in a worker of its own. */

import { useEffect, useState } from "preact/hooks";
import { Analyst } from "../../analysis/analyst";
import type { Prospect, Sought } from "../../analysis/messages";
import { soughtOf, tablesFor, united } from "../../document/comparisons";
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

/** The comparisons that are complete, in the words of the document. */
export function allSought(draft: Draft): readonly Sought[] {
  return draft.comparisons.flatMap((comparison) => soughtOf(draft, comparison) ?? []);
}

/** The tables that are proposed together with those that are picked. */
export function unitedTables({ comparisons, tables }: Draft): readonly (readonly string[])[] {
  return united([...tablesFor(comparisons), ...(tables === "pairs" ? [] : tables)]);
}

/** What a list of differences takes under a design, by the ids of their comparisons. Rejects with `Stopped` or `Refusal`. */
export async function prospectsOf(
  analyst: Analyst,
  survey: SurveyDocument,
  sought: readonly Sought[],
): Promise<ReadonlyMap<string, Prospect>> {
  const found = await analyst.ask("prospects", { survey, sought });
  return new Map(sought.flatMap(({ id }, place) => (found[place] ? [[id, found[place]] as const] : [])));
}

const analyst = new Analyst();

/** Computes what the differences of a draft take; nothing unless `wanted`, or once the program refuses a design. */
export function useProspects(draft: Draft, wanted: boolean): Prospects {
  const sought = allSought(draft);
  const documents: Readonly<Record<Way, SurveyDocument>> = {
    proposed: documentFor(draft, tablesFor(draft.comparisons)),
    chosen: documentFor(draft, draft.tables),
    pairs: documentFor(draft, "pairs"),
  };
  const key = JSON.stringify([sought, ...Object.values(documents).map(surveyKey)]);
  const [known, setKnown] = useState<{ readonly key: string; readonly prospects: Prospects }>();
  useEffect(() => {
    if (!wanted || sought.length === 0) return;
    const computed = new Map<string, ReadonlyMap<string, Prospect>>();
    const compute = async () => {
      for (const way of WAYS) {
        const own = surveyKey(documents[way]);
        const found = computed.get(own) ?? (await prospectsOf(analyst, documents[way], sought));
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

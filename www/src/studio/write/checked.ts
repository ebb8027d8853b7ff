/** The faults of a draft: found by the Rust code that designs, and shown beside their questions. */

import { useEffect, useState } from "preact/hooks";
import { Analyst } from "../analysis/analyst";
import type { Refused } from "../analysis/messages";
import type { SurveyDocument } from "../document/types";
import { surveyKey } from "../document/write";

/** The faults of a draft, by the position of their question, and of the rest; `pending` until they are known. */
export interface Checked {
  readonly pending: boolean;
  readonly questions: ReadonlyMap<number, Refused>;
  readonly rest: Refused | undefined;
}

/** The pause in typing, in milliseconds, after which a draft is checked. */
const PAUSE = 200;

const analyst = new Analyst();

/** Checks a document a moment after it last changed. */
export function useChecked(document: SurveyDocument): Checked {
  const [checked, setChecked] = useState<Checked>({ pending: true, questions: new Map(), rest: undefined });
  const key = surveyKey(document);
  useEffect(() => {
    setChecked((before) => ({ ...before, pending: true }));
    let stale = false;
    const later = setTimeout(async () => {
      const found = await check(document);
      if (!stale) setChecked(found);
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(later);
    };
  }, [key]);
  return checked;
}

async function check(document: SurveyDocument): Promise<Checked> {
  try {
    const faults = await analyst.ask("faults", document);
    const of = (attribute: number | undefined) => faults.find((fault) => fault.attribute === attribute);
    const places = faults.flatMap(({ attribute }) => (attribute === undefined ? [] : [attribute]));
    const questions = new Map(places.map((place) => [place, of(place) as Refused]));
    return { pending: false, questions, rest: of(undefined) };
  } catch (refusal) {
    const { code = "internal", message } = refusal as Refused;
    return { pending: false, questions: new Map(), rest: { code, message } };
  }
}

/** The faults of a draft: found by the Rust code that designs, and shown beside their questions. */

import type { Fault } from "candor/design";
import { useEffect, useState } from "preact/hooks";
import { Analyst } from "../analysis/analyst";
import type { Refused } from "../analysis/messages";
import type { SurveyDocument } from "../document/types";
import { surveyKey } from "../document/write";
import type { Around } from "../draft";

/** A part of a survey around its questions, as its faults are kept: `section 0`, `score 1`, `text welcome`. */
export type Part = `section ${number}` | `score ${number}` | `text ${Around}`;

/** The faults of a draft, by the position of their question or by their part, and of the rest; `pending` until they are known. */
export interface Checked {
  readonly pending: boolean;
  readonly questions: ReadonlyMap<number, Refused>;
  readonly parts: ReadonlyMap<Part, Refused>;
  readonly rest: Refused | undefined;
}

/** Whether a draft can be designed. */
export function isSound({ pending, questions, parts, rest }: Checked): boolean {
  return !pending && questions.size + parts.size === 0 && rest === undefined;
}

/** What is wrong beside the questions, if anything is. */
export function faultBeside({ parts, rest }: Checked): Refused | undefined {
  const [first] = parts.values();
  return first ?? rest;
}

/** The pause in typing, in milliseconds, after which a draft is checked. */
const PAUSE = 200;

const analyst = new Analyst();

const NOTHING: Checked = { pending: true, questions: new Map(), parts: new Map(), rest: undefined };

/** Checks a document a moment after it last changed. */
export function useChecked(document: SurveyDocument): Checked {
  const [checked, setChecked] = useState(NOTHING);
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
  const known = { ...NOTHING, pending: false };
  try {
    const faults = await analyst.ask("faults", document);
    const questions = faults.flatMap((fault) =>
      fault.attribute === undefined ? [] : [[fault.attribute, fault] as const],
    );
    const parts = faults.flatMap((fault) => partOf(fault).map((part) => [part, fault] as const));
    const rest = faults.find((fault) => fault.attribute === undefined && partOf(fault).length === 0);
    return { ...known, questions: new Map(questions), parts: new Map(parts), rest };
  } catch (refusal) {
    const { code = "internal", message } = refusal as Refused;
    return { ...known, rest: { code, message } };
  }
}

function partOf({ section, score, text }: Fault): readonly Part[] {
  if (section !== undefined) return [`section ${section}`];
  if (score !== undefined) return [`score ${score}`];
  return text === undefined ? [] : [`text ${text}`];
}

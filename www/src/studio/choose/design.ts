/** The design of a draft: computed in a worker while its author goes on, and restarted when they change something. */

import type { GuessExpectations, SearchStep } from "candor/design";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Analyst, Stopped } from "../analysis/analyst";
import type { DesignedOutlook, Refused } from "../analysis/messages";
import type { SurveyDocument } from "../document/types";
import { surveyKey } from "../document/write";
import { LIMITS, readsOf } from "./limits";

/** The state of the design. */
export interface Design {
  /** The last finished design, with its document. */
  readonly made: Made | undefined;
  /** Whether the finished design is up to date with the draft. */
  readonly current: boolean;
  readonly state: "waiting" | "designing" | "made" | "stopped" | "refused";
  readonly step: SearchStep | undefined;
  readonly refused: Refused | undefined;
  stop(): void;
  /** Starts designing again after a stop. */
  again(): void;
}

/** A finished design. */
export interface Made extends DesignedOutlook {
  readonly document: SurveyDocument;
  /** What designs for the best guess would give, in ascending order of their limits; undefined until one is known, empty if there are none. */
  readonly guesses?: readonly GuessExpectations[] | undefined;
  /** Whether all of them are known. */
  readonly compared?: boolean | undefined;
}

/** The pause in milliseconds after a change before designing starts. */
const PAUSE = 300;

const analyst = new Analyst();

interface Known {
  readonly made?: Made;
  readonly state: Design["state"];
  readonly step?: SearchStep;
  readonly refused?: Refused;
}

/** What is known of designs for the best guess: that of a document, and those of the design before it if only what is read as has changed. */
function comparisons(
  document: SurveyDocument,
  own: GuessExpectations | undefined,
  before: Made | undefined,
): Pick<Made, "guesses" | "compared"> {
  const isSame = before !== undefined && surveyKey(unread(before.document)) === surveyKey(unread(document));
  const { guesses: earlier = [], compared = false } = isSame ? before : {};
  if (own === undefined) return isSame && before.guesses ? { guesses: earlier, compared } : {};
  return { guesses: ascending([...earlier.filter(({ reads }) => reads !== own.reads), own]), compared };
}

/** The document of the default design. */
function unread({ privacy: { reads: _, ...privacy }, ...document }: SurveyDocument): SurveyDocument {
  return { ...document, privacy };
}

function ascending(guesses: readonly GuessExpectations[]): readonly GuessExpectations[] {
  return guesses.toSorted((one, other) => one.error_ratio - other.error_ratio);
}

/** Adds to the design of a document what designs for the best guess would give that are not known yet, one after the other. */
async function compare(
  { document, guesses: given = [] }: Made,
  setKnown: (change: (known: Known) => Known) => void,
): Promise<void> {
  let guesses = given;
  const add = (compared: boolean) => {
    const known = guesses;
    setKnown((before) =>
      before.made?.document === document ? { ...before, made: { ...before.made, guesses: known, compared } } : before,
    );
  };
  try {
    for (const limit of LIMITS) {
      if (guesses.some(({ error_ratio }) => error_ratio === limit)) continue;
      const privacy = { ...document.privacy, reads: readsOf(limit) };
      const found = await analyst.ask("guess", { ...document, privacy });
      // Where there is no design for the best guess with one limit, there is none with another.
      if (found === null) break;
      guesses = ascending([...guesses, found]);
      add(false);
    }
  } catch (failure) {
    if (failure instanceof Stopped) return;
  }
  add(true);
}

/** Designs a document; starts nothing unless `wanted`. */
export function useDesign(document: SurveyDocument, wanted: boolean): Design {
  const key = surveyKey(document);
  const [known, setKnown] = useState<Known>({ state: "waiting" });
  const [attempt, setAttempt] = useState(0);
  const current = known.made !== undefined && surveyKey(known.made.document) === key;
  useEffect(() => {
    analyst.stop();
    if (current) {
      setKnown(({ made }) => ({ ...(made && { made }), state: "made" }));
      if (known.made && !known.made.compared) void compare(known.made, setKnown);
      return;
    }
    if (!wanted) return;
    const keepMade = (next: Known) => setKnown(({ made }) => ({ ...(made && { made }), ...next }));
    keepMade({ state: "designing" });
    const later = setTimeout(() => {
      analyst
        .ask("design", document, (step) => keepMade({ state: "designing", step }))
        .then(
          (designed) => {
            const made = { ...designed, document, ...comparisons(document, designed.best_guess, known.made) };
            setKnown({ made, state: "made" });
            if (!made.compared) void compare(made, setKnown);
          },
          (failure: Error) => {
            if (failure instanceof Stopped) return;
            const { code = "internal", message } = failure as unknown as Refused;
            keepMade({ state: "refused", refused: { code, message } });
          },
        );
    }, PAUSE);
    return () => {
      clearTimeout(later);
      analyst.stop();
    };
  }, [key, wanted, attempt]);
  const stop = useCallback(() => {
    analyst.stop();
    setKnown(({ made }) => ({ ...(made && { made }), state: "stopped" }));
  }, []);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { made: known.made, current, state: known.state, step: known.step, refused: known.refused, stop, again };
}

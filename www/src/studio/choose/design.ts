/** The design of a draft: computed in a worker while its author goes on, and restarted when they change something. */

import type { GuessExpectations, SearchStep } from "candor/design";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Analyst, Stopped } from "../analysis/analyst";
import type { DesignedOutlook, Refused } from "../analysis/messages";
import { type SurveyDocument, surveyKey } from "../document";

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
  /** What a design for the best guess would give; undefined until it is known, null where there is none. */
  readonly guess?: GuessExpectations | null | undefined;
}

/** The pause in milliseconds after a change before designing starts. */
const PAUSE = 300;

/** What a survey says whose design is for the best guess. */
export const BEST_GUESS = "best-guess";

const analyst = new Analyst();

interface Known {
  readonly made?: Made;
  readonly state: Design["state"];
  readonly step?: SearchStep;
  readonly refused?: Refused;
}

/** Adds to the design of a document what one for the best guess would give. */
function compare(document: SurveyDocument, setKnown: (change: (known: Known) => Known) => void): void {
  const forGuess = { ...document, privacy: { ...document.privacy, reads: BEST_GUESS } };
  const add = (guess: GuessExpectations | null) =>
    setKnown((known) => (known.made?.document === document ? { ...known, made: { ...known.made, guess } } : known));
  analyst.ask("guess", forGuess).then(add, (failure: Error) => {
    if (!(failure instanceof Stopped)) add(null);
  });
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
      if (known.made?.guess === undefined) compare(known.made?.document ?? document, setKnown);
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
            setKnown({ made: { ...designed, document, guess: designed.best_guess }, state: "made" });
            if (designed.best_guess === undefined) compare(document, setKnown);
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

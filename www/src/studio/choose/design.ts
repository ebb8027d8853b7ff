/** The design of a draft: made in a worker while its author goes on, and started anew when they change something. */

import type { SearchStep } from "candor/design";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Analyst, Stopped } from "../analysis/analyst";
import type { DesignedOutlook, Refused } from "../analysis/messages";
import { type SurveyDocument, surveyKey } from "../document";

/** What is known of the design. */
export interface Design {
  /** The last one that was finished, and the document that it is of. */
  readonly made: Made | undefined;
  /** Whether that is of the draft as it is now. */
  readonly current: boolean;
  readonly state: "waiting" | "designing" | "made" | "stopped" | "refused";
  readonly step: SearchStep | undefined;
  readonly refused: Refused | undefined;
  stop(): void;
  /** Designs after a stop. */
  again(): void;
}

/** A finished design. */
export interface Made extends DesignedOutlook {
  readonly document: SurveyDocument;
}

/** A pause before designing, while an author tries this and that. */
const PAUSE = 300;

const analyst = new Analyst();

interface Known {
  readonly made?: Made;
  readonly state: Design["state"];
  readonly step?: SearchStep;
  readonly refused?: Refused;
}

/** The design of a document; none is begun unless `wanted`. */
export function useDesign(document: SurveyDocument, wanted: boolean): Design {
  const key = surveyKey(document);
  const [known, setKnown] = useState<Known>({ state: "waiting" });
  const [attempt, setAttempt] = useState(0);
  const current = known.made !== undefined && surveyKey(known.made.document) === key;
  useEffect(() => {
    analyst.stop();
    if (current) {
      setKnown(({ made }) => ({ ...(made && { made }), state: "made" }));
      return;
    }
    if (!wanted) return;
    const keepMade = (next: Known) => setKnown(({ made }) => ({ ...(made && { made }), ...next }));
    keepMade({ state: "designing" });
    const later = setTimeout(() => {
      analyst
        .ask("design", document, (step) => keepMade({ state: "designing", step }))
        .then(
          (designed) => setKnown({ made: { ...designed, document }, state: "made" }),
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

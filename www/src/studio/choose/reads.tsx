/**
 * The choice of what people will read: each table by itself, or the best guess of all together, and what that may cost tables by themselves.
 * Both errors are shown before it is made.
 */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { Radios } from "../parts/radios";
import { limitOf, readsOf, USUAL_LIMIT } from "./limits";
import { type GuessOutlook, guessOutlooks } from "./outlook";

/** The choice and its errors, where a design for the best guess would err less. */
export function ReadsChoice() {
  const { words, draft, change, design } = useStudio();
  const [looked, setLooked] = useState(USUAL_LIMIT);
  const outlooks = design.made ? guessOutlooks(design.made) : [];
  const limit = draft.reads === undefined ? looked : limitOf(draft.reads);
  const outlook = outlooks.find((own) => own.limit === limit) ?? outlooks.at(-1);
  if (draft.reads === undefined && outlook === undefined) return null;
  const set = (reads: string | undefined) => change((before) => ({ ...before, reads }));
  return (
    <>
      <Radios
        title={words.reads}
        name="reads"
        choices={[
          [undefined, words.readsTables],
          [draft.reads ?? readsOf(outlook?.limit ?? limit), words.readsGuess],
        ]}
        chosen={draft.reads}
        choose={set}
        note={outlook && words.readsNote(outlook)}
      />
      {outlook && outlooks.length > 1 && (
        <Limits
          outlooks={outlooks}
          chosen={outlook.limit}
          choose={(chosen) => {
            setLooked(chosen);
            if (draft.reads !== undefined) set(readsOf(chosen));
          }}
        />
      )}
    </>
  );
}

interface LimitsProps {
  readonly outlooks: readonly GuessOutlook[];
  readonly chosen: number;
  choose(limit: number): void;
}

/** The choice of a limit, each with both errors. */
function Limits({ outlooks, chosen, choose }: LimitsProps) {
  const { words } = useStudio();
  return (
    <Radios
      title={words.readsLimit}
      name="reads-limit"
      choices={outlooks.map((outlook) => [outlook.limit, words.readsLimited(Math.sqrt(outlook.limit) - 1, outlook)])}
      chosen={chosen}
      choose={choose}
    />
  );
}

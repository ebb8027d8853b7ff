/** The choice of what people will read: each table by itself, or the best guess of all together. Both errors are shown before it is made. */

import { useStudio } from "../context";
import { Radios } from "../parts/radios";
import { BEST_GUESS } from "./design";
import { guessOutlook } from "./outlook";

/** The choice and its errors, where a design for the best guess would err less. */
export function ReadsChoice() {
  const { words, draft, change, design } = useStudio();
  const outlook = design.made && guessOutlook(design.made);
  if (draft.reads === undefined && outlook === undefined) return null;
  return (
    <Radios
      title={words.reads}
      name="reads"
      choices={[
        [undefined, words.readsTables],
        [draft.reads ?? BEST_GUESS, words.readsGuess],
      ]}
      chosen={draft.reads}
      choose={(reads) => change((before) => ({ ...before, reads }))}
      note={outlook && words.readsNote(outlook)}
    />
  );
}

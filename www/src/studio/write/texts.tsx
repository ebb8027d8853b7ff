/** The editor of the texts before and after the questions. */

import { useStudio } from "../context";
import { AROUND, type Around, isWritten } from "../draft";
import { TextField } from "../parts/text-field";
import { Fold } from "./fold";
import { Source } from "./source";

/** What is shown before the first question, agreed to in order to send, and shown after the report has arrived. */
export function Texts() {
  const { words, draft } = useStudio();
  return (
    <Fold title={words.aroundTitle} isUsed={AROUND.some((each) => isWritten(draft.texts[each]))}>
      {AROUND.map((each) => (
        <AroundText key={each} which={each} />
      ))}
    </Fold>
  );
}

function AroundText({ which }: { readonly which: Around }) {
  const { words, draft, writing, change, checked } = useStudio();
  const text = draft.texts[which];
  const fault = checked.parts.get(`text ${which}`);
  const write = (typed: string) =>
    change(
      ({ texts, ...rest }) => ({ ...rest, texts: { ...texts, [which]: { ...text, [writing]: typed } } }),
      `around-${which}`,
    );
  return (
    <div>
      <label class="named">
        {words.around[which]}
        <TextField
          lines
          id={`text-${which}`}
          class="wide"
          aria-describedby={`fault-${which}`}
          aria-invalid={fault ? "true" : undefined}
          lang={writing}
          dir="auto"
          value={text[writing] ?? ""}
          write={write}
        />
      </label>
      <Source text={text} />
      <p id={`fault-${which}`} class="error">
        {fault?.message}
      </p>
    </div>
  );
}

/** The texts that are missing in the language that is written, counted and named, each with a way to its field. */

import { useStudio } from "../context";
import { type Missing, missingIn } from "../document/translated";
import { focusOn } from "../parts/focus";
import { languageName } from "./languages";

/** What is missing, if anything is. */
export function MissingTexts() {
  const { words, draft, writing } = useStudio();
  const missing = missingIn(draft, writing);
  if (draft.languages.length < 2 || missing.length === 0) return null;
  return (
    <details class="missing">
      <summary>{words.missingTexts(missing.length, languageName(writing))}</summary>
      <p class="note">{words.missingNote}</p>
      <ul>
        {missing.map(({ what, field }) => (
          <li key={field}>
            <button type="button" class="link" onClick={() => focusOn(field)}>
              <NameOf what={what} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NameOf({ what }: Pick<Missing, "what">) {
  const { words } = useStudio();
  switch (what.kind) {
    case "title":
      return <>{words.surveyTitle}</>;
    case "section":
      return <>{words.section(what.place)}</>;
    case "question":
      return <>{words.question(what.place)}</>;
    case "choice":
    case "row":
    case "reason":
      return <>{`${words.question(what.question)} · ${words[what.kind](what.place)}`}</>;
    default:
      return <>{words.around[what.kind]}</>;
  }
}

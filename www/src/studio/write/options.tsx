/** What most questions do without: folded away until some of it is used. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { namesOf } from "../document/names";
import { type Question, withQuestion } from "../draft";
import { Conditions } from "./conditions";

interface Props {
  readonly question: Question;
  readonly place: number;
  /** Called when they are opened or closed. */
  opened(isOpen: boolean): void;
}

/** When the question is asked, whether it may be left out, in which order its answers are shown, and its name in tables. */
export function Options({ question, place, opened }: Props) {
  const { words, draft, change } = useStudio();
  const { id, kind, optional, random, askedIf, name } = question;
  const [isOpen, setOpen] = useState(false);
  const isUsed = optional || random || askedIf.length > 0;
  const write = (changed: Partial<Question>, field?: string) => change((before) => withQuestion(before, id, changed), field);
  return (
    <details
      class="options"
      open={isOpen || isUsed}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        opened(open);
      }}
    >
      <summary>{words.options}</summary>
      <Conditions question={question} place={place} />
      <div class="besides">
        <label class="check" title={words.optionalNote}>
          <input type="checkbox" checked={optional} onChange={({ currentTarget: { checked } }) => write({ optional: checked })} />
          {words.optional}
        </label>
        {kind !== "number" && (
          <label class="check" title={words.randomNote}>
            <input type="checkbox" checked={random} onChange={({ currentTarget: { checked } }) => write({ random: checked })} />
            {kind === "grid" ? words.randomRows : words.randomChoices}
          </label>
        )}
        <label class="named">
          {words.nameInTables}
          <input
            type="text"
            spellcheck={false}
            autocomplete="off"
            aria-describedby={`name-${id}`}
            value={name}
            placeholder={namesOf(draft)[place]}
            onInput={({ currentTarget: { value } }) => write({ name: value }, `name-${id}`)}
          />
        </label>
        <p id={`name-${id}`} class="note">
          {words.nameNote}
        </p>
      </div>
    </details>
  );
}

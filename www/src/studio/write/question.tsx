/** The editor of one question. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import {
  isBlank,
  isIncomplete,
  type Kind,
  newQuestion,
  newSection,
  type Question,
  withoutQuestion,
  withQuestion,
} from "../draft";
import { fresh } from "../fresh";
import { focusOn } from "../parts/focus";
import { Handle } from "../parts/handle";
import { Icon } from "../parts/icon";
import { TextField } from "../parts/text-field";
import { Toolbar } from "../parts/toolbar";
import { Choices } from "./choices";
import { Edges } from "./edges";
import { Limits } from "./limits";
import { Options } from "./options";
import { Grid } from "./rows";
import { Source } from "./source";

interface Props {
  readonly question: Question;
  readonly place: number;
  move(from: number, to: number): void;
}

/**
 * The question's text, its answers and its faults. Enter leads from the text to the first answer, and arrow keys with Alt move the question, so that the
 * Tab key passes few stops.
 */
export function QuestionCard({ question, place, move }: Props) {
  const { words, draft, writing, change, checked } = useStudio();
  const { id, kind, text } = question;
  const [hasOptions, setOptions] = useState(false);
  const fault = isBlank(question) ? undefined : checked.questions.get(place);
  const state = [fault && "faulty", isIncomplete(question) && "incomplete"].filter(Boolean).join(" ");
  const write = (changed: Partial<Question>, field?: string) =>
    change((before) => withQuestion(before, id, changed), field && `${field}-${id}`);
  const faultId = `fault-${id}`;
  const pressed = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (event.key === "Enter" && !event.isComposing && !event.ctrlKey && !event.metaKey)
      focusOn(`#question-${id} .line [type="text"], #question-${id} .edge input`);
    if (step === undefined || draft.questions[place + step] === undefined) return;
    event.preventDefault();
    move(place, place + step);
    focusOn(`#question-${id} textarea`);
  };
  return (
    <li id={`question-${id}`} class={`written ${state}`.trim()} aria-label={words.question(place + 1)}>
      <div class="asked">
        <Handle
          place={place}
          of={draft.questions.length}
          label={words.moveQuestion(place + 1, draft.questions.length)}
          parts=".written"
          move={move}
        />
        <span class="ordinal" aria-hidden="true">
          {place + 1}
        </span>
        <TextField
          class="text"
          aria-label={words.questionText}
          aria-keyshortcuts="Enter Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={pressed}
          aria-describedby={fault ? faultId : undefined}
          aria-invalid={fault ? "true" : undefined}
          placeholder={place === 0 ? words.questionExample : words.questionText}
          lang={writing}
          dir="auto"
          value={text[writing] ?? ""}
          write={(typed) => write({ text: { ...text, [writing]: typed } }, "text")}
        />
        <Tools question={question} place={place} />
      </div>
      <Source text={text} />
      <div class="answers">
        <Kinds question={question} write={(chosen) => write({ kind: chosen })} />
        {kind === "number" ? (
          <Edges question={question} />
        ) : kind === "grid" ? (
          <Grid question={question} hasOptions={hasOptions} />
        ) : (
          <Choices question={question} hasOptions={hasOptions} />
        )}
        {(kind === "several" || kind === "ranking") && <Limits question={question} />}
        <p id={faultId} class="error fault">
          {fault?.message}
        </p>
        <Options question={question} place={place} opened={setOptions} />
      </div>
    </li>
  );
}

/** The buttons that begin a section with the question, and copy or remove it. */
function Tools({ question, place }: Omit<Props, "move">) {
  const { words, draft, change, announce } = useStudio();
  const copy = () => {
    const copied = { ...newQuestion(), ...question, id: fresh(), name: "" };
    change(({ questions, ...rest }) => ({
      ...rest,
      questions: [...questions.slice(0, place + 1), copied, ...questions.slice(place + 1)],
    }));
    focusOn(`#question-${copied.id} textarea`);
  };
  const remove = () => {
    change((before) => withoutQuestion(before, question.id));
    announce(words.removedQuestion(place + 1));
    const next = draft.questions[place + 1] ?? draft.questions[place - 1];
    focusOn(next ? `#question-${next.id} textarea` : ".add");
  };
  const begin = () => {
    const added = newSection(question.id);
    change((before) => ({ ...before, sections: [...before.sections, added] }));
    focusOn(`#section-${added.id} textarea`);
  };
  const begins = draft.sections.some(({ before }) => before === question.id);
  return (
    <Toolbar class="tools" label={words.toolsOf(place + 1)}>
      {!begins && (
        <button type="button" class="icon" aria-label={words.beginSection(place + 1)} title={words.beginSection(place + 1)} onClick={begin}>
          <Icon name="section" />
        </button>
      )}
      <button type="button" class="icon" aria-label={words.copyQuestion(place + 1)} title={words.copyQuestion(place + 1)} onClick={copy}>
        <Icon name="copy" />
      </button>
      <button type="button" class="icon" aria-label={words.removeQuestion(place + 1)} title={words.removeQuestion(place + 1)} onClick={remove}>
        <Icon name="remove" />
      </button>
    </Toolbar>
  );
}

/** The choice of how the question is answered. */
function Kinds({ question, write }: { readonly question: Question; write(kind: Kind): void }) {
  const { words } = useStudio();
  const kinds: readonly (readonly [Kind, string])[] = [
    ["choice", words.oneChoice],
    ["several", words.severalChoices],
    ["ranking", words.inOrder],
    ["grid", words.grid],
    ["number", words.numberKind],
  ];
  return (
    <fieldset class="segments kinds">
      <legend class="unseen">{words.kind}</legend>
      {kinds.map(([kind, label]) => (
        <label key={kind}>
          <input
            type="radio"
            name={`kind-${question.id}`}
            checked={question.kind === kind}
            onChange={() => write(kind)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

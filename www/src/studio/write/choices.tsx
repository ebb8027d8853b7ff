/** The editor of a question's choices. */

import { useStudio } from "../context";
import { type Choice, moved, newChoice, type Question, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { Handle } from "../parts/handle";
import { Icon } from "../parts/icon";

/** The choices in order; Enter adds another one, Backspace in an empty one removes it. */
export function Choices({ question: { id, choices } }: { readonly question: Question }) {
  const { words, writing, change, announce } = useStudio();
  const write = (changed: readonly Choice[], field?: string) =>
    change((before) => withQuestion(before, id, { choices: changed }), field);
  const insert = (place: number) => {
    const added = newChoice();
    write([...choices.slice(0, place), added, ...choices.slice(place)]);
    focusOn(`#choice-${added.id}`);
  };
  const remove = (place: number) => {
    write(choices.filter((_, other) => other !== place));
    const next = choices[Math.max(place - 1, 0)] === choices[place] ? choices[place + 1] : choices[Math.max(place - 1, 0)];
    focusOn(next ? `#choice-${next.id}` : `#question-${id} .grow`);
  };
  const move = (from: number, to: number) => {
    write(moved(choices, from, to));
    announce(words.movedChoice(from + 1, to + 1, choices.length));
    focusOn(`#row-${choices[from]?.id} .handle`);
  };
  const typed = (place: number, label: string) => {
    const labelled = (choice: Choice) => ({ ...choice, label: { ...choice.label, [writing]: label } });
    write(
      choices.map((choice, other) => (other === place ? labelled(choice) : choice)),
      `label-${choices[place]?.id}`,
    );
  };
  const pressed = (event: KeyboardEvent, place: number) => {
    if (event.isComposing) return;
    const empty = Object.values(choices[place]?.label ?? {}).every((each) => each === "");
    if (event.key === "Enter") insert(place + 1);
    else if (event.key === "Backspace" && empty && choices.length > 2) remove(place);
    else return;
    event.preventDefault();
  };
  const preset = (labels: readonly string[]) => write(labels.map((label) => newChoice(label, writing)));
  const untouched = choices.every(({ label }) => Object.values(label).every((each) => each === ""));
  return (
    <div class="choices">
      <ol data-list>
        {choices.map((choice, place) => (
          <li key={choice.id} id={`row-${choice.id}`} class="choice">
            <Handle
              place={place}
              of={choices.length}
              label={words.moveChoice(place + 1, choices.length)}
              parts=".choice"
              move={move}
            />
            <input
              id={`choice-${choice.id}`}
              type="text"
              autocomplete="off"
              aria-label={words.choice(place + 1)}
              placeholder={words.choice(place + 1)}
              lang={writing}
              dir="auto"
              value={choice.label[writing] ?? ""}
              onInput={(event) => typed(place, event.currentTarget.value)}
              onKeyDown={(event) => pressed(event, place)}
            />
            <button type="button" class="icon" aria-label={words.removeChoice(place + 1)} title={words.removeChoice(place + 1)} onClick={() => remove(place)}>
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ol>
      <p class="more">
        <button type="button" class="button small grow" onClick={() => insert(choices.length)}>
          {words.addChoice}
        </button>
        {untouched && (
          <>
            <button type="button" class="button small" onClick={() => preset([words.no, words.yes])}>
              {words.yesNo}
            </button>
            <button type="button" class="button small" onClick={() => preset(words.agreementScale)}>
              {words.agreement}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** The editor of the conditions under which a question is asked. */

import { useStudio } from "../context";
import { binsOf, inFirst, rangesBetween } from "../document";
import { type Condition, type Draft, NO_ANSWER, type Question, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import type { Words } from "../words/en";
import { rangeOf } from "./ranges";

interface Props {
  readonly question: Question;
  readonly place: number;
}

/** The earlier questions that this one depends on, each with the answers after which it is asked. */
export function Conditions({ question: { id, askedIf }, place }: Props) {
  const { words, draft, change } = useStudio();
  const write = (changed: readonly Condition[]) => change((before) => withQuestion(before, id, { askedIf: changed }));
  const named = (wanted: string) => askedIf.some(({ question }) => question === wanted);
  const left = draft.questions.slice(0, place).filter((each) => !named(each.id));
  const add = () => {
    const nearest = left.at(-1);
    if (nearest === undefined) return;
    write([...askedIf, { question: nearest.id, answers: [] }]);
    focusOn(`#condition-${id}-${askedIf.length} select`);
  };
  if (askedIf.length + left.length === 0) return null;
  return (
    <div class="conditions">
      {askedIf.map((condition, at) => (
        <ConditionFields
          key={at}
          id={`condition-${id}-${at}`}
          legend={at === 0 ? words.askedOnlyIf : words.andIf}
          condition={condition}
          others={left}
          write={(changed) => write(askedIf.map((each, other) => (other === at ? changed : each)))}
          remove={() => {
            write(askedIf.filter((_, other) => other !== at));
            focusOn(`#question-${id} .condition select, #question-${id} .depend`);
          }}
        />
      ))}
      {left.length > 0 && (
        <button type="button" class="button small depend" onClick={add}>
          {words.addCondition}
        </button>
      )}
    </div>
  );
}

interface Fields {
  readonly id: string;
  readonly legend: string;
  readonly condition: Condition;
  /** Other questions that may be chosen. */
  readonly others: readonly Question[];
  write(condition: Condition): void;
  remove(): void;
}

function ConditionFields({ id, legend, condition, others, write, remove }: Fields) {
  const { words, draft } = useStudio();
  const parent = draft.questions.find((each) => each.id === condition.question);
  const offered = parent === undefined ? [] : answersOf(parent, draft, words);
  const choosable = draft.questions.filter((each) => each === parent || others.includes(each));
  const toggle = (answer: string, isWanted: boolean) => {
    const wanted = offered.filter((each) => (each.id === answer ? isWanted : condition.answers.includes(each.id)));
    write({ ...condition, answers: wanted.map((each) => each.id) });
  };
  return (
    <fieldset id={id} class="condition">
      <legend>{legend}</legend>
      <p class="more">
        <select
          aria-label={words.earlierQuestion}
          value={condition.question}
          onChange={({ currentTarget: { value } }) => write({ question: value, answers: [] })}
        >
          {choosable.map((each) => (
            <option key={each.id} value={each.id}>
              {`${draft.questions.indexOf(each) + 1}. ${inFirst(each.text, draft.languages)}`}
            </option>
          ))}
        </select>
        <button type="button" class="icon" aria-label={words.removeCondition} title={words.removeCondition} onClick={remove}>
          <Icon name="remove" />
        </button>
      </p>
      <div class="more" role="group" aria-label={words.wasAnswered}>
        <span aria-hidden="true">{words.wasAnswered}</span>
        {offered.map((answer) => (
          <label key={answer.id} class="check">
            <input
              type="checkbox"
              checked={condition.answers.includes(answer.id)}
              onChange={({ currentTarget: { checked } }) => toggle(answer.id, checked)}
            />
            {answer.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The answers to a question, as conditions name them, with their labels. */
function answersOf(
  question: Question,
  { languages }: Draft,
  words: Words,
): readonly { readonly id: string; readonly label: string }[] {
  const none = question.optional ? [{ id: NO_ANSWER, label: words.noAnswer }] : [];
  if (question.kind === "choice")
    return [...question.choices.map(({ id, label }) => ({ id, label: inFirst(label, languages) })), ...none];
  const ranges = rangesBetween(binsOf(question)).filter(({ from, below }) => !Number.isNaN(from) && !Number.isNaN(below));
  return [...ranges.map(({ value, from, below }) => ({ id: value, label: rangeOf(from, below, words) })), ...none];
}

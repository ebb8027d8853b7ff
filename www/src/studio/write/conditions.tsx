/** The editor of the conditions under which a question is asked. */

import { useStudio } from "../context";
import { type Member, membersOf } from "../document/members";
import { CHOSEN, type Condition, type Question, refOf, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import { answersOf } from "./answers";

interface Props {
  readonly question: Question;
  readonly place: number;
}

/** The earlier questions that this one depends on, each with the answers after which it is asked. */
export function Conditions({ question: { id, askedIf }, place }: Props) {
  const { words, draft, change } = useStudio();
  const write = (changed: readonly Condition[]) => change((before) => withQuestion(before, id, { askedIf: changed }));
  const earlier = membersOf({ ...draft, questions: draft.questions.slice(0, place) });
  const named = (wanted: string) => askedIf.some(({ question, part }) => refOf(question, part) === wanted);
  const left = earlier.filter(({ ref }) => !named(ref));
  const add = () => {
    const nearest = left.at(-1);
    if (nearest === undefined) return;
    write([...askedIf, after(nearest)]);
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

/** A condition on a member, with no answers yet; one on a choice is that it was made. */
function after({ question: { id, kind }, part }: Member): Condition {
  return { question: id, ...(part !== undefined && { part }), answers: kind === "several" ? [CHOSEN] : [] };
}

interface Fields {
  readonly id: string;
  readonly legend: string;
  readonly condition: Condition;
  /** What may be chosen in its place. */
  readonly others: readonly Member[];
  write(condition: Condition): void;
  remove(): void;
}

function ConditionFields({ id, legend, condition, others, write, remove }: Fields) {
  const { words, draft } = useStudio();
  const own = refOf(condition.question, condition.part);
  const members = membersOf(draft);
  const parent = members.find(({ ref }) => ref === own);
  const offered = parent === undefined ? [] : answersOf(parent.question, draft, words);
  const choosable = members.filter((each) => each === parent || others.some(({ ref }) => ref === each.ref));
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
          value={own}
          onChange={({ currentTarget: { value } }) => {
            const chosen = choosable.find(({ ref }) => ref === value);
            if (chosen) write(after(chosen));
          }}
        >
          {parent === undefined && <option value={own} />}
          {choosable.map(({ ref, question, label }) => (
            <option key={ref} value={ref}>
              {`${draft.questions.indexOf(question) + 1}. ${label}`}
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

/** The editor of scores: which questions each adds up, by which numbers, and which of them in reverse. */

import { useStudio } from "../context";
import { scoreNames, wordsIn } from "../document/around";
import { isCompound, type Member, membersOf } from "../document/members";
import { inFirst, namesOf } from "../document/names";
import { newScore, questionIn, type Score } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import { Fold } from "./fold";

/** The scores, and a button that adds one. */
export function Scores() {
  const { words, draft, change } = useStudio();
  const { scores } = draft;
  const add = () => {
    const added = newScore();
    change((before) => ({ ...before, scores: [...before.scores, added] }));
    focusOn(`#score-${added.id} select`);
  };
  return (
    <Fold title={words.scores} isUsed={scores.length > 0}>
      <p class="note">{words.scoresNote}</p>
      {scores.map((score, place) => (
        <ScoreFields key={score.id} score={score} place={place} />
      ))}
      <button type="button" class="button small add-score" onClick={add}>
        {words.addScore}
      </button>
    </Fold>
  );
}

function ScoreFields({ score, place }: { readonly score: Score; readonly place: number }) {
  const { words, draft, change, checked } = useStudio();
  const { id, of, codes } = score;
  const fault = checked.parts.get(`score ${place}`);
  const wrong = wordsIn(codes).filter((word) => !Number.isFinite(Number(word)));
  const write = (changed: Partial<Score>, field?: string) =>
    change(
      ({ scores, ...rest }) => ({
        ...rest,
        scores: scores.map((each) => (each.id === id ? { ...each, ...changed } : each)),
      }),
      field && `${field}-${id}`,
    );
  const remove = () => {
    change(({ scores, ...rest }) => ({ ...rest, scores: scores.filter((each) => each.id !== id) }));
    focusOn(".add-score");
  };
  return (
    <fieldset id={`score-${id}`} class={fault ? "score faulty" : "score"}>
      <legend>{words.score(place + 1)}</legend>
      <p class="more">
        <label class="named">
          {words.nameInTables}
          <input
            type="text"
            class="wide"
            spellcheck={false}
            autocomplete="off"
            value={score.name}
            placeholder={scoreNames(draft, namesOf(draft))[place]}
            onInput={({ currentTarget: { value } }) => write({ name: value }, "score-name")}
          />
        </label>
        <button type="button" class="icon" aria-label={words.removeScore(place + 1)} title={words.removeScore(place + 1)} onClick={remove}>
          <Icon name="remove" />
        </button>
      </p>
      <Scored score={score} write={write} />
      <label class="named">
        {words.scoreCodes}
        <input
          type="text"
          class="wide"
          inputMode="decimal"
          autocomplete="off"
          aria-describedby={`fault-${id}`}
          aria-invalid={wrong.length > 0 || (fault && of.length > 0) ? "true" : undefined}
          placeholder="1, 2, 3, …"
          value={codes}
          onInput={({ currentTarget: { value } }) => write({ codes: value }, "codes")}
        />
      </label>
      <p id={`fault-${id}`} class="error fault">
        {wrong.length > 0 ? wrong.map(words.notANumber).join(" ") : fault?.message}
      </p>
    </fieldset>
  );
}

interface ScoredProps {
  readonly score: Score;
  write(changed: Partial<Score>): void;
}

/** What a score adds up, each with whether its numbers are in reverse, and the choice of more. */
function Scored({ score: { id, of, reversed }, write }: ScoredProps) {
  const { words, draft } = useStudio();
  const members = membersOf(draft);
  const wholes = draft.questions.map((question, place) => ({
    ref: question.id,
    label: `${place + 1}. ${inFirst(question.text, draft.languages)}`,
  }));
  const parts = members
    .filter(({ part }) => part !== undefined)
    .map(({ ref, label, question }) => ({ ref, label: `${draft.questions.indexOf(question) + 1}. ${label}` }));
  const isIn = (ref: string) => of.includes(ref) || of.includes(questionIn(ref));
  const left = draft.questions.flatMap(({ id: question }) =>
    [...wholes, ...parts].filter(({ ref }) => questionIn(ref) === question && !isIn(ref)),
  );
  const isReversed = ({ ref, question }: Member) => reversed.includes(ref) || reversed.includes(question.id);
  const set = (refs: readonly string[], toggled?: Member) => {
    const has = ({ ref, question }: Member) => refs.includes(ref) || refs.includes(question.id);
    const own = members.filter((each) => has(each) && (each === toggled) !== isReversed(each));
    write({ of: refs, reversed: own.map(({ ref }) => ref) });
  };
  const add = (ref: string) => {
    set([...of.filter((each) => questionIn(each) !== ref), ref]);
    focusOn(`#score-${id} select`);
  };
  return (
    <>
      <ul class="scored">
        {of.map((ref) => {
          const own = members.filter((each) => each.ref === ref || each.question.id === ref);
          const label = [...wholes, ...parts].find((each) => each.ref === ref)?.label ?? "";
          const isWhole = own.some(({ question }) => question.id === ref && isCompound(question));
          return (
            <li key={ref}>
              <p class="more">
                <span>{label}</span>
                {!isWhole && own.map((each) => <Reversed key={each.ref} member={each} isReversed={isReversed(each)} toggle={() => set(of, each)} />)}
                <button
                  type="button"
                  class="icon"
                  aria-label={words.removeFromScore(label)}
                  title={words.removeFromScore(label)}
                  onClick={() => set(of.filter((each) => each !== ref))}
                >
                  <Icon name="remove" />
                </button>
              </p>
              {isWhole && (
                <ul>
                  {own.map((each) => (
                    <li key={each.ref} class="more">
                      <span>{each.own}</span>
                      <Reversed member={each} isReversed={isReversed(each)} toggle={() => set(of, each)} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      {left.length > 0 && (
        <select aria-label={words.addToScore} value="" onChange={({ currentTarget: { value } }) => value !== "" && add(value)}>
          <option value="">{words.addToScore}</option>
          {left.map(({ ref, label }) => (
            <option key={ref} value={ref}>
              {label}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

interface ReversedProps {
  readonly member: Member;
  readonly isReversed: boolean;
  toggle(): void;
}

function Reversed({ member: { label }, isReversed, toggle }: ReversedProps) {
  const { words } = useStudio();
  return (
    <label class="check">
      <input type="checkbox" checked={isReversed} aria-label={words.reversedOf(label)} onChange={toggle} />
      <span aria-hidden="true">{words.reversed}</span>
    </label>
  );
}

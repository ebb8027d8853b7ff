/** The editor of one difference that the survey is to find, with what it takes. */

import { useStudio } from "../../context";
import { comparisonOf } from "../../document/comparisons";
import { type Member, membersOf } from "../../document/members";
import type { Comparison, Group } from "../../draft";
import { Icon } from "../../parts/icon";
import { type Answer, answersOf } from "../../write/answers";
import { type Prospects, WAYS } from "./prospects";

interface Props {
  readonly comparison: Comparison;
  readonly place: number;
  readonly prospects: Prospects;
  write(comparison: Comparison, field?: string): void;
  remove(): void;
}

/** The compared question with its answer, the two groups, and the people that are needed. */
export function ComparisonFields({ comparison, place, prospects, write, remove }: Props) {
  const { words, draft } = useStudio();
  const members = membersOf(draft);
  const answersAt = (ref: string) => {
    const member = members.find((each) => each.ref === ref);
    return member === undefined ? [] : answersOf(member.question, draft, words);
  };
  const { id, outcome, answer, by, groups } = comparison;
  const setGroup = (at: number, changed: Partial<Group>, field?: string) => {
    const [one, other] = groups;
    write({ ...comparison, groups: at === 0 ? [{ ...one, ...changed }, other] : [one, { ...other, ...changed }] }, field);
  };
  const regroup = (ref: string) => {
    const [one, other] = answersAt(ref);
    const [before, after] = groups;
    write({ ...comparison, by: ref, groups: [{ ...before, answer: one?.id ?? "" }, { ...after, answer: other?.id ?? "" }] });
  };
  return (
    <fieldset id={`comparison-${id}`} class="difference">
      <legend>
        {words.wantedOf(place + 1)}
        <button type="button" class="icon" aria-label={words.removeWanted(place + 1)} title={words.removeWanted(place + 1)} onClick={remove}>
          <Icon name="remove" />
        </button>
      </legend>
      <QuestionField
        label={words.wantedOutcome}
        members={members}
        chosen={outcome}
        choose={(ref) => write({ ...comparison, outcome: ref, answer: answersAt(ref)[0]?.id ?? "" })}
      />
      <AnswerField
        label={words.wantedAnswer}
        answers={answersAt(outcome)}
        chosen={answer}
        choose={(chosen) => write({ ...comparison, answer: chosen })}
      />
      <QuestionField label={words.wantedBy} members={members} chosen={by} choose={regroup} />
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same two
        <div key={at} class="group-of" role="group" aria-label={words.group(at + 1)}>
          <AnswerField
            label={words.group(at + 1)}
            answers={answersAt(by)}
            chosen={group.answer}
            choose={(chosen) => setGroup(at, { answer: chosen })}
          />
          <Of100
            label={words.groupSize}
            value={group.size}
            write={(size) => setGroup(at, { size: size ?? 0 }, `size-${id}-${at}`)}
          />
          <Of100 label={words.groupShare} value={group.share} write={(share) => setGroup(at, { share }, `share-${id}-${at}`)} />
        </div>
      ))}
      {comparisonOf(draft, comparison) === undefined ? (
        <p class="note">{words.wantedUnfinished}</p>
      ) : (
        <Needed id={id} prospects={prospects} />
      )}
    </fieldset>
  );
}

/** The people that a difference takes under each design that is known, and how often those who are expected find it. */
function Needed({ id, prospects }: { readonly id: string; readonly prospects: Prospects }) {
  const { words, draft, change } = useStudio();
  const known = WAYS.flatMap((way) => {
    const prospect = prospects[way]?.get(id);
    return prospect === undefined || (way === "chosen" && draft.tables === "pairs") ? [] : [{ way, ...prospect }];
  });
  const proposed = prospects.proposed?.get(id)?.respondents ?? undefined;
  if (known.length === 0) return <p role="status">{words.designing}</p>;
  return (
    <>
      <table class="needed">
        <thead>
          <tr>
            <th scope="col">{words.wantedTables}</th>
            <th scope="col" class="figure">
              {words.wantedPeople}
            </th>
            <th scope="col">{words.wantedFound(draft.respondents)}</th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ way, respondents, power }) => (
            <tr key={way}>
              <th scope="row">{words.wantedWays[way]}</th>
              <td class="figure">{respondents === null ? words.noneEnough : words.people(respondents)}</td>
              <td>{power === null ? "–" : words.foundIn(power)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {proposed !== undefined && proposed !== draft.respondents && (
        <button type="button" class="button small" onClick={() => change((before) => ({ ...before, respondents: proposed }))}>
          {words.expectThese(proposed)}
        </button>
      )}
    </>
  );
}

interface QuestionProps {
  readonly label: string;
  readonly members: readonly Member[];
  readonly chosen: string;
  choose(ref: string): void;
}

function QuestionField({ label, members, chosen, choose }: QuestionProps) {
  const { draft } = useStudio();
  return (
    <label class="named">
      {label}
      <select value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
        {!members.some(({ ref }) => ref === chosen) && <option value={chosen} />}
        {members.map(({ ref, question, label: text }) => (
          <option key={ref} value={ref}>
            {`${draft.questions.indexOf(question) + 1}. ${text}`}
          </option>
        ))}
      </select>
    </label>
  );
}

interface AnswerProps {
  readonly label: string;
  readonly answers: readonly Answer[];
  readonly chosen: string;
  choose(answer: string): void;
}

function AnswerField({ label, answers, chosen, choose }: AnswerProps) {
  return (
    <label class="named">
      {label}
      <select value={chosen} onChange={({ currentTarget: { value } }) => choose(value)}>
        {!answers.some(({ id }) => id === chosen) && <option value={chosen} />}
        {answers.map(({ id, label: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number | undefined;
  write(value: number | undefined): void;
}

function Of100({ label, value, write }: NumberProps) {
  return (
    <label class="named">
      {label}
      <input
        type="number"
        class="number"
        min={0}
        max={100}
        step="any"
        value={value ?? ""}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (Number.isNaN(valueAsNumber)) write(undefined);
          else if (valueAsNumber >= 0 && valueAsNumber <= 100) write(valueAsNumber);
        }}
      />
    </label>
  );
}

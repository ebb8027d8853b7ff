/** The question "What do you want to know?": differences to find, what each takes, and the tables that are proposed for them. */

import { useStudio } from "../../context";
import { membersOf } from "../../document/members";
import { type Comparison, type Draft, isIncomplete } from "../../draft";
import { fresh } from "../../fresh";
import { focusOn } from "../../parts/focus";
import type { Words } from "../../words/en";
import { answersOf } from "../../write/answers";
import { isSound } from "../../write/checked";
import { ComparisonFields } from "./fields";
import { Proposal } from "./proposal";
import { useProspects } from "./prospects";

/** The differences; nothing where there are no two questions. */
export function Wanted() {
  const { words, draft, change, checked } = useStudio();
  const { comparisons } = draft;
  const prospects = useProspects(draft, isSound(checked));
  const write = (changed: readonly Comparison[]) => change((before) => ({ ...before, comparisons: changed }));
  if (comparisons.length === 0 && membersOf(draft).filter(({ question }) => !isIncomplete(question)).length < 2) return null;
  const add = () => {
    const added = first(draft, words);
    if (added === undefined) return;
    write([...comparisons, added]);
    focusOn(`#comparison-${added.id} select`);
  };
  return (
    <div class="card-of wanted">
      <h2>{words.wanted}</h2>
      <p class="note">{words.wantedNote}</p>
      {comparisons.map((comparison, place) => (
        <ComparisonFields
          key={comparison.id}
          comparison={comparison}
          place={place}
          prospects={prospects}
          write={(changed, field) =>
            change((before) => ({ ...before, comparisons: before.comparisons.map((each) => (each.id === changed.id ? changed : each)) }), field)
          }
          remove={() => {
            write(comparisons.filter(({ id }) => id !== comparison.id));
            focusOn(".add-wanted");
          }}
        />
      ))}
      <button type="button" class="button small add-wanted" onClick={add}>
        {words.addWanted}
      </button>
      {comparisons.length > 0 && (
        <>
          <p class="note">{words.wantedHow}</p>
          <Proposal />
        </>
      )}
    </div>
  );
}

/** A comparison of the first question that is not compared yet, by the one after it; undefined where there are no two. */
function first(draft: Draft, words: Words): Comparison | undefined {
  const members = membersOf(draft);
  const place = members.findIndex(({ ref }) => !draft.comparisons.some(({ outcome }) => outcome === ref));
  const outcome = members[Math.max(place, 0)];
  const by = members.find((member) => member.question !== outcome?.question) ?? members.find((member) => member !== outcome);
  if (outcome === undefined || by === undefined) return undefined;
  const [answers, groups] = [outcome, by].map(({ question }) => answersOf(question, draft, words));
  const group = (at: number) => ({ answer: groups?.[at]?.id ?? "", size: Math.floor(100 / Math.max(groups?.length ?? 2, 2)) });
  return { id: fresh(), outcome: outcome.ref, answer: answers?.[1]?.id ?? "", by: by.ref, groups: [group(0), group(1)] };
}

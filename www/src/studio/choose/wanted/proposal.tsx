/** The tables that the differences take, and what each further one costs. */

import { useState } from "preact/hooks";
import { useStudio } from "../../context";
import { comparisonOf, isSame, tablesFor } from "../../document/comparisons";
import { membersOf } from "../../document/members";
import { inFirst, namesOf } from "../../document/names";
import type { Draft } from "../../draft";
import { isSound } from "../../write/checked";
import { type Cost, furtherTables, useFurther } from "./further";
import { unitedTables } from "./prospects";

/** The proposal with the button that takes it; nothing where no difference is complete. */
export function Proposal() {
  const { words, draft, change } = useStudio();
  const { comparisons, tables } = draft;
  if (comparisons.every((comparison) => comparisonOf(draft, comparison) === undefined)) return null;
  const proposed = tablesFor(comparisons);
  const isRead =
    tables !== "pairs" && tables.length === proposed.length && tables.every((table) => proposed.some((each) => isSame(each, table)));
  return (
    <>
      <p>{words.proposed(proposed.map((table) => titleIn(draft, table)))}</p>
      {isRead ? (
        <p role="status">{words.proposedRead}</p>
      ) : (
        <button type="button" class="button small" onClick={() => change((before) => ({ ...before, tables: tablesFor(before.comparisons) }))}>
          {words.propose}
        </button>
      )}
      {furtherTables(draft).length > 0 && <Further />}
    </>
  );
}

function Further() {
  const { words, draft, checked } = useStudio();
  const [isOpen, setOpen] = useState(false);
  const costs = useFurther(draft, isOpen && isSound(checked));
  const all = furtherTables(draft).length;
  return (
    <details class="further" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{words.further}</summary>
      <p class="note">{words.furtherNote}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.furtherTable}</th>
            <th scope="col">{words.wantedPeople}</th>
            <th scope="col">{words.furtherError}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <CostRow key={cost.table.join()} cost={cost} />
          ))}
        </tbody>
      </table>
      <p class="note" role="status">
        {words.computedOf(costs.length, all)}
      </p>
    </details>
  );
}

function CostRow({ cost: { table, before, after, times } }: { readonly cost: Cost }) {
  const { words, draft, change } = useStudio();
  const title = titleIn(draft, table);
  const add = () => change((earlier) => ({ ...earlier, tables: [...unitedTables(earlier), table] }));
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {before === null || after === null ? words.noneEnough : `${words.change(after / before)}: ${words.furtherPeople(before, after)}`}
      </td>
      <td>{times === undefined ? "–" : words.change(times)}</td>
      <td>
        <button type="button" class="button small" aria-label={`${words.readToo}: ${title}`} onClick={add}>
          {words.readToo}
        </button>
      </td>
    </tr>
  );
}

/** The title of a table: the texts of what it is about. */
function titleIn(draft: Draft, table: readonly string[]): string {
  const names = namesOf(draft);
  const text = (ref: string) => {
    const place = draft.questions.findIndex(({ id }) => id === ref);
    const question = draft.questions[place];
    if (question) return inFirst(question.text, draft.languages) || (names[place] ?? "");
    return membersOf(draft).find((member) => member.ref === ref)?.label ?? "";
  };
  // Isolated, since a question may have another text direction than the page.
  return table.map((ref) => `\u2068${text(ref)}\u2069`).join(" × ");
}

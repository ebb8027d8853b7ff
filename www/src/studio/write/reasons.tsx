/** The editor of what can be answered in place of a number: that one prefers not to say it, or does not know. */

import type { Role } from "candor";
import { useStudio } from "../context";
import { type Choice, newChoice, type Question, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { Icon } from "../parts/icon";
import { Toolbar } from "../parts/toolbar";
import { Source } from "./source";

/** The answers beside a number, each with its words, and buttons for those that are not there yet. */
export function Reasons({ question: { id, reasons } }: { readonly question: Question }) {
  const { words, writing, change } = useStudio();
  const write = (changed: readonly Choice[], field?: string) =>
    change((before) => withQuestion(before, id, { reasons: changed }), field);
  const add = (role: Role) => {
    const added = { ...newChoice(words.roles[role], writing), role };
    write([...reasons, added]);
    focusOn(`#reason-${added.id}`);
  };
  const typed = (place: number, label: string) =>
    write(
      reasons.map((each, other) => (other === place ? { ...each, label: { ...each.label, [writing]: label } } : each)),
      `reason-${reasons[place]?.id}`,
    );
  const missing = (["refused", "dont-know"] as const).filter((role) => !reasons.some((each) => each.role === role));
  return (
    <div class="lines">
      <ul aria-label={words.besideNumber}>
        {reasons.map((reason, place) => (
          <li key={reason.id} class="line">
            <input
              id={`reason-${reason.id}`}
              type="text"
              autocomplete="off"
              aria-label={words.reason(place + 1)}
              lang={writing}
              dir="auto"
              value={reason.label[writing] ?? ""}
              onInput={(event) => typed(place, event.currentTarget.value)}
            />
            <button
              type="button"
              class="icon"
              aria-label={words.removeReason(place + 1)}
              title={words.removeReason(place + 1)}
              onClick={() => write(reasons.filter((each) => each !== reason))}
            >
              <Icon name="remove" />
            </button>
            <Source text={reason.label} />
          </li>
        ))}
      </ul>
      <Toolbar class="more" label={words.besideNumber}>
        {missing.map((role) => (
          <button key={role} type="button" class="button small" onClick={() => add(role)}>
            {words.addReason(words.roles[role])}
          </button>
        ))}
      </Toolbar>
    </div>
  );
}

/** The editor of a question's choices, with what each is or excludes. */

import type { Role } from "candor";
import { useRef } from "preact/hooks";
import { useStudio } from "../context";
import { type Choice, isWritten, newChoice, type Question, withQuestion } from "../draft";
import { focusOn } from "../parts/focus";
import { type Line, Lines } from "./lines";

interface Option extends Line {
  readonly choice: Choice;
}

interface Props {
  readonly question: Question;
  /** Whether what each choice is can be chosen, even where all are ordinary answers. */
  readonly hasOptions: boolean;
}

/** The choices of a question of one or several of them, the items of a ranking, or the scale of a grid. */
export function Choices({ question: { id, kind, choices }, hasOptions }: Props) {
  const { words, writing, change } = useStudio();
  // Once a choice is in a role, the field stays, so that the focus does when the role is taken back.
  const hadRoles = useRef(false);
  hadRoles.current ||= choices.some(({ role }) => role !== undefined);
  const write = (changed: readonly Choice[], field?: string) =>
    change((before) => withQuestion(before, id, { choices: changed }), field);
  const preset = (labels: readonly string[]) => write(labels.map((label) => newChoice(label, writing)));
  const set = (place: number, changed: Partial<Choice>) =>
    write(choices.map((choice, other) => (other === place ? { ...choice, ...changed } : choice)));
  const refuse = () => {
    const own = kind === "several" ? { excludes: true } : { role: "refused" as const };
    const added = { ...newChoice(words.roles.refused, writing), ...own };
    write([...choices, added]);
    focusOn(`#line-${added.id}`);
  };
  const refusal = choices.some(({ role, label }) => role === "refused" || label[writing] === words.roles.refused);
  const untouched = !choices.some(({ label }) => isWritten(label));
  return (
    <Lines
      lines={choices.map(option)}
      words={{
        line: words.choice,
        add: words.addChoice,
        remove: words.removeChoice,
        move: words.moveChoice,
        moved: words.movedChoice,
      }}
      adding={words.addingChoices}
      otherwise={`#question-${id} .grow`}
      make={() => option(newChoice())}
      write={(options, field) => write(options.map(({ choice, text }) => ({ ...choice, label: text })), field)}
      beside={({ choice: { role, excludes } }, place) =>
        kind === "several" ? (
          <label class="check" title={words.aloneNote}>
            <input
              type="checkbox"
              checked={excludes === true}
              aria-label={words.aloneOf(place + 1)}
              onChange={({ currentTarget: { checked } }) => set(place, { excludes: checked || undefined })}
            />
            <span aria-hidden="true">{words.alone}</span>
          </label>
        ) : kind === "ranking" || !(hasOptions || hadRoles.current) ? null : (
          <RoleField label={words.roleOf(place + 1)} role={role} choose={(chosen) => set(place, { role: chosen })} />
        )
      }
    >
      {untouched && kind !== "several" && kind !== "ranking" && (
        <>
          <button type="button" class="button small" onClick={() => preset([words.no, words.yes])}>
            {words.yesNo}
          </button>
          <button type="button" class="button small" onClick={() => preset(words.agreementScale)}>
            {words.agreement}
          </button>
        </>
      )}
      {!refusal && kind !== "ranking" && (
        <button type="button" class="button small" onClick={refuse}>
          {words.addReason(words.roles.refused)}
        </button>
      )}
    </Lines>
  );
}

function option(choice: Choice): Option {
  return { id: choice.id, text: choice.label, choice };
}

/** The choice of what a choice is: an ordinary answer, or one in a role. */
function RoleField({ label, role, choose }: { readonly label: string; readonly role: Role | undefined; choose(role: Role | undefined): void }) {
  const { words } = useStudio();
  return (
    <select
      class={role === undefined ? "role ordinary" : "role"}
      aria-label={label}
      title={words.roleNote}
      value={role ?? ""}
      onChange={({ currentTarget: { value } }) => choose(value === "" ? undefined : (value as Role))}
    >
      <option value="">{words.ordinary}</option>
      {(["refused", "dont-know", "other"] as const).map((each) => (
        <option key={each} value={each}>
          {words.roles[each]}
        </option>
      ))}
    </select>
  );
}

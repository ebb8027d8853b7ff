/** The fields for how many of several choices may be made, or items be put in order. */

import { useStudio } from "../context";
import { ranksOf } from "../document/ranks";
import { type Question, withQuestion } from "../draft";

/** The least and the largest number of choices, or the number of places; each may be left empty. */
export function Limits({ question }: { readonly question: Question }) {
  const { id, kind, atLeast, atMost, choices, places } = question;
  const { words, change } = useStudio();
  const fields =
    kind === "ranking"
      ? ([["places", words.places, places]] as const)
      : ([
          ["atLeast", words.atLeast, atLeast],
          ["atMost", words.atMost, atMost],
        ] as const);
  return (
    <p class="more limits">
      {fields.map(([member, label, value]) => (
        <label key={member} class="named">
          {label}
          <input
            type="number"
            class="number"
            min={0}
            step={1}
            value={value ?? ""}
            placeholder={member === "places" ? String(ranksOf({ choices }).length) : undefined}
            onInput={({ currentTarget: { value: typed, valueAsNumber } }) => {
              if (typed !== "" && !Number.isSafeInteger(valueAsNumber)) return;
              const limit = typed === "" || valueAsNumber < 0 ? undefined : valueAsNumber;
              change((before) => withQuestion(before, id, { [member]: limit }), `${member}-${id}`);
            }}
          />
        </label>
      ))}
    </p>
  );
}

/** The fields for how many of several choices may be made. */

import { useStudio } from "../context";
import { type Question, withQuestion } from "../draft";

/** The least and the largest number; either may be left empty. */
export function Limits({ question: { id, atLeast, atMost } }: { readonly question: Question }) {
  const { words, change } = useStudio();
  const fields = [
    ["atLeast", words.atLeast, atLeast],
    ["atMost", words.atMost, atMost],
  ] as const;
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

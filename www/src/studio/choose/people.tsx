/** How many people are expected to answer. */

import { useStudio } from "../context";

const USUAL = [200, 1000, 5000, 20_000];

/** A number field, with buttons for common numbers. */
export function People() {
  const { words, draft, change } = useStudio();
  const set = (respondents: number, field?: string) => change((before) => ({ ...before, respondents }), field);
  return (
    <div class="card-of">
      <h2 id="people-title">{words.respondents}</h2>
      <p class="more">
        <input
          type="number"
          class="number"
          min={1}
          step={1}
          aria-labelledby="people-title"
          value={draft.respondents}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (Number.isSafeInteger(valueAsNumber) && valueAsNumber >= 0) set(valueAsNumber, "respondents");
          }}
        />
        {USUAL.map((usual) => (
          <button
            key={usual}
            type="button"
            class="button small"
            aria-pressed={draft.respondents === usual}
            onClick={() => set(usual)}
          >
            {words.number(usual)}
          </button>
        ))}
      </p>
    </div>
  );
}

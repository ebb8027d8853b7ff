/** The choice of ε: how much one report may tell, on a scale of posterior beliefs about 100 people. */

import { factor, posterior } from "candor/sentences";
import { useStudio } from "../context";

/** The prior belief that figures start from, in people of 100; the package's sentences start from the same one. */
export const BEFORE = 10;

/** The values of ε at which the name of the protection changes to a weaker one. */
const STRENGTHS = [0.5, 1, 2, 3, 4.5];

const [LEAST, MOST, STEP] = [0.1, 6, 0.1];

/** A slider, with a hundred people before and after a report. */
export function PrivacyScale() {
  const { words, draft, change, language } = useStudio();
  const { epsilon } = draft;
  const set = (chosen: number) => change((before) => ({ ...before, epsilon: chosen }), "epsilon");
  const { least, most } = posterior(epsilon, BEFORE);
  const strength = words.strengths[STRENGTHS.filter((limit) => epsilon > limit).length] ?? "";
  return (
    <div class="card-of">
      <h2 id="scale-title">{words.tells}</h2>
      <p class="note">{words.tellsNote}</p>
      <div class="beliefs">
        <figure>
          <figcaption>
            {words.before} <strong>{words.beforeFigure(BEFORE)}</strong> {words.beforeNote}
          </figcaption>
          <Hundred least={BEFORE} most={BEFORE} />
        </figure>
        <figure>
          <figcaption>
            {words.after}: <strong>{words.afterFigure(least, most)}</strong> {words.afterNote}
          </figcaption>
          <Hundred least={least} most={most} />
        </figure>
      </div>
      <input
        type="range"
        class="scale"
        min={LEAST}
        max={MOST}
        step={STEP}
        aria-labelledby="scale-title"
        aria-valuetext={`${words.tellsValue(BEFORE, least, most)}; ${words.strength(strength)}`}
        value={epsilon}
        onInput={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <p class="ends" aria-hidden="true">
        <span>{words.lessTold}</span>
        <span>{words.moreTold}</span>
      </p>
      <p class="strength">
        <strong>{words.strength(strength)}.</strong> {words.odds(factor(language, epsilon))}{" "}
        <label class="exact">
          {words.exactLevel}
          <input
            type="number"
            class="number"
            min={0}
            step="any"
            aria-describedby="exact-note"
            value={epsilon}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (valueAsNumber > 0 && valueAsNumber <= 64) set(valueAsNumber);
            }}
          />
        </label>
      </p>
      <p id="exact-note" class="note">
        {words.exactNote}
      </p>
    </div>
  );
}

/** A hundred people: those who are in the belief at least, those who may be, and the others. */
function Hundred({ least, most }: { readonly least: number; readonly most: number }) {
  return (
    <span class="hundred" aria-hidden="true">
      {Array.from({ length: 100 }, (_, person) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: people are nothing but their places
        <i key={person} class={person < least ? "sure" : person < most ? "maybe" : ""} />
      ))}
    </span>
  );
}

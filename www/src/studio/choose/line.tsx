/** Shows the design's error between the lower bound for any protocol and that of independent perturbation. */

import { useStudio } from "../context";
import type { Made } from "./design";
import { timesTheBound } from "./outlook";

/** A line between the two errors, with a point for the design. */
export function BoundLine({ made: { expected } }: { readonly made: Made }) {
  const { words } = useStudio();
  const times = timesTheBound(expected);
  if (times === undefined) return null;
  const { own, independent } = times;
  const far = Math.max(independent ?? own, own, 1.01);
  const place = Math.log(own) / Math.log(far);
  const shown = (factor: number) => (Math.ceil(factor * 100 - 1e-9) / 100).toFixed(2);
  return (
    <div class="bound">
      <h3>{words.lineTitle}</h3>
      <div class="bound-line" aria-hidden="true">
        <i style={{ insetInlineStart: `${100 * place}%` }} />
      </div>
      <p class="ends" aria-hidden="true">
        <span>
          {words.lineTimes("1")} {words.lineBest}
        </span>
        {independent !== undefined && (
          <span>
            {words.lineTimes(shown(independent))} {words.lineIndependent}
          </span>
        )}
      </p>
      <p class="note">
        {independent === undefined
          ? words.lineSentenceAlone(shown(own))
          : words.lineSentence(shown(own), shown(independent))}
      </p>
    </div>
  );
}

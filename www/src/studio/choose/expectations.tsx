/** The effects of the choices: intervals, a verdict, the quality of the design, the promises. */

import { useStudio } from "../context";
import { BoundLine } from "./line";
import { Margins } from "./margins";
import { PromiseCards } from "./promises";
import { Progress } from "./progress";
import { VerdictCard } from "./verdict";

/** Shows all effects; those of earlier choices are dimmed until the new design is ready. */
export function Expectations() {
  const { words, design } = useStudio();
  const { made, current } = design;
  const isBusy = design.state === "designing" || (current && made?.guesses === undefined);
  return (
    <section class="expected" aria-labelledby="expected-title" aria-busy={isBusy}>
      <h2 id="expected-title">{words.expect}</h2>
      <Progress />
      {made && (
        <div class={current ? "outcome" : "outcome earlier"}>
          <VerdictCard made={made} />
          <Margins made={made} />
          <BoundLine made={made} />
          <PromiseCards made={made} />
        </div>
      )}
    </section>
  );
}

/** What the choices lead to: intervals, a verdict, how good the design is, the promises. */

import { useStudio } from "../context";
import { BoundLine } from "./line";
import { Margins } from "./margins";
import { PromiseCards } from "./promises";
import { Progress } from "./progress";
import { VerdictCard } from "./verdict";

/** All of it; what belongs to earlier choices is dimmed until the new design is there. */
export function Expectations() {
  const { words, design } = useStudio();
  const { made, current } = design;
  return (
    <section class="expected" aria-labelledby="expected-title">
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

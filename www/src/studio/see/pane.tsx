/** The step "See": the page as respondents see it, and a simulated survey. */

import { useStudio } from "../context";
import { NeedsDesign } from "../parts/needs-design";
import { Preview } from "./preview";
import { Simulator } from "./simulator";

/** Shows the step for the current design. */
export function SeePane() {
  const { words, design, goTo } = useStudio();
  const { made, current } = design;
  return (
    <section aria-label={words.see} class="see">
      {made && current ? (
        <>
          <Preview key={made.plan.fingerprint} plan={made.plan} />
          <Simulator key={`simulated ${made.plan.fingerprint}`} plan={made.plan} />
        </>
      ) : (
        <NeedsDesign />
      )}
      <div class="onward">
        <span />
        <button type="button" class="button primary" onClick={() => goTo("publish")}>
          {words.goToPublish}
        </button>
      </div>
    </section>
  );
}

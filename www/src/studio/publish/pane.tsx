/** The step "Publish": the plan and everything made from it. */

import { useState } from "preact/hooks";
import type { Terms } from "../../answer/terms";
import { useStudio } from "../context";
import { download } from "../files";
import { NeedsDesign } from "../parts/needs-design";
import type { Made } from "../choose/design";
import { AtACollector } from "./collector";
import { Embed } from "./embed";
import { Looks } from "./looks";
import { OwnPage } from "./own-page";
import { Papers } from "./papers";
import { TermsField } from "./terms";

/** Shows the step for the current design. */
export function PublishPane() {
  const { words, design } = useStudio();
  const { made, current } = design;
  return (
    <section aria-label={words.publish} class="publish">
      {made && current ? <Publishing key={made.plan.fingerprint} made={made} /> : <NeedsDesign />}
    </section>
  );
}

function Publishing({ made: { plan } }: { readonly made: Made }) {
  const { words, draft } = useStudio();
  const [terms, setTerms] = useState<Terms>({});
  return (
    <>
      <div class="card-of">
        <h2>{words.planTitle}</h2>
        <p class="note">{words.planNote}</p>
        <p>
          {words.fingerprint}
          <br />
          <code>{plan.fingerprint}</code>
        </p>
        <p class="note">{words.fingerprintNote}</p>
        <p class="more">
          <button
            type="button"
            class="button primary"
            onClick={() => download(`${plan.survey}.plan.json`, "application/json", `${JSON.stringify(plan)}\n`)}
          >
            {words.downloadPlan}
          </button>
        </p>
      </div>
      <Looks />
      <TermsField terms={terms} set={setTerms} />
      <AtACollector plan={plan} terms={terms} />
      <OwnPage plan={plan} terms={terms} />
      <Embed plan={plan} />
      <Papers plan={plan} kept={terms.kept} respondents={draft.respondents} />
    </>
  );
}

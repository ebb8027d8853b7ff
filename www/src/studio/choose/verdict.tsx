/** The verdict on whether the survey asks too much of too few people, with advice. */

import { posterior } from "candor/sentences";
import type { ComponentChildren } from "preact";
import { useStudio } from "../context";
import type { Draft } from "../draft";
import type { Made } from "./design";
import { outlooks, peopleFor, titleOf, verdictOn, widest } from "./outlook";
import { BEFORE } from "./scale";

/** The margin that the advice aims at. */
const AIM = 0.05;

/** By how much the advice raises ε, and up to which ε it does. */
const [RAISE, RAISED_AT_MOST] = [0.5, 3];

/** One plain sentence, and advice with buttons that apply it. */
export function VerdictCard({ made: { expected, document, plan } }: { readonly made: Made }) {
  const { words, draft, change, writing } = useStudio();
  const respondents = document.respondents ?? 0;
  const worst = widest(outlooks(expected));
  if (worst === undefined) return null;
  const verdict = verdictOn(worst);
  const title = { good: words.verdictGood, fair: words.verdictFair, poor: words.verdictPoor }[verdict];
  const needed = peopleFor(AIM, worst, respondents);
  const raised = Math.min(RAISED_AT_MOST, draft.epsilon + RAISE);
  const set = (changed: Partial<Draft>) => change((before) => ({ ...before, ...changed }));
  const { least, most } = posterior(raised, BEFORE);
  return (
    <div class={`verdict-card ${verdict}`}>
      <h3>{title}</h3>
      <p>
        {verdict === "good" || worst.margin === undefined
          ? words.verdictSentence(worst.margin ?? 1, respondents)
          : words.verdictWorst(worst.margin, respondents, titleOf(worst.attributes, plan, writing))}
      </p>
      {verdict !== "good" && (
        <>
          <h4>{words.helpTitle}</h4>
          <ul>
            {needed !== undefined && (
              <Advice apply={() => set({ respondents: needed })}>{words.helpPeople(needed)}</Advice>
            )}
            {draft.tables !== "pairs" && draft.tables.length === 0 ? null : (
              <Advice apply={() => set({ tables: [] })}>{words.helpTables}</Advice>
            )}
            {raised > draft.epsilon && (
              <Advice apply={() => set({ epsilon: raised })}>{words.helpEpsilon(least, most)}</Advice>
            )}
            <li>{words.helpCategories}</li>
          </ul>
        </>
      )}
    </div>
  );
}

function Advice({ apply, children }: { apply(): void; readonly children: ComponentChildren }) {
  const { words } = useStudio();
  return (
    <li>
      {children}{" "}
      <button type="button" class="button small" onClick={apply}>
        {words.apply}
        <span class="unseen">: {children}</span>
      </button>
    </li>
  );
}

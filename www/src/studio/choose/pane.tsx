/**
 * The step "Choose": what the survey is to find, how many people answer, how much a report may tell, which tables are read, and the effects of these choices.
 */

import { useStudio } from "../context";
import { Radios } from "../parts/radios";
import { Expectations } from "./expectations";
import { People } from "./people";
import { ReadsChoice } from "./reads";
import { PrivacyScale } from "./scale";
import { TablesToRead } from "./tables";
import { Wanted } from "./wanted/card";

/** The choices on one side, what to expect on the other. */
export function ChoosePane() {
  const { words, goTo, draft, change } = useStudio();
  return (
    <section aria-label={words.choose} class="choose">
      <div class="chosen">
        <Wanted />
        <People />
        <PrivacyScale />
        <TablesToRead />
        <ReadsChoice />
        <Radios
          title={words.ask}
          name="ask"
          choices={[
            [false, words.askAll],
            [true, words.askDrawn],
          ]}
          chosen={draft.drawn}
          choose={(drawn) => change((before) => ({ ...before, drawn }))}
        />
        <div>
          <label class="check">
            <input
              type="checkbox"
              checked={draft.partial}
              aria-describedby="partial-cost"
              onChange={(event) => {
                const partial = event.currentTarget.checked;
                change((before) => ({ ...before, partial }));
              }}
            />
            {words.partial}
          </label>
          <p id="partial-cost" class="note">
            {words.partialCost}
          </p>
        </div>
        <Radios
          title={words.who}
          name="who"
          choices={[
            [undefined, words.everybody],
            ["blind" as const, words.invitedBlind],
            ["plain" as const, words.invitedPlain],
          ]}
          chosen={draft.invitations}
          note={words.whoNote}
          choose={(invitations) => change((before) => ({ ...before, invitations }))}
        />
      </div>
      <Expectations />
      <div class="onward">
        <span />
        <button type="button" class="button primary" onClick={() => goTo("see")}>
          {words.goToSee}
        </button>
      </div>
    </section>
  );
}

/** Publishing at a collector with an author's token; shows the respondents' address and its QR code. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { settingsOfTerms, type Terms } from "../../answer/terms";
import { settingsOf } from "../../survey-theme/theme";
import { useStudio } from "../context";
import { documentOf } from "../document/write";
import { isShared, publishedAt, remember } from "../run/published";
import { collectorAddress, servingAddress } from "./address";
import { AddressField } from "./address-field";
import { Earlier } from "./earlier";
import { Invitations } from "./invitations";
import { Links } from "./links";
import { type Outcome, publish } from "./post";
import { Why } from "./why";

/** The maximum number of invitations that a collector makes at a time. */
const MOST_INVITATIONS = 10_000;

/** The fields for address and token, and the address at which respondents answer. */
export function AtACollector({ plan, terms }: { readonly plan: PlanDocument; readonly terms: Terms }) {
  const { words, looks, draft } = useStudio();
  const [address, setAddress] = useState(servingAddress);
  const [token, setToken] = useState("");
  const [invitations, setInvitations] = useState(100);
  const [faulty, setFaulty] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | "publishing">();
  const send = async () => {
    const collector = collectorAddress(address);
    setFaulty(collector === undefined);
    setOutcome(undefined);
    if (collector === undefined) return;
    setOutcome("publishing");
    const settings = settingsOf(looks) + settingsOfTerms(terms);
    const answer = await publish(plan, collector, token, terms.kept, { number: invitations, settings });
    if (answer.at === "new" || answer.at === "before") remember(publishedAt(collector, plan, terms, documentOf(draft)));
    setOutcome(answer);
    setToken("");
  };
  return (
    <form
      class="card-of"
      noValidate
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{words.collectorTitle}</h2>
      <p class="note">{words.collectorNote}</p>
      <Earlier plan={plan} />
      <AddressField id="collector" value={address} faulty={faulty} write={setAddress} />
      <label class="named">
        {words.token}
        <input
          type="password"
          class="wide"
          dir="ltr"
          autocomplete="off"
          value={token}
          aria-describedby="token-note"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <p id="token-note" class="note">
        {words.tokenNote}
      </p>
      {plan.invitations !== undefined && (
        <label class="named">
          {words.invitations}
          <input
            type="number"
            class="number"
            min={1}
            max={MOST_INVITATIONS}
            step={1}
            value={invitations}
            onInput={({ currentTarget: { valueAsNumber } }) => setInvitations(valueAsNumber || 0)}
          />
        </label>
      )}
      <p class="more">
        <button type="submit" class="button primary" disabled={outcome === "publishing"}>
          {words.publishThere}
        </button>
        <span role="status">{outcome === "publishing" ? words.publishing : ""}</span>
      </p>
      {outcome !== undefined && outcome !== "publishing" && <Told outcome={outcome} plan={plan} terms={terms} />}
    </form>
  );
}

interface ToldProps {
  readonly outcome: Outcome;
  readonly plan: PlanDocument;
  readonly terms: Terms;
}

function Told({ outcome, plan, terms }: ToldProps) {
  const { words } = useStudio();
  const { survey } = plan;
  if (outcome.at === "unreachable" || outcome.at === "refused")
    return (
      <p class="error" role="alert">
        {words.publishFailed} <Why refusal={outcome} />
      </p>
    );
  if (outcome.invitations)
    return (
      <div role="status" class="published">
        <Invitations survey={survey} made={outcome.invitations} said={words.invited} />
      </div>
    );
  return (
    <div role="status" class="published">
      <Links
        link={outcome.link}
        survey={survey}
        said={outcome.at === "new" ? words.publishedNew : words.publishedBefore}
        isShared={isShared(plan)}
        terms={terms}
      />
    </div>
  );
}

/** Publishing at a collector with an author's token; shows the respondents' address and its QR code. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { type Published, remember } from "../run/published";
import { collectorAddress } from "./address";
import { AddressField } from "./address-field";
import { Invitations } from "./invitations";
import { Links } from "./links";
import { type Outcome, publish } from "./post";
import { Why } from "./why";

/** The maximum number of invitations that a collector makes at a time. */
const MOST_INVITATIONS = 10_000;

/** The fields for address and token, and the address at which respondents answer. */
export function AtACollector({ plan }: { readonly plan: PlanDocument }) {
  const { words } = useStudio();
  const [address, setAddress] = useState(location.protocol.startsWith("http") ? location.origin : "");
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
    const answer = await publish(plan, collector, token, invitations);
    if (answer.at === "new" || answer.at === "before") remember(publishedAt(collector, plan));
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
      {outcome !== undefined && outcome !== "publishing" && <Told outcome={outcome} plan={plan} />}
    </form>
  );
}

/** Whether many people may answer on one device: waves and invitations belong to one person. */
function isShared({ invitations, wave_of }: PlanDocument): boolean {
  return invitations === undefined && wave_of === undefined;
}

function publishedAt({ href }: URL, plan: PlanDocument): Published {
  const { fingerprint, invitations, survey, title = survey } = plan;
  return { collector: href, fingerprint, survey, title, isInvited: invitations !== undefined, isShared: isShared(plan) };
}

function Told({ outcome, plan }: { readonly outcome: Outcome; readonly plan: PlanDocument }) {
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
      />
    </div>
  );
}

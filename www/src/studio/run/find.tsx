/** Finds the surveys that an author published from other browsers, by their token. */

import { useState } from "preact/hooks";
import { useStudio } from "../context";
import { collectorAddress, servingAddress } from "../publish/address";
import { AddressField } from "../publish/address-field";
import { ownPlans, type Refusal } from "../publish/post";
import { Why } from "../publish/why";
import { published, publishedAt, remember } from "./published";

interface Props {
  readonly token: string;
  /** Shows the list anew. */
  found(): void;
}

/** The address of a collector, and a button that asks it. */
export function Find({ token, found }: Props) {
  const { words } = useStudio();
  const [address, setAddress] = useState(servingAddress);
  const [faulty, setFaulty] = useState(false);
  const [outcome, setOutcome] = useState<number | Refusal>();
  const press = async () => {
    const collector = collectorAddress(address);
    setFaulty(collector === undefined);
    setOutcome(undefined);
    if (collector === undefined) return;
    const there = published().filter((each) => each.collector === collector.href);
    const own = await ownPlans(collector, token, new Set(there.map(({ fingerprint }) => fingerprint)));
    if ("at" in own) return setOutcome(own);
    for (const plan of own.plans) remember(publishedAt(collector, plan, {}));
    setOutcome(own.plans.length);
    found();
  };
  return (
    <details>
      <summary>{words.findSurveys}</summary>
      <AddressField id="find" value={address} faulty={faulty} write={setAddress} />
      <p class="more">
        <button type="button" class="button small" onClick={() => void press()}>
          {words.find}
        </button>
        <span role="status">{typeof outcome === "number" ? words.foundSurveys(words.number(outcome)) : ""}</span>
        {typeof outcome === "object" && (
          <span class="error" role="alert">
            {words.notFound} <Why refusal={outcome} />
          </span>
        )}
      </p>
    </details>
  );
}

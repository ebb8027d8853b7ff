/** The papers of a survey that somebody published, found by the address of its page: for those who did not design it. */

import type { PlanDocument } from "candor";
import { useState } from "preact/hooks";
import { statesAt } from "../../page/states";
import { useStudio } from "../context";
import { Papers } from "../publish/papers";

interface Found {
  readonly plan: PlanDocument;
  /** The last day on which its collector keeps its reports; unknown if it does not say. */
  readonly kept: string | undefined;
  /** The fewest reports that its collector tells together; unknown if it does not say. */
  readonly step: number | undefined;
}

/** A field for the address, and the papers of the survey there. */
export function PapersOf() {
  const { words } = useStudio();
  const [address, setAddress] = useState("");
  const [found, setFound] = useState<Found | "none">();
  const press = async () => setFound((await surveyAt(address)) ?? "none");
  return (
    <>
      <form
        class="card-of"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void press();
        }}
      >
        <h2>{words.papersOf}</h2>
        <p class="note">{words.papersOfNote}</p>
        <label class="named">
          {words.pageAddress}
          <input
            type="url"
            class="wide"
            dir="ltr"
            autocomplete="off"
            spellcheck={false}
            value={address}
            onInput={({ currentTarget: { value } }) => setAddress(value)}
          />
        </label>
        <p class="more">
          <button type="submit" class="button">
            {words.openPapers}
          </button>
        </p>
        {found === "none" && (
          <p class="error" role="alert">
            {words.noSurveyThere}
          </p>
        )}
      </form>
      {typeof found === "object" && (
        <Papers
          key={found.plan.fingerprint}
          plan={found.plan}
          kept={found.kept}
          {...(found.step !== undefined && { step: found.step })}
        />
      )}
    </>
  );
}

/** The survey that a page of a collector asks, by the page's address; undefined if there is none. */
async function surveyAt(address: string): Promise<Found | undefined> {
  try {
    const page = new URL(address.trim());
    const [fingerprint = ""] = page.hash.slice(1).split("&", 1);
    const collector = new URL(".", page);
    const response = await fetch(new URL(`plans/${encodeURIComponent(fingerprint)}`, collector), { credentials: "omit" });
    if (fingerprint === "" || !response.ok) return undefined;
    const plan = (await response.json()) as PlanDocument;
    const state = (await statesAt(collector.href))?.find((each) => each.fingerprint === fingerprint);
    const { after, reports, at_close } = state?.release ?? {};
    const step = at_close || after === undefined || reports === undefined ? undefined : Math.max(1, Math.min(after, reports));
    return { plan, kept: state?.kept ?? undefined, step };
  } catch {
    return undefined;
  }
}

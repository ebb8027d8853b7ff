/** The survey's own page: made in this tab, saved as a file, identified by its hash. */

import type { PlanDocument } from "candor";
import { useEffect, useState } from "preact/hooks";
import type { Terms } from "../../answer/terms";
import { useStudio } from "../context";
import { download } from "../files";
import { collectorAddress } from "./address";
import { AddressField } from "./address-field";
import { type OwnPageFile, pageOf } from "./page-of";

/** The collector's address, the page, and its hash. */
export function OwnPage({ plan, terms }: { readonly plan: PlanDocument; readonly terms: Terms }) {
  const { words, looks } = useStudio();
  const [address, setAddress] = useState("");
  const [faulty, setFaulty] = useState(false);
  const [page, setPage] = useState<OwnPageFile>();
  const [problem, setProblem] = useState("");
  // What was made says or looks otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made of these
  useEffect(() => setPage(undefined), [looks, terms]);
  const make = async () => {
    const collector = collectorAddress(address);
    setFaulty(collector === undefined);
    setPage(undefined);
    if (collector === undefined) return;
    try {
      setPage(await pageOf(plan, collector, looks, terms));
      setProblem("");
    } catch (failure) {
      setProblem((failure as Error).message);
    }
  };
  return (
    <form
      class="card-of"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h2>{words.pageTitleOwn}</h2>
      <p class="note">{words.pageNote}</p>
      <AddressField id="page-collector" value={address} faulty={faulty} write={setAddress} />
      <p class="more">
        <button type="submit" class="button">
          {words.makePage}
        </button>
      </p>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {page && (
        <div role="status">
          <p>
            {words.pageHash}
            <br />
            <code>{page.sha256}</code>
          </p>
          <p class="note">{words.pageHashNote}</p>
          <p class="more">
            <button
              type="button"
              class="button primary"
              onClick={() => download(`${plan.survey}.html`, "text/html", page.html)}
            >
              {words.downloadPage}
            </button>
          </p>
        </div>
      )}
    </form>
  );
}

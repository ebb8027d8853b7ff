/** The invitations that a collector made, as a file of links; they are shown only once. */

import { useStudio } from "../context";
import { download } from "../files";
import type { Issued, Refusal } from "./post";
import { Why } from "./why";

interface Props {
  readonly survey: string;
  readonly made: Issued | Refusal;
  /** Says how many were made. */
  said(count: string): string;
}

/** The links, or why there are none. */
export function Invitations({ survey, made, said }: Props) {
  const { words } = useStudio();
  if (!("links" in made))
    return (
      <p class="error" role="alert">
        {words.notInvited} <Why refusal={made} />
      </p>
    );
  return (
    <>
      <p>
        {said(words.number(made.links.length))} {words.invitedNote}
      </p>
      <p class="more">
        <button
          type="button"
          class="button primary"
          onClick={() => download(`${survey}.invitations.csv`, "text/csv", mailMerge(made.links))}
        >
          {words.downloadInvitations}
        </button>
      </p>
    </>
  );
}

/** The addresses as a table with one column and its name, which mail merges read; no address has a comma or a quotation mark. */
function mailMerge(links: readonly string[]): string {
  return ["address", ...links, ""].join("\r\n");
}

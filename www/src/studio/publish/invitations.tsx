/** The invitations that a collector made, as a file of links; they are shown only once. */

import { useStudio } from "../context";
import { download } from "../files";
import type { Issued, Refusal } from "./post";
import { Why } from "./why";

/** The links, or why there are none. */
export function Invitations({ survey, made }: { readonly survey: string; readonly made: Issued | Refusal }) {
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
        {words.invited(words.number(made.links.length))} {words.invitedNote}
      </p>
      <p class="more">
        <button
          type="button"
          class="button primary"
          onClick={() => download(`${survey}.invitations.txt`, "text/plain", `${made.links.join("\n")}\n`)}
        >
          {words.downloadInvitations}
        </button>
      </p>
    </>
  );
}

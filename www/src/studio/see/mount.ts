/** Mounts the respondents' page with a real plan, but keeps and sends nothing; shows what would leave it. */

import { loadPlan, type Plan, type PlanDocument, type Report } from "candor";
import type { Opening } from "candor/elements";
import base from "../../page/base.css?inline";
import { element } from "../../page/element";
import { direction } from "../../page/language";
import { departure } from "../../respondent/departure";
import page from "../../respondent/respondent.css?inline";
import { type Words, wordsIn } from "../../respondent/words";

/** A report that the page would have sent, with the words to show it. */
export interface Leaving {
  readonly plan: Plan;
  readonly report: Report;
  readonly words: Words;
}

/** Opens a survey in one of its languages; passes on what would be sent instead of sending it. */
export async function opened(
  document: PlanDocument,
  language: string,
  leaves: (leaving: Leaving) => void,
): Promise<Opening> {
  const plan = await loadPlan(document, { maxRecordEpsilon: document.privacy.record, storage: "memory", language });
  const words = await wordsIn(language);
  const fetch: typeof globalThis.fetch = async (_, init) => {
    leaves({ plan, words, report: JSON.parse(new TextDecoder().decode(init?.body as Uint8Array)) as Report });
    return Response.json({ accepted: 1, repeated: 0 }, { status: 201 });
  };
  return { plan, endpoint: location.origin, fetch };
}

/** Fills the document of a frame with the view of a report. */
export function drawLeaving(frame: Document, { plan, report, words }: Leaving): void {
  const { theme } = window.document.documentElement.dataset;
  if (theme) frame.documentElement.dataset.theme = theme;
  frame.documentElement.lang = words.language;
  frame.documentElement.dir = direction(words.language);
  frame.head.replaceChildren(element("style", {}, base), element("style", {}, page));
  const nowhere = { resend: () => undefined, startAfresh: () => undefined };
  const drawn = departure(plan, { report, answered: undefined }, { at: "example" }, nowhere, words);
  frame.body.replaceChildren(element("main", {}, element("section", { class: "survey first" }, drawn)));
}

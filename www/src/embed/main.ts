/**
 * A survey for a frame in a page of another origin, which cannot access it. The fragment of its address has the settings:
 * `#plan=sha256:…&max-record-epsilon=4&lang=ar&pace=one&mode=kiosk`, of which only the plan is required; `plain=region%3Dnorth`
 * fills in plain columns, `accent=7a3b10` and `font=serif` choose a look, and an invitation's link adds `invitation` and `key`. It
 * tells the embedding page only two things: its height, and that a collector has acknowledged the report.
 */

import { CandorError, loadPlan, type ReportStorage } from "candor";
import { CandorSurvey } from "candor/elements";
import { filledIn, sending } from "../answer/sending";
import { byId } from "../page/element";
import { applyTheme, themeIn } from "../survey-theme/theme";

/** A message to the embedding page. */
type Message = { readonly kind: "size"; readonly height: number } | { readonly kind: "candor-sent" };

/** The largest record ε that is accepted, whatever the embedding page allows. */
const MAX_RECORD_EPSILON = 8;

const asked = new URLSearchParams(location.hash.slice(1));

/** Sends a message to the embedding page, of any origin, since messages contain nothing about a person. */
function tell(message: Message): void {
  if (parent !== window) parent.postMessage(message, "*");
}

async function opening(storage?: ReportStorage) {
  const fingerprint = asked.get("plan") ?? "";
  if (fingerprint === "") throw new CandorError("invalid-options", "the address names no plan");
  const plan = await loadPlan(`plans/${encodeURIComponent(fingerprint)}`, {
    fingerprint,
    maxRecordEpsilon: most(asked.get("max-record-epsilon")),
    language: [asked.get("lang") ?? [], navigator.languages].flat(),
    ...(storage && { storage }),
  });
  return {
    plan,
    plain: filledIn(plan, new URLSearchParams(asked.get("plain") ?? "")),
    ...(await sending(plan, "reports")),
  };
}

/** The limit in the address, if it is below this page's own. */
function most(text: string | null): number {
  const cap = Number(text ?? MAX_RECORD_EPSILON);
  if (cap > 0) return Math.min(MAX_RECORD_EPSILON, cap);
  throw new CandorError("invalid-options", "max-record-epsilon is not a number above 0");
}

const survey = new CandorSurvey();
for (const name of ["lang", "pace", "mode"]) {
  const value = asked.get(name);
  if (value !== null) survey.setAttribute(name, value);
}
applyTheme(survey, themeIn(asked));
survey.open(opening);
survey.addEventListener("candor-sent", () => tell({ kind: "candor-sent" }));
new ResizeObserver(() => tell({ kind: "size", height: document.documentElement.offsetHeight })).observe(survey);
// The fragment may change without loading another page.
addEventListener("hashchange", () => location.reload());
byId("survey").replaceChildren(survey);

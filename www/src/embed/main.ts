/**
 * A survey for a frame in a page of another origin, which cannot reach in. The fragment of its address says what is asked:
 * `#plan=sha256:…&max-record-epsilon=4&lang=ar&pace=one&mode=kiosk`, of which only the plan is needed; `plain=region%3Dnorth` fills in plain
 * columns, and an invitation's link gives `invitation` and `key`. To the page around it tells two things: how high it is, and that a collector
 * has the report.
 */

import { CandorError, loadPlan, type ReportStorage } from "candor";
import { CandorSurvey } from "candor/elements";
import { filledIn, sending } from "../answer/sending";
import { byId } from "../page/element";

/** What the page around is told. */
type Message = { readonly kind: "size"; readonly height: number } | { readonly kind: "candor-sent" };

/** The largest record ε, whatever the page around accepts. */
const MAX_RECORD_EPSILON = 8;

const asked = new URLSearchParams(location.hash.slice(1));

/** Of any origin: what it learns holds nothing of a person. */
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

/** The cap in the address, where it lowers this page's. */
function most(text: string | null): number {
  const cap = Number(text ?? MAX_RECORD_EPSILON);
  if (cap > 0) return Math.min(MAX_RECORD_EPSILON, cap);
  throw new CandorError("invalid-options", "max-record-epsilon is no number above 0");
}

const survey = new CandorSurvey();
for (const name of ["lang", "pace", "mode"]) {
  const value = asked.get(name);
  if (value !== null) survey.setAttribute(name, value);
}
survey.open(opening);
survey.addEventListener("candor-sent", () => tell({ kind: "candor-sent" }));
new ResizeObserver(() => tell({ kind: "size", height: document.documentElement.offsetHeight })).observe(survey);
// What is written after # may change without another page.
addEventListener("hashchange", () => location.reload());
byId("survey").replaceChildren(survey);

/** Makes a survey's page as one file: answer.html with the plan and the collector written into it. */

import type { PlanDocument } from "candor";
import type { PageSettings } from "../../answer/main";
import type { Terms } from "../../answer/terms";
import type { SurveyTheme } from "../../survey-theme/theme";

/** A page with its hash. */
export interface OwnPageFile {
  readonly html: string;
  /** Its SHA-256, in hexadecimal digits. */
  readonly sha256: string;
}

/** The place of the settings in the page. */
const SETTINGS = /(<script type="application\/json" id="survey-of-this-page">)null(?=<\/script>)/;

/** The policy on requests of a page without settings. */
const CONNECT = /connect-src 'self'/;

/** Makes the page of a plan that looks and says this and posts to a collector. Throws if answer.html is not next to the studio. */
export async function pageOf(
  plan: PlanDocument,
  collector: URL,
  theme: SurveyTheme,
  terms: Terms,
): Promise<OwnPageFile> {
  const response = await fetch("answer.html");
  const template = await response.text();
  if (!response.ok || !SETTINGS.test(template) || !CONNECT.test(template))
    throw new Error(`answer.html is not next to the studio (status ${response.status})`);
  const settings: PageSettings = { plan, endpoint: new URL("reports", collector).href, theme, terms };
  const json = JSON.stringify(settings).replaceAll("<", "\\u003C");
  const html = template
    .replace(CONNECT, () => `connect-src ${collector.origin}`)
    .replace(SETTINGS, (_, start: string) => start + json);
  return { html, sha256: await sha256(html) };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

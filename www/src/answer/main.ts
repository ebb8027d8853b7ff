/**
 * The respondents' page of any survey, as one file. Publishing a survey as a file writes the plan and the collector into it;
 * without these, the page asks the plan whose fingerprint is in its address, from the collector that serves it. A query fills in
 * plain columns: `?region=north`. In the fragment `mode=kiosk` lets many people answer on one device, and `pace=one` asks one
 * question at a time; `lang=de` chooses a language, `accent=7a3b10` and `font=serif` how the page looks; `withdraw=yes` lets a
 * device take its report back.
 */

import { type LoadOptions, loadPlan, type Plan, type PlanDocument, type ReportStorage } from "candor";
import { CandorSurvey } from "candor/elements";
import { byId, element } from "../page/element";
import { mark } from "../page/language";
import { statesAt } from "../page/states";
import { applyTheme, type SurveyTheme, themeIn } from "../survey-theme/theme";
import { introduction } from "./introduction";
import { offerLanguages, wordedLanguage } from "./languages";
import { filledIn, sending } from "./sending";
import { saidOf, type Terms, termsOf } from "./terms";
import { withdrawing } from "./withdrawing";
import { WORDS } from "./words";

/** The settings written into a survey's own page. */
export interface PageSettings {
  readonly plan: PlanDocument;
  /** The address to which reports are posted. */
  readonly endpoint: string;
  /** How the page looks, if it has a look of its own. */
  readonly theme?: SurveyTheme;
  /** What is said about its reports. */
  readonly terms?: Terms;
}

function written(): PageSettings | null {
  return JSON.parse(byId("survey-of-this-page").textContent ?? "null") as PageSettings | null;
}

/** Loads the plan in the page, with its stated record ε as the limit, or exactly the plan that the address names. */
function load(kept: Pick<LoadOptions, "language" | "storage">): Promise<Plan> {
  if (settings !== null) return loadPlan(settings.plan, { maxRecordEpsilon: settings.plan.privacy.record, ...kept });
  const [named = ""] = location.hash.slice(1).split("&", 1);
  const fingerprint = decodeURIComponent(named);
  return loadPlan(`plans/${encodeURIComponent(fingerprint)}`, { fingerprint, ...kept });
}

async function opening(storage?: ReportStorage) {
  const wanted = [...(survey.lang === "" ? [] : [survey.lang]), ...navigator.languages];
  const states = settings === null && terms === undefined ? statesAt(location.href) : undefined;
  const plan = await load({ language: wanted, ...(storage && { storage }) });
  document.title = plan.title ?? plan.survey;
  const title = byId("title");
  title.textContent = document.title;
  title.dir = "auto";
  title.removeAttribute("lang");
  if (plan.language !== undefined) mark(plan.language);
  const language = wordedLanguage(wanted);
  // Many people have a device in one language.
  if (!storage) offerLanguages(byId("languages"), plan, language, speak);
  const plain = filledIn(plan, new URLSearchParams(location.search));
  const words = WORDS[language];
  terms ??= settings === null ? termsOf(await states, plan.fingerprint, asked) : (settings.terms ?? {});
  const shown = [...introduction(plan, language), ...saidOf(terms, language, words)];
  const how = await sending(plan, settings?.endpoint ?? "reports");
  if (storage || !terms.withdraw) return { plan, plain, introduction: shown, ...how };
  const own = await withdrawing(plan, how, words);
  byId("withdrawal").replaceChildren(own.part);
  return { plan, plain, introduction: shown, ...own.sending };
}

/** Makes the page look as its theme says. */
function dress({ logo, ...theme }: SurveyTheme): void {
  applyTheme(document.documentElement, theme);
  if (logo) byId("title").before(element("img", { class: "logo", src: logo.image, alt: logo.name }));
}

/** Asks in another language from now on. */
function speak(language: string): void {
  survey.lang = language;
  survey.open(opening);
}

const settings = written();
const survey = new CandorSurvey();
const asked = new URLSearchParams(location.hash.slice(1));
for (const name of ["mode", "pace", "lang"]) {
  const value = asked.get(name);
  if (value !== null) survey.setAttribute(name, value);
}
/** What is said about reports, once it is known. */
let terms: Terms | undefined;
dress({ ...themeIn(asked), ...settings?.theme });
survey.addEventListener("candor-sent", () => {
  byId("languages").hidden = true;
});
survey.open(opening);
byId("survey").replaceChildren(survey);

/** The header of the demonstration survey's pages. */

import { SURVEY_LANGUAGES } from "./language";
import { installHead } from "./navigation";
import type { PageWords } from "./words/words";

const PAGES = { survey: "/", totals: "/dashboard.html" } as const;

/** A page of the survey. */
export type SurveyPage = keyof typeof PAGES;

/**
 * Fills the header of one of the pages. Choosing another language reloads the page: as it promises, it requests nothing between
 * loading and Send.
 */
export function installSurveyNavigation(page: SurveyPage, { language, head }: PageWords): void {
  const header = document.querySelector<HTMLElement>("header.top");
  if (!header) throw new Error("this page has no header.top");
  const links = (["survey", "totals"] as const).map((each) => ({
    href: PAGES[each],
    name: head[each],
    current: each === page,
  }));
  const shown = { home: PAGES.survey, links, languages: SURVEY_LANGUAGES, language, words: head };
  installHead(header, shown, () => location.reload());
}

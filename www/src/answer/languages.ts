/**
 * The choice of a language on a survey's page: of those in which there are both the survey's texts and the words around them. What
 * is chosen stands in the address's fragment (`lang=de`), so that a link or a QR code can choose, too.
 */

import type { Plan } from "candor";
import { button } from "../page/element";
import { base, SURVEY_LANGUAGES, type SurveyLanguage } from "../page/language";
import { rewriteFragment } from "./fragment";
import { WORDS } from "./words";

/** The first of these languages that the page has words in, or English. */
export function wordedLanguage(wanted: readonly string[]): SurveyLanguage {
  return wanted.map(base).find(isWorded) ?? "en";
}

/**
 * Names a group of buttons in a language, and fills it, the first time, with one for every language of a plan that the page has words in; where
 * there are fewer than two it stays hidden. `speak` is called with each language that is chosen.
 */
export function offerLanguages(
  group: HTMLElement,
  { language, languages }: Plan,
  words: SurveyLanguage,
  speak: (language: string) => void,
): void {
  group.ariaLabel = WORDS[words].language;
  const offered = languages.filter((tag) => isWorded(base(tag)));
  if (offered.length < 2 || group.hasChildNodes()) return;
  const buttons = offered.map((tag) => {
    const made = button(nameOf(tag, offered), () => {
      if (made.ariaPressed === "true") return;
      for (const each of buttons) each.ariaPressed = `${each === made}`;
      rewriteFragment(/^lang=/, `lang=${tag}`);
      speak(tag);
    });
    made.lang = tag;
    made.ariaPressed = `${tag === language}`;
    return made;
  });
  group.append(...buttons);
  group.hidden = false;
}

/** A language's own name, with its tag where another one has the same name. */
function nameOf(tag: string, all: readonly string[]): string {
  const name = SURVEY_LANGUAGES[base(tag) as SurveyLanguage];
  return all.filter((other) => base(other) === base(tag)).length > 1 ? `${name} (${tag})` : name;
}

function isWorded(language: string): language is SurveyLanguage {
  return Object.hasOwn(SURVEY_LANGUAGES, language);
}

/** The start page of a collector: its surveys, where to answer them, and where to read their totals. */

import { dayOf } from "../page/days";
import { button, byId, element } from "../page/element";
import { openLanguage, SURVEY_LANGUAGES, type SurveyLanguage } from "../page/language";
import { installHead } from "../page/navigation";
import { countIn, whole } from "../page/numbers";
import { type State, statesAt } from "../page/states";
import { ar } from "../page/words/ar";
import { de } from "../page/words/de";
import { en } from "../page/words/en";
import { es } from "../page/words/es";
import { fr } from "../page/words/fr";
import { ja } from "../page/words/ja";
import { WORDS, type Words } from "./words";

const HOME = "surveys.html";

/** The words that pages have in common. */
const COMMON = { ar, de, en, es, fr, ja };

/** Shows the page in a language. */
function show(language: SurveyLanguage): void {
  const words = WORDS[language];
  countIn(language);
  document.title = `Candor · ${words.surveys}`;
  const header = document.querySelector<HTMLElement>("header.top");
  if (!header) throw new Error("this page has no header.top");
  const links = [
    { href: HOME, name: words.surveys, current: true },
    { href: "studio.html", name: words.write, current: false },
    { href: "read.html", name: words.read, current: false },
  ];
  installHead(
    header,
    { home: HOME, links, languages: SURVEY_LANGUAGES, language, words: COMMON[language].head },
    (chosen) => {
      show(chosen);
      header.querySelector("select")?.focus();
    },
  );
  const hero = element(
    "section",
    { class: "hero" },
    element("h1", {}, words.surveys),
    element("p", { class: "lede" }, words.lede),
  );
  const told = element("div", { role: "status" });
  byId("main").replaceChildren(hero, told);
  void fill(told, words, language);
}

/** Asks the collector, and shows its surveys, the newest first. */
async function fill(told: HTMLElement, words: Words, language: string): Promise<void> {
  const plans = await statesAt(new URL(".", location.href).href);
  if (plans === undefined) {
    const again = button(words.again, () => void fill(told, words, language), "small");
    told.replaceChildren(element("p", { class: "lede" }, words.unreachable), again);
    return;
  }
  const items = plans.toReversed().map((plan) => card(plan, words, language));
  told.replaceChildren(
    items.length === 0 ? element("p", { class: "lede" }, words.none) : element("ul", { class: "surveys" }, ...items),
  );
}

function card({ survey, title, fingerprint, reports, ...period }: State, words: Words, language: string): HTMLElement {
  const id = `survey-${fingerprint}`;
  const link = (href: string, name: string, kind: string) =>
    element("a", { class: `button small ${kind}`.trim(), href, "aria-describedby": id }, name);
  const isOpen = !period.is_closed && !isPast(period.closes) && (period.opens === null || isPast(period.opens));
  return element(
    "li",
    {},
    element("h2", { id, dir: "auto" }, title ?? survey),
    element("p", {}, `${stateOf(period, words, language)} ${words.inTotals(whole(reports))}`),
    element(
      "p",
      { class: "more" },
      ...(isOpen ? [link(`answer.html#${fingerprint}`, words.answer, "primary")] : []),
      link(`read.html#plan=${encodeURIComponent(fingerprint)}`, words.results, ""),
    ),
  );
}

function stateOf(
  { is_closed, opens, closes }: Pick<State, "is_closed" | "opens" | "closes">,
  words: Words,
  language: string,
): string {
  if (is_closed || isPast(closes)) return words.isClosed;
  if (opens !== null && !isPast(opens)) return words.opensOn(dayOf(opens, language));
  return words.isOpen(closes === null ? undefined : dayOf(closes, language));
}

const isPast = (moment: string | null): boolean => moment !== null && new Date(moment).getTime() <= Date.now();

show(openLanguage(SURVEY_LANGUAGES));

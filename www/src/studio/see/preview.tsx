/**
 * A preview of the respondents' page, as wide as a phone or a desktop: the real element with the real plan, and the report that
 * would leave.
 */

import type { PlanDocument } from "candor";
import { CandorSurvey } from "candor/elements";
import { useEffect, useRef, useState } from "preact/hooks";
import { applyTheme } from "../../survey-theme/theme";
import { useStudio } from "../context";
import { Icon } from "../parts/icon";
import { languageName } from "../write/languages";
import { drawLeaving, type Leaving, opened } from "./mount";

const WIDTHS = { phone: 390, desktop: 1040 } as const;

/** The page, the choice of its width, and below it the report that it would send. */
export function Preview({ plan }: { readonly plan: PlanDocument }) {
  const { words, draft, writing, looks } = useStudio();
  const [language, setLanguage] = useState(writing);
  const [width, setWidth] = useState<keyof typeof WIDTHS>("phone");
  const [leaving, setLeaving] = useState<Leaving>();
  const paper = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const survey = new CandorSurvey();
    survey.lang = language;
    survey.open(() => opened(plan, language, setLeaving));
    setLeaving(undefined);
    place.current?.replaceChildren(survey);
  }, [plan, language]);
  useEffect(() => {
    if (paper.current) applyTheme(paper.current, looks);
  }, [looks]);
  return (
    <div class="card-of">
      <div class="bar">
        <h2>{words.seePage}</h2>
        {draft.languages.length > 1 && (
          <fieldset class="segments">
            <legend class="unseen">{words.inLanguage}</legend>
            {draft.languages.map((each) => (
              <label key={each}>
                <input type="radio" name="language" checked={language === each} onChange={() => setLanguage(each)} />
                <span lang={each}>{languageName(each)}</span>
              </label>
            ))}
          </fieldset>
        )}
        <fieldset class="segments">
          <legend class="unseen">{words.pageWidth}</legend>
          {(["phone", "desktop"] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="width" checked={width === each} onChange={() => setWidth(each)} />
              <span>
                <Icon name={each} /> {words[each]}
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      <p class="note">{words.previewNote}</p>
      <div class={`device ${width}`}>
        <section
          class="paper"
          aria-label={words.previewTitle}
          tabIndex={0}
          style={{ width: `${WIDTHS[width]}px` }}
          ref={paper}
        >
          <div>
            {looks.logo && <img class="logo" src={looks.logo.image} alt={looks.logo.name} />}
            <div ref={place} />
          </div>
        </section>
      </div>
      {leaving && (
        <>
          <h3>{words.wouldLeave}</h3>
          <div class={`device ${width}`}>
            <iframe
              key={leaving.report.id}
              title={words.wouldLeave}
              srcDoc="<!doctype html><html lang='en'><head></head><body></body></html>"
              style={{ width: `${WIDTHS[width]}px` }}
              onLoad={({ currentTarget: { contentDocument } }) => {
                if (contentDocument) drawLeaving(contentDocument, leaving);
              }}
            />
          </div>
        </>
      )}
    </div>
  );
}

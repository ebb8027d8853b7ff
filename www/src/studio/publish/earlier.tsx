/** What a new version of a survey changes, and what happens to the reports of the one before. */

import type { LocalizedText, PlanDocument } from "candor";
import { useMemo } from "preact/hooks";
import { useStudio } from "../context";
import { documentOf } from "../document/write";
import { earlierThan } from "../run/published";
import { changesBetween } from "../run/versions";
import { spoken } from "../spoken";

/** Shown where a version of this survey was published from this browser before. */
export function Earlier({ plan }: { readonly plan: PlanDocument }) {
  const { words, draft } = useStudio();
  const earlier = useMemo(() => earlierThan(plan), [plan]);
  if (earlier === undefined) return null;
  const { added, changed, removed } = changesBetween(earlier.document, documentOf(draft));
  return (
    <section aria-labelledby="earlier-title" class="card-of">
      <h3 id="earlier-title">{words.newVersion}</h3>
      <dl>
        <Questions what={words.questionsAdded} texts={added} />
        <Questions what={words.questionsChanged} texts={changed} />
        <Questions what={words.questionsRemoved} texts={removed} />
      </dl>
      {added.length + changed.length + removed.length === 0 && <p>{words.sameQuestions}</p>}
      <p class="note">{words.reportsOfVersions}</p>
    </section>
  );
}

function Questions({ what, texts }: { readonly what: string; readonly texts: readonly LocalizedText[] }) {
  const { language } = useStudio();
  if (texts.length === 0) return null;
  return (
    <>
      <dt>{what}</dt>
      {texts.map((text) => (
        <dd key={spoken(text, language)} dir="auto">
          {spoken(text, language)}
        </dd>
      ))}
    </>
  );
}

/** The whole studio: title and tools, the steps, and the open step. */

import { useCallback, useMemo, useState } from "preact/hooks";
import type { Language } from "../page/language";
import { ChoosePane } from "./choose/pane";
import { useDesign } from "./choose/design";
import { STEPS, type Step, type Studio, StudioContext } from "./context";
import { completed } from "./document/translated";
import { documentOf } from "./document/write";
import type { Draft } from "./draft";
import { PublishPane } from "./publish/pane";
import { RunPane } from "./run/pane";
import { SeePane } from "./see/pane";
import { Tools } from "./tools";
import { useLooks } from "./looks";
import { useDraft } from "./use-draft";
import { WORDS } from "./words";
import { isSound, useChecked } from "./write/checked";
import { WritePane } from "./write/pane";

const PANES = { write: WritePane, choose: ChoosePane, see: SeePane, publish: PublishPane, run: RunPane };

/** The page below its header. */
export function App({ language }: { readonly language: Language }) {
  const words = WORDS[language];
  const writing = useDraft(language);
  const { history } = writing;
  const draft = history.value;
  const [step, setStep] = useState<Step>("write");
  const [told, setTold] = useState("");
  const [looks, setLooks] = useLooks();
  const [tag, setTag] = useState<string>();
  const document_ = useMemo(() => documentOf(completed(draft)), [draft]);
  const checked = useChecked(document_);
  const design = useDesign(document_, isSound(checked) && step !== "write" && step !== "run");
  const change = useCallback(
    (how: (before: Draft) => Draft, field?: string) => history.change(how(history.value), field),
    [history],
  );
  const goTo = useCallback((next: Step) => {
    setStep(next);
    requestAnimationFrame(() => {
      scrollTo(0, 0);
      document.getElementById("pane")?.focus();
    });
  }, []);
  document.title = words.pageTitle;
  const studio: Studio = {
    language,
    words,
    draft,
    writing: tag !== undefined && draft.languages.includes(tag) ? tag : (draft.languages[0] ?? "en"),
    checked,
    design,
    looks,
    setLooks,
    change,
    announce: setTold,
    goTo,
    writeIn: setTag,
  };
  const Pane = PANES[step];
  return (
    <StudioContext.Provider value={studio}>
      <a class="skip" href="#pane">
        {words.skip}
      </a>
      <Tools writing={writing} />
      <nav class="steps" aria-label={words.steps}>
        {STEPS.map((each, place) => (
          <button
            key={each}
            type="button"
            aria-current={each === step ? "step" : undefined}
            onClick={() => goTo(each)}
          >
            <span aria-hidden="true">{place + 1}</span> {words[each]}
          </button>
        ))}
      </nav>
      <div id="pane" tabIndex={-1}>
        <Pane />
      </div>
      <p class="unseen" role="status">
        {told}
      </p>
      <footer>{words.footer}</footer>
    </StudioContext.Provider>
  );
}

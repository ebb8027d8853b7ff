/** One published survey: its state, its addresses, its results; closing it, and inviting more people. */

import { useState } from "preact/hooks";
import { settingsOfTerms } from "../../answer/terms";
import { dayOf } from "../../page/days";
import { settingsOf } from "../../survey-theme/theme";
import { useStudio } from "../context";
import type { SurveyDocument } from "../document/types";
import { Invitations } from "../publish/invitations";
import { Links } from "../publish/links";
import { close, type Issued, invite, type Refusal } from "../publish/post";
import { Why } from "../publish/why";
import { spoken } from "../spoken";
import { draftOf } from "../document/read";
import { linkOf, type Published } from "./published";
import type { State } from "../../page/states";

interface Props {
  readonly survey: Published;
  readonly token: string;
  /** Undefined until the collector has answered. */
  readonly state: State | "unreachable" | "deleted" | undefined;
  /** How many of the reports in its totals were added today; undefined if the collector tells nobody without the author's token. */
  readonly added: number | undefined;
  /** Looks at the collector again. */
  changed(): Promise<void>;
  /** Takes the survey off the list. */
  remove(): void;
}

/** The card. */
export function SurveyCard({ survey, token, state, added, changed, remove }: Props) {
  const { words, language } = useStudio();
  const title = spoken(survey.title, language);
  const isThere = typeof state === "object";
  return (
    <article class="card-of" aria-label={title}>
      <h3>{title}</h3>
      <p role="status">{state === undefined ? words.looking : <Told state={state} added={added} />}</p>
      <p class="note">
        <bdi>{survey.collector}</bdi>
        <br />
        <code>{survey.fingerprint}</code>
      </p>
      {isThere && (
        <p class="more">
          <a class="button small" href={`${survey.collector}read.html#plan=${encodeURIComponent(survey.fingerprint)}`}>
            {words.results}
            <span class="unseen">: {title}</span>
          </a>
          {!state.is_closed && <Closing survey={survey} token={token} closed={changed} />}
        </p>
      )}
      {isThere && !state.is_closed && survey.isInvited && <Inviting survey={survey} token={token} />}
      {isThere && !state.is_closed && !survey.isInvited && (
        <details class="published">
          <summary>{words.addresses}</summary>
          <Links
            link={linkOf(survey)}
            survey={survey.survey}
            said={words.respondentsLink}
            isShared={survey.isShared}
            terms={survey.terms}
          />
        </details>
      )}
      {survey.document && <Again survey={survey} document={survey.document} />}
      <p class="more">
        <button type="button" class="button small" onClick={remove}>
          {words.removeSurvey}
          <span class="unseen">: {title}</span>
        </button>
        <span class="note">{words.removeNote}</span>
      </p>
    </article>
  );
}

interface ToldProps extends Pick<Props, "added"> {
  readonly state: State | "unreachable" | "deleted";
}

/** Whether it takes reports, and how many its totals have. */
function Told({ state, added }: ToldProps) {
  const { words, language } = useStudio();
  if (state === "unreachable") return <>{words.noCollector}</>;
  if (state === "deleted") return <>{words.isDeleted}</>;
  const { reports, is_closed, opens, closes, kept, published, release } = state;
  const day = (date: string) => dayOf(date, language, "UTC");
  const until = closes === null ? undefined : dayOf(closes, language);
  const isEarly = opens !== null && new Date(opens).getTime() > Date.now();
  const isLate = closes !== null && new Date(closes).getTime() <= Date.now();
  const open = isEarly ? words.opensOn(dayOf(opens, language)) : words.isOpen(until);
  const parts = [
    ...(published === null ? [] : [words.publishedOn(day(published))]),
    is_closed || isLate ? words.isClosed : open,
    words.inTotals(words.number(reports)),
    ...(added === undefined || reports === 0 ? [] : [words.addedToday(words.number(added))]),
    ...(kept === null ? [] : [is_closed && isOver(kept) ? words.reportsDeleted(day(kept)) : words.keptUntilDay(day(kept))]),
    release.at_close ? words.toldAtClose : words.toldInSteps(words.number(release.after), words.number(release.reports)),
  ];
  return <>{parts.join(" ")}</>;
}

/** Whether a day is over in UTC. */
const isOver = (day: string): boolean => day < new Date().toISOString().slice(0, 10);

/** A button that opens the questions of a survey for a new version of it. */
function Again({ survey: { title }, document }: { readonly survey: Published; readonly document: SurveyDocument }) {
  const { words, language, change, goTo, announce } = useStudio();
  const press = () => {
    change(() => draftOf(document, language));
    goTo("write");
    announce(words.versionOpened);
  };
  return (
    <p class="more">
      <button type="button" class="button small" onClick={press}>
        {words.writeVersion}
        <span class="unseen">: {spoken(title, language)}</span>
      </button>
      <span class="note">{words.versionNote}</span>
    </p>
  );
}

interface OfSurvey {
  readonly survey: Published;
  readonly token: string;
}

/** A button that closes the survey once it is pressed a second time. */
function Closing({ survey, token, closed }: OfSurvey & { closed(): Promise<void> }) {
  const { words } = useStudio();
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const press = async () => {
    setAsked(!isAsked);
    if (!isAsked) return;
    const answer = await close(survey.fingerprint, new URL(survey.collector), token);
    setRefusal(answer);
    if (answer === undefined) await closed();
  };
  return (
    <>
      <button type="button" class="button small" onClick={() => void press()}>
        {isAsked ? words.closeForGood : words.closeSurvey}
      </button>
      <span role="status">{isAsked ? words.closeNote : ""}</span>
      {refusal && (
        <span class="error" role="alert">
          {words.notClosed} <Why refusal={refusal} />
        </span>
      )}
    </>
  );
}

/** How many more invitations are to be made, and their file. */
function Inviting({ survey, token }: OfSurvey) {
  const { words, looks } = useStudio();
  const settings = settingsOf(looks) + settingsOfTerms(survey.terms);
  const [number, setNumber] = useState(10);
  const [made, setMade] = useState<Issued | Refusal>();
  const press = async () => setMade(await invite(survey.fingerprint, new URL(survey.collector), token, { number, settings }));
  return (
    <div>
      <p class="more">
        <label class="named">
          {words.invitations}
          <input
            type="number"
            class="number"
            min={1}
            step={1}
            value={number}
            onInput={({ currentTarget: { valueAsNumber } }) => setNumber(valueAsNumber || 0)}
          />
        </label>
        <button type="button" class="button small" onClick={() => void press()}>
          {words.inviteMore}
        </button>
      </p>
      {made && (
        <div role="status">
          <Invitations survey={survey.survey} made={made} said={words.invitedMore} />
        </div>
      )}
    </div>
  );
}
